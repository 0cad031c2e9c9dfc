import { fieldNames, headerFields, readHeaders } from '../adapter/header-fields.js';
import { type Delivery, BrokerError, type OutgoingMessage } from '../broker.js';

/** An entry of a stream. */
export interface Entry {
  readonly id: string;
  /** Names and values in turn. */
  readonly fields: readonly Buffer[];
}

/** Type mapping that returns bulk strings (`$` of RESP) as bytes. */
export const asBytes: object = { typeMapping: { 36: Buffer } };

const payloadField = 'payload';
const memberFields = headerFields({ ...fieldNames, key: 'key' });
const headerPrefix = 'header:';

/** Fields of an entry: the payload, members such as `content-type`, and headers as `header:<name>`. */
export function writeEntry(message: OutgoingMessage): readonly (string | Buffer)[] {
  const { payload, headers } = message;
  const fields: (string | Buffer)[] = [
    payloadField,
    Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength),
  ];
  for (const [field, name] of memberFields.entries) {
    const value = message[field];
    if (value !== undefined) fields.push(name, value);
  }
  for (const [name, value] of Object.entries(headers)) {
    if (/\p{Cs}/u.test(name) || /\p{Cs}/u.test(value))
      throw new BrokerError('invalid-message', 'Headers must be well-formed text');
    fields.push(`${headerPrefix}${name}`, value);
  }
  return fields;
}

/** Reads an entry. Fields of other programs are headers with the name of the field, and without a payload it is empty. */
export function readEntry(address: string, { fields }: Entry): Omit<Delivery, 'redeliveries'> {
  let payload: Uint8Array = new Uint8Array();
  const members: [string, string][] = [];
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const name = String(fields[at]);
    const value = fields[at + 1] ?? Buffer.alloc(0);
    if (name === payloadField) payload = value;
    else if (name.startsWith(headerPrefix))
      headers.push([name.slice(headerPrefix.length), String(value)]);
    else members.push([name, String(value)]);
  }
  const read = readHeaders(members, memberFields);
  return {
    ...read,
    address,
    payload,
    headers:
      headers.length === 0 ? read.headers : { ...read.headers, ...Object.fromEntries(headers) },
  };
}

/** Entries of the reply to XREAD or XREADGROUP for one stream: a map in RESP3, a list of pairs in RESP2. */
export function entriesOf(reply: unknown): readonly Entry[] {
  if (reply === null || typeof reply !== 'object') return [];
  const first: unknown = Array.isArray(reply) ? reply[0]?.[1] : Object.values(reply)[0];
  return readEntries(first);
}

/** Entries of the reply to XRANGE, XCLAIM or XAUTOCLAIM. Those that were deleted are `null`. */
export function readEntries(list: unknown): readonly Entry[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: unknown) => {
    if (!Array.isArray(each)) return [];
    const [id, fields]: readonly unknown[] = each;
    return Array.isArray(fields) ? [{ id: String(id), fields: fields.map(bytesOf) }] : [];
  });
}

function bytesOf(value: unknown): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.from(String(value));
}
