import { PayloadError } from './payload-codec.js';

const headerLength = 5;

/** Bytes before a payload in Confluent's wire format: a zero, and the id of the schema with which it was written, big-endian. */
export function writeFrame(id: number, payload: Uint8Array): Uint8Array {
  const framed = new Uint8Array(headerLength + payload.length);
  new DataView(framed.buffer).setUint32(1, id);
  framed.set(payload, headerLength);
  return framed;
}

/**
 * Splits a message in Confluent's wire format.
 *
 * @throws {PayloadError} `malformed` if it has no id
 */
export function readFrame(bytes: Uint8Array): {
  readonly id: number;
  readonly payload: Uint8Array;
} {
  if (bytes.length < headerLength || bytes[0] !== 0)
    throw new PayloadError('malformed', 'the payload does not begin with the id of a schema');
  const id = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(1);
  return { id, payload: bytes.subarray(headerLength) };
}
