import { BrokerError, type MessageHeaders } from './broker.js';

/** Attributes of an event by name (CloudEvents, section 3). Values are in their canonical string form. */
export interface CloudEventAttributes {
  readonly [attribute: string]: string;
}

/** How a protocol writes attributes as headers. */
export interface AttributeHeaders {
  /** Before the name of every attribute. */
  readonly prefix: string;
  /** Other prefixes that are read too. */
  readonly alternatives: readonly string[];
  /** True if values are percent-encoded, as they are for HTTP. */
  readonly escape: boolean;
}

const httpLike: AttributeHeaders = { prefix: 'ce-', alternatives: [], escape: true };

/** Where the protocol binding differs from the one for HTTP. */
const bindings: { readonly [protocol: string]: AttributeHeaders } = {
  kafka: { prefix: 'ce_', alternatives: [], escape: false },
  amqp: { prefix: 'cloudEvents:', alternatives: ['cloudEvents_'], escape: false },
  mqtt: { prefix: '', alternatives: [], escape: false },
};

/** How headers of a protocol carry attributes. */
export function attributeHeaders(protocol: string): AttributeHeaders {
  return bindings[protocol] ?? httpLike;
}

/** Attributes that every event has. */
const required = ['specversion', 'id', 'source', 'type'] as const;

/** A name of an attribute (section 3.1). */
const attributeName = /^[a-z0-9]+$/;

/** A timestamp (RFC 3339, section 5.6). */
const timestamp = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** Text for headers with these attributes. */
export function writeAttributes(
  attributes: CloudEventAttributes,
  { prefix, escape }: AttributeHeaders,
): MessageHeaders {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      `${prefix}${name}`,
      escape ? percentEncode(value) : value,
    ]),
  );
}

/**
 * Reads the attributes among the headers; `undefined` if there are none.
 *
 * @throws {BrokerError} `invalid-message` for headers that are not a complete event
 */
export function readAttributes(
  headers: MessageHeaders,
  { prefix, alternatives, escape }: AttributeHeaders,
): CloudEventAttributes | undefined {
  const found = [prefix, ...alternatives].find((each) =>
    Object.hasOwn(headers, `${each}specversion`),
  );
  if (found === undefined) return undefined;
  const attributes = Object.entries(headers).flatMap(([header, value]) => {
    const name = header.slice(found.length);
    if (!header.startsWith(found) || !attributeName.test(name)) return [];
    return [[name, escape ? percentDecode(value) : value] as const];
  });
  return checkAttributes(Object.fromEntries(attributes));
}

/**
 * Returns attributes if they are those of an event of version 1.0.
 *
 * @throws {BrokerError} `invalid-message`
 */
export function checkAttributes(attributes: CloudEventAttributes): CloudEventAttributes {
  for (const name of required)
    if (!Object.hasOwn(attributes, name) || attributes[name] === '')
      throw malformed(`the attribute "${name}" is missing`);
  if (attributes['specversion'] !== '1.0') throw malformed('its version is not 1.0');
  const { time } = attributes;
  if (time !== undefined && !timestamp.test(time))
    throw malformed('the attribute "time" is not a timestamp');
  for (const name of Object.keys(attributes))
    if (!attributeName.test(name))
      throw malformed('a name of an attribute contains other characters than a–z and 0–9');
  return attributes;
}

/** Error for an event that cannot be read. */
export function malformed(why: string): BrokerError {
  return new BrokerError('invalid-message', `The CloudEvent is malformed: ${why}`);
}

/** Characters that headers of HTTP cannot carry as they are (HTTP binding, section 3.1.3.2). */
const unsafe = /[^\u0021-\u007E]|["%]/gu;

function percentEncode(value: string): string {
  return value.replace(unsafe, (character) =>
    [...new TextEncoder().encode(character)]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  );
}

function percentDecode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw malformed('a header is not percent-encoded');
  }
}
