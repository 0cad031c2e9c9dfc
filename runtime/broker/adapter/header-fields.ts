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

/** Names of headers, prepared for reading and writing. */
export interface HeaderFields {
  readonly entries: readonly (readonly [HeaderField, string])[];
  readonly fieldOf: ReadonlyMap<string, HeaderField>;
}

/** Prepares the names of a protocol. */
export function headerFields(names: HeaderFieldNames): HeaderFields {
  const fields = ['contentType', 'id', 'key', 'replyTo', 'correlationId'] as const;
  const entries = fields.flatMap((field) => {
    const name = names[field];
    return name === undefined ? [] : [[field, name] as const];
  });
  return { entries, fieldOf: new Map(entries.map(([field, name]) => [name, field])) };
}

/** The headers of a message, with the members that `fields` lists as headers too. */
export function headersOf(
  message: OutgoingMessage,
  { entries, fieldOf }: HeaderFields,
): readonly (readonly [string, string])[] {
  const headers: [string, string][] = [];
  for (const name of Object.keys(message.headers)) {
    const field = fieldOf.get(name);
    const value = message.headers[name];
    if (value !== undefined && (field === undefined || message[field] === undefined))
      headers.push([name, value]);
  }
  for (const [field, name] of entries) {
    const value = message[field];
    if (value !== undefined) headers.push([name, value]);
  }
  return headers;
}

/** Separates received headers from the members that `fields` lists. The first of repeated headers counts. */
export function readHeaders(
  received: Iterable<readonly [string, string]>,
  { fieldOf }: HeaderFields,
): { readonly headers: MessageHeaders } & Partial<Pick<Delivery, HeaderField>> {
  const fields: Partial<Record<HeaderField, string>> = {};
  const headers: Record<string, string> = {};
  for (const [name, value] of received) {
    const field = fieldOf.get(name);
    if (field !== undefined) fields[field] ??= value;
    else if (!Object.hasOwn(headers, name)) setOwn(headers, name, value);
  }
  return { headers, ...fields };
}

/** Sets a property, also one called `__proto__`. */
function setOwn(headers: Record<string, string>, name: string, value: string): void {
  if (name !== '__proto__') headers[name] = value;
  else
    Object.defineProperty(headers, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
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
