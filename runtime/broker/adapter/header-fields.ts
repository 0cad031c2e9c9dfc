import {
  BrokerError,
  type Delivery,
  type MessageHeaders,
  type OutgoingMessage,
} from '../broker.js';

/** Members of a message for which a protocol has no place of their own. */
export type HeaderField = 'contentType' | 'id' | 'key' | 'replyTo' | 'correlationId';

/** Names of the headers that carry them. */
export type HeaderFieldNames = { readonly [Field in HeaderField]?: string };

/** Names where the protocol has no convention. */
export const fieldNames: HeaderFieldNames = {
  contentType: 'content-type',
  id: 'message-id',
  replyTo: 'reply-to',
  correlationId: 'correlation-id',
};

/** The headers of a message, with the members that `names` lists as headers too. */
export function headersOf(
  message: OutgoingMessage,
  names: HeaderFieldNames,
): readonly (readonly [string, string])[] {
  const fields = entriesOf(names).flatMap(([field, name]) => {
    const value = message[field];
    return value === undefined ? [] : [[name, value] as const];
  });
  const taken = new Set(fields.map(([name]) => name));
  return [...Object.entries(message.headers).filter(([name]) => !taken.has(name)), ...fields];
}

/** Separates received headers from the members that `names` lists. The first of repeated headers counts. */
export function readHeaders(
  received: Iterable<readonly [string, string]>,
  names: HeaderFieldNames,
): { readonly headers: MessageHeaders } & Partial<Pick<Delivery, HeaderField>> {
  const fieldOf = new Map(entriesOf(names).map(([field, name]) => [name, field]));
  const fields: Partial<Record<HeaderField, string>> = {};
  const headers = new Map<string, string>();
  for (const [name, value] of received) {
    const field = fieldOf.get(name);
    if (field !== undefined) fields[field] ??= value;
    else if (!headers.has(name)) headers.set(name, value);
  }
  return { headers: Object.fromEntries(headers), ...fields };
}

/** What a protocol can carry as a header. */
export interface HeaderRules {
  readonly protocol: string;
  readonly name: RegExp;
  readonly value: RegExp;
  /** Maximum length of a name, and of a value, in bytes of UTF-8. */
  readonly maxBytes?: readonly [name: number, value: number];
}

/** Throws `invalid-message` for headers that the protocol would not deliver as they are. */
export function checkHeaders(
  headers: Iterable<readonly [string, string]>,
  rules: HeaderRules,
): void {
  const [nameBytes = Infinity, valueBytes = Infinity] = rules.maxBytes ?? [];
  for (const [name, value] of headers) {
    const what =
      !rules.name.test(name) || isLonger(name, nameBytes)
        ? 'name'
        : !rules.value.test(value) || isLonger(value, valueBytes)
          ? 'value'
          : undefined;
    // The value may be a secret.
    if (what !== undefined)
      throw new BrokerError(
        'invalid-message',
        `${rules.protocol} cannot carry the ${what} of the header ${JSON.stringify(name.slice(0, 256))}`,
      );
  }
}

const encoder = new TextEncoder();

function isLonger(text: string, maxBytes: number): boolean {
  return (
    text.length > maxBytes || (text.length * 3 > maxBytes && encoder.encode(text).length > maxBytes)
  );
}

function entriesOf(names: HeaderFieldNames): readonly (readonly [HeaderField, string])[] {
  return (['contentType', 'id', 'key', 'replyTo', 'correlationId'] as const).flatMap((field) => {
    const name = names[field];
    return name === undefined ? [] : [[field, name] as const];
  });
}
