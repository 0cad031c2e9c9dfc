import { fstatSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { type FixChange, FixStoreError } from '../store/store.js';

/** Size of a record's header: length (4 bytes), CRC-32 of what follows the checksum (4), kind (1) and number (6). */
export const headLength = 15;
/** Maximum plausible length of a record in bytes. */
const maxLength = 1 << 30;
/** Number of bytes to read at once. */
const blockSize = 1 << 20;

/** Record of a sent message with its bytes, as written by earlier versions. */
export const messageRecord = 1;
/** Record of a sent message that is never resent, as written by earlier versions. */
export const numberRecord = 2;
/** Record of the next expected number, as written by earlier versions. */
export const expectRecord = 3;
/**
 * Record of a complete change. Its number is the next expected number of the peer. The body consists of the next
 * outgoing number (6 bytes) and, for each message, its number (6), its length (4) and its bytes.
 */
export const changeRecord = 4;
/** Record of the session's identity as JSON. */
export const identityRecord = 5;

/** Encodes the record of a change. */
export function writeChange({ nextOutgoing, nextIncoming, messages }: FixChange): Buffer {
  let length = headLength + 6;
  for (const [, bytes] of messages) length += 10 + bytes.length;
  const record = Buffer.allocUnsafe(length);
  record.writeUIntBE(nextOutgoing, headLength, 6);
  let offset = headLength + 6;
  for (const [sequence, bytes] of messages) {
    record.writeUIntBE(sequence, offset, 6);
    record.writeUInt32BE(bytes.length, offset + 6);
    record.set(bytes, offset + 10);
    offset += 10 + bytes.length;
  }
  return sealRecord(record, changeRecord, nextIncoming);
}

/** Encodes the record of a session's identity. */
export function writeIdentity(identity: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(identity));
  const record = Buffer.allocUnsafe(headLength + body.length);
  record.set(body, headLength);
  return sealRecord(record, identityRecord, 0);
}

/** Completes the header of a record whose body has been written. */
function sealRecord(record: Buffer, kind: number, number: number): Buffer {
  record.writeUInt32BE(record.length, 0);
  record[8] = kind;
  record.writeUIntBE(number, 9, 6);
  record.writeUInt32BE(crc32(record.subarray(8)), 4);
  return record;
}

/**
 * Parses the body of a change. Calls `take` with the location of each message, and returns the next outgoing number.
 */
export function readChange(
  body: Buffer,
  take: (sequence: number, offset: number, length: number) => void,
): number {
  for (let offset = 6; offset < body.length;) {
    const length = body.readUInt32BE(offset + 6);
    take(body.readUIntBE(offset, 6), offset + 10, length);
    offset += 10 + length;
  }
  return body.readUIntBE(0, 6);
}

/**
 * Reads the records of a file, and returns the end of the last complete one. What follows was truncated when the
 * writing process ended.
 *
 * @throws {FixStoreError} `damaged` for an invalid record before the
 * end of the file, because the records after it must not be lost.
 */
export function readRecords(
  file: number,
  path: string,
  take: (kind: number, number: number, offset: number, body: Buffer) => void,
): number {
  const { size } = fstatSync(file);
  let buffer = Buffer.allocUnsafe(Math.min(blockSize, size));
  let start = 0;
  let filled = 0;
  let at = 0;
  /** Makes the given number of bytes from `at` available. Returns false if the file is shorter. */
  const need = (length: number): boolean => {
    if (at + length > size) return false;
    if (at + length <= start + filled) return true;
    if (length > buffer.length) buffer = Buffer.allocUnsafe(length);
    start = at;
    filled = 0;
    const requested = Math.min(buffer.length, size - start);
    while (filled < requested) {
      const count = readSync(file, buffer, filled, requested - filled, start + filled);
      if (count === 0) break;
      filled += count;
    }
    return filled >= length;
  };
  while (need(headLength)) {
    const length = buffer.readUInt32BE(at - start);
    // A file that was extended before a power failure ends in zeros.
    if (length === 0 && buffer.subarray(at - start, filled).every((byte) => byte === 0)) break;
    if (length < headLength || length > maxLength) throw damagedError(path, at);
    if (!need(length)) break;
    const record = buffer.subarray(at - start, at - start + length);
    if (crc32(record.subarray(8)) !== record.readUInt32BE(4)) {
      if (at + length === size) break;
      throw damagedError(path, at);
    }
    take(record[8] ?? 0, record.readUIntBE(9, 6), at + headLength, record.subarray(headLength));
    at += length;
  }
  return at;
}

function damagedError(path: string, at: number): Error {
  return new FixStoreError('damaged', `The FIX store "${path}" is damaged at byte ${at}`);
}
