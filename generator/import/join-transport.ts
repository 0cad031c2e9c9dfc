import { usedNames } from './describe/used-names.js';
import type { Component, Dictionary, DictionaryField } from './dictionary.js';

/**
 * What FIX 5.0 and its transport say together: the session's header, trailer and messages from the transport, the rest
 * from the application. A field that no application message has takes the values that the transport lists; one that both have takes
 * those of both.
 */
export function joinTransport(application: Dictionary, transport: Dictionary): Dictionary {
  const { fields: said } = usedNames({ ...application, header: [], trailer: [] });
  return {
    version: application.version,
    header: transport.header,
    trailer: transport.trailer,
    messages: [
      ...transport.messages,
      ...application.messages.filter(
        ({ name, msgType }) =>
          !transport.messages.some((own) => own.name === name || own.msgType === msgType),
      ),
    ],
    components: joined(transport.components, application.components, joinComponents),
    fields: joined(transport.fields, application.fields, (own, other) =>
      joinFields(own, other, said.has(own.name)),
    ),
  };
}

function joined<T>(
  transport: ReadonlyMap<string, T>,
  application: ReadonlyMap<string, T>,
  join: (transport: T, application: T) => T,
): ReadonlyMap<string, T> {
  const all = new Map(transport);
  for (const [name, value] of application) {
    const own = transport.get(name);
    all.set(name, own === undefined ? value : join(own, value));
  }
  return all;
}

/** A transport may leave to the application what a component of the session holds. */
function joinComponents(transport: Component, application: Component): Component {
  return transport.members.length === 0 ? application : transport;
}

/** Values that both list have the names of the application's dictionary. */
function joinFields(
  transport: DictionaryField,
  application: DictionaryField,
  isSaidByApplication: boolean,
): DictionaryField {
  const listed = new Set(application.values.map(({ value }) => value));
  const more = transport.values.filter(({ value }) => !listed.has(value));
  if (isSaidByApplication || transport.values.length === 0)
    return { ...application, values: [...application.values, ...more] };
  const own = new Set(transport.values.map(({ value }) => value));
  const shared = application.values.filter(({ value }) => own.has(value));
  return { ...application, values: [...shared, ...more] };
}
