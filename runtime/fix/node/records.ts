import { fstatSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** Bytes before the message in a record: its length (4), CRC-32 of what follows the sum (4), kind (1), number (6). */
export const headLength = 15;
/** Longest record that is believed. */
const maxLength = 1 << 30;
/** How much of a file is read at once. */
const block = 1 << 20;

/** A record of a message that was sent, with its bytes. */
export const messageRecord = 1;
/** A record of a message that was sent and is never sent again. */
export const numberRecord = 2;
/** A record of the number that is expected of the peer. */
export const expectRecord = 3;

/** Fills a buffer, which is as long as the record. */
export function writeRecord(
  record: Buffer,
  kind: number,
  sequence: number,
  body: Uint8Array | undefined,
): void {
  record.writeUInt32BE(record.length, 0);
  record[8] = kind;
  record.writeUIntBE(sequence, 9, 6);
  if (body !== undefined) record.set(body, headLength);
  record.writeUInt32BE(crc32(record.subarray(8)), 4);
}

/**
 * Reads the records of a file, and answers where the last whole one ends: what is behind it was cut short when the process that wrote it
 * ended.
 *
 * @throws {Error} for a record in the middle of the file that is not as it was written, because what follows it must not be lost
 */
export function readRecords(
  file: number,
  path: string,
  take: (kind: number, sequence: number, offset: number, length: number) => void,
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
    take(record[8] ?? 0, record.readUIntBE(9, 6), at + headLength, length - headLength);
    at += length;
  }
  return at;
}

function damaged(path: string, at: number): Error {
  return new Error(`The FIX store "${path}" is damaged at byte ${at}`);
}
