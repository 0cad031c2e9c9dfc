import { decodeBase64, encodeBase64 } from '../core/base64.js';
import { JsonNumber, parseExactJson, type ExactJson } from '../core/json.js';
import { lenientOptions } from '../core/json-numbers.js';
import { isJsonMediaType, parseMediaType } from '../core/media-type.js';
import { checkAttributes, malformed, type CloudEventAttributes } from './cloud-event-attributes.js';

/** An event with its data. */
export interface CloudEventContent {
  readonly attributes: CloudEventAttributes;
  readonly payload: Uint8Array;
}

const encoder = new TextEncoder();
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Writes an event in JSON (JSON event format, section 3). JSON stays as it is, so that its numbers keep their digits. */
export function writeStructured({ attributes, payload }: CloudEventContent): Uint8Array {
  const { datacontenttype } = attributes;
  const members = Object.entries(attributes).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  const data = payload.length === 0 ? [] : [writeData(payload, datacontenttype)];
  return encoder.encode(`{${[...members, ...data].join(',')}}`);
}

/** The member with the data: JSON, text, or bytes where the payload is not what its media type says. */
function writeData(payload: Uint8Array, mediaType: string | undefined): string {
  try {
    const text = utf8.decode(payload);
    if (isJson(mediaType)) {
      JSON.parse(text);
      return `"data":${text}`;
    }
    if (/^text\//i.test(mediaType ?? '')) return `"data":${JSON.stringify(text)}`;
  } catch {
    // Bytes, as below.
  }
  return `"data_base64":"${encodeBase64(payload)}"`;
}

/**
 * Reads an event in JSON.
 *
 * @throws {BrokerError} `invalid-message`
 */
export function readStructured(envelope: Uint8Array): CloudEventContent {
  const event = parse(envelope);
  if (!isObject(event)) throw malformed('the envelope is not a JSON object');
  const { data, data_base64: base64, ...others } = event;
  const attributes = checkAttributes(
    Object.fromEntries(
      Object.entries(others).flatMap(([name, value]) =>
        value === null ? [] : [[name, textOf(name, value)] as const],
      ),
    ),
  );
  if (base64 === undefined || base64 === null)
    return { attributes, payload: dataBytes(data, attributes['datacontenttype']) };
  if (data !== undefined) throw malformed('it has both "data" and "data_base64"');
  const payload = typeof base64 === 'string' ? decodeBase64(base64) : undefined;
  if (payload === undefined) throw malformed('"data_base64" is not base64');
  return { attributes, payload };
}

/** True if an envelope is JSON with a version, where nothing else tells events from other messages. */
export function looksStructured(payload: Uint8Array): boolean {
  try {
    const event = parse(payload);
    return isObject(event) && Object.hasOwn(event, 'specversion');
  } catch {
    return false;
  }
}

function parse(envelope: Uint8Array): ExactJson {
  try {
    return parseExactJson(envelope, lenientOptions);
  } catch {
    throw malformed('the envelope is not JSON');
  }
}

function isObject(value: ExactJson): value is { readonly [name: string]: ExactJson } {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof JsonNumber)
  );
}

/** Canonical string form of an attribute (CloudEvents, section 3.1.1). */
function textOf(name: string, value: ExactJson): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (value instanceof JsonNumber && /^-?\d+$/.test(value.text)) return value.text;
  throw malformed(
    `the attribute ${JSON.stringify(name.slice(0, 64))} is not a text, integer or boolean`,
  );
}

function dataBytes(data: ExactJson | undefined, mediaType: string | undefined): Uint8Array {
  if (data === undefined) return new Uint8Array();
  if (isJson(mediaType)) return encoder.encode(writeExact(data));
  if (typeof data === 'string') return encoder.encode(data);
  throw malformed('"data" is not a text, although its media type is not JSON');
}

/** Without a media type, data is JSON (JSON event format, section 3.1). */
function isJson(mediaType: string | undefined): boolean {
  const media = mediaType === undefined ? undefined : parseMediaType(mediaType);
  return mediaType === undefined || (media !== undefined && isJsonMediaType(media));
}

function writeExact(value: ExactJson): string {
  if (value instanceof JsonNumber) return value.text;
  if (Array.isArray(value))
    return `[${value.map((item: ExactJson) => writeExact(item)).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${writeExact(member)}`,
  );
  return `{${members.join(',')}}`;
}
