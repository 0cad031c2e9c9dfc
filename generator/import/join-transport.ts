import { usedNames } from './describe/used-names.js';
import type { Component, Dictionary, DictionaryField } from './dictionary.js';

/**
 * Combines an application dictionary of FIX 5.0 with its transport. Header, trailer and session messages come from the transport,
 * everything else from the application. A field that no application message uses takes the values of the transport. A field of both takes
 * the values of both.
 */
export function joinTransport(application: Dictionary, transport: Dictionary): Dictionary {
  const { fields: usedByApplication } = usedNames({ ...application, header: [], trailer: [] });
  return {
    version: application.version,
    header: transport.header,
    trailer: transport.trailer,
    messages: [
      ...transport.messages,
      ...application.messages.filter(
        ({ name, msgType }) =>
          !transport.messages.some((other) => other.name === name || other.msgType === msgType),
      ),
    ],
    components: joinMaps(transport.components, application.components, joinComponents),
    fields: joinMaps(transport.fields, application.fields, (fromTransport, fromApplication) =>
      joinFields(fromTransport, fromApplication, usedByApplication.has(fromTransport.name)),
    ),
  };
}

function joinMaps<T>(
  transport: ReadonlyMap<string, T>,
  application: ReadonlyMap<string, T>,
  join: (transport: T, application: T) => T,
): ReadonlyMap<string, T> {
  const all = new Map(transport);
  for (const [name, value] of application) {
    const existing = transport.get(name);
    all.set(name, existing === undefined ? value : join(existing, value));
  }
  return all;
}

/** A transport may leave the definition of a session component to the application. */
function joinComponents(transport: Component, application: Component): Component {
  return transport.members.length === 0 ? application : transport;
}

/** If both dictionaries list a value, the name is that of the application. */
function joinFields(
  transport: DictionaryField,
  application: DictionaryField,
  isUsedByApplication: boolean,
): DictionaryField {
  const listed = new Set(application.values.map(({ value }) => value));
  const more = transport.values.filter(({ value }) => !listed.has(value));
  if (isUsedByApplication || transport.values.length === 0)
    return { ...application, values: [...application.values, ...more] };
  const transportValues = new Set(transport.values.map(({ value }) => value));
  const shared = application.values.filter(({ value }) => transportValues.has(value));
  return { ...application, values: [...shared, ...more] };
}
