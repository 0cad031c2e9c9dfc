import { fstatSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { type FixChange, FixStoreError } from '../store/store.js';

/** Bytes before the message in a record: its length (4), CRC-32 of what follows the sum (4), kind (1), number (6). */
export const headLength = 15;
/** Longest record that is believed. */
const maxLength = 1 << 30;
/** How much of a file is read at once. */
const block = 1 << 20;

/** A record of a message that was sent, with its bytes, as earlier versions wrote it. */
export const messageRecord = 1;
/** A record of a message that was sent and is never sent again, as earlier versions wrote it. */
export const numberRecord = 2;
/** A record of the number that is expected of the peer, as earlier versions wrote it. */
export const expectRecord = 3;
/**
 * A record of a whole change, its number the one that is expected of the peer: the number of the next message (6), and for each message its
 * number (6), its length (4) and its bytes.
 */
export const changeRecord = 4;
/** A record of whose session it is, as JSON. */
export const identityRecord = 5;

/** The record of a change, and where its messages lie in it. */
export function writeChange({ nextOutgoing, nextIncoming, messages }: FixChange): Buffer {
  let length = headLength + 6;
  for (const [, bytes] of messages) length += 10 + bytes.length;
  const record = Buffer.allocUnsafe(length);
  record.writeUIntBE(nextOutgoing, headLength, 6);
  let at = headLength + 6;
  for (const [sequence, bytes] of messages) {
    record.writeUIntBE(sequence, at, 6);
    record.writeUInt32BE(bytes.length, at + 6);
    record.set(bytes, at + 10);
    at += 10 + bytes.length;
  }
  return sealed(record, changeRecord, nextIncoming);
}

/** The record of whose session it is. */
export function writeIdentity(identity: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(identity));
  const record = Buffer.allocUnsafe(headLength + body.length);
  record.set(body, headLength);
  return sealed(record, identityRecord, 0);
}

/** A record of that kind whose body is written. */
function sealed(record: Buffer, kind: number, number: number): Buffer {
  record.writeUInt32BE(record.length, 0);
  record[8] = kind;
  record.writeUIntBE(number, 9, 6);
  record.writeUInt32BE(crc32(record.subarray(8)), 4);
  return record;
}

/** Reads a change from its body; `take` is told where each message lies in it. */
export function readChange(
  body: Buffer,
  take: (sequence: number, offset: number, length: number) => void,
): number {
  for (let at = 6; at < body.length;) {
    const length = body.readUInt32BE(at + 6);
    take(body.readUIntBE(at, 6), at + 10, length);
    at += 10 + length;
  }
  return body.readUIntBE(0, 6);
}

/**
 * Reads the records of a file, and answers where the last whole one ends: what is behind it was cut short when the process that wrote it
 * ended.
 *
 * @throws {FixStoreError} `damaged` for a record in the middle of the file that is not as it was written, because what follows it must not be lost
 */
export function readRecords(
  file: number,
  path: string,
  take: (kind: number, number: number, offset: number, body: Buffer) => void,
): number {
  const { size } = fstatSync(file);
  let buffer = Buffer.allocUnsafe(Math.min(block, size));
  let start = 0;
  let filled = 0;
  let at = 0;
  /** Makes that many bytes from `at` on available; no when the file has fewer. */
  const need = (length: number): boolean => {
    if (at + length > size) return false;
    if (at + length <= start + filled) return true;
    if (length > buffer.length) buffer = Buffer.allocUnsafe(length);
    start = at;
    filled = 0;
    const wanted = Math.min(buffer.length, size - start);
    while (filled < wanted) {
      const count = readSync(file, buffer, filled, wanted - filled, start + filled);
      if (count === 0) break;
      filled += count;
    }
    return filled >= length;
  };
  while (need(headLength)) {
    const length = buffer.readUInt32BE(at - start);
    // A file that was made longer before the power failed ends in zeros.
    if (length === 0 && buffer.subarray(at - start, filled).every((byte) => byte === 0)) break;
    if (length < headLength || length > maxLength) throw damaged(path, at);
    if (!need(length)) break;
    const record = buffer.subarray(at - start, at - start + length);
    if (crc32(record.subarray(8)) !== record.readUInt32BE(4)) {
      if (at + length === size) break;
      throw damaged(path, at);
    }
    take(record[8] ?? 0, record.readUIntBE(9, 6), at + headLength, record.subarray(headLength));
    at += length;
  }
  return at;
}

function damaged(path: string, at: number): Error {
  return new FixStoreError('damaged', `The FIX store "${path}" is damaged at byte ${at}`);
}
