import type { Component, Dictionary, DictionaryField } from './dictionary.js';

/**
 * What FIX 5.0 and its transport say together: the session's header, trailer and messages from the transport, the rest
 * from the application. Where both list the values of a field, all of them count.
 */
export function joinTransport(application: Dictionary, transport: Dictionary): Dictionary {
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
    fields: joined(transport.fields, application.fields, joinFields),
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

function joinFields(transport: DictionaryField, application: DictionaryField): DictionaryField {
  const listed = new Set(application.values.map(({ value }) => value));
  const more = transport.values.filter(({ value }) => !listed.has(value));
  return { ...application, values: [...application.values, ...more] };
}
