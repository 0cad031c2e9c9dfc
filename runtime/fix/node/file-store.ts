import {
  closeSync,
  constants,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  realpathSync,
  writeSync,
} from 'node:fs';
import type { FixStore } from '../store/store.js';
import { type FileLock, lockFile } from './lock.js';
import { Places } from './places.js';
import {
  expectRecord,
  headLength,
  messageRecord,
  numberRecord,
  readRecords,
  writeRecord,
} from './records.js';

/** How a session is kept in a file. */
export interface FileFixStoreOptions {
  /** Waits until the disk has what is written, so that it survives a loss of power and not only the end of the process. Default no. */
  readonly sync?: boolean;
}

/**
 * A store that is one file, to which records are appended before what they say is sent. It survives the end of the process at any moment: a
 * record that was cut short is dropped when the file is opened again. A lock beside it, `<path>.lock`, keeps it from being opened twice
 * until it is closed or its process has ended.
 *
 * @throws {Error} that says who has the file open, or what `node:fs` throws for one that can not be opened, read or written
 */
export function fileFixStore(path: string, { sync = false }: FileFixStoreOptions = {}): FixStore {
  // Not "a+": records overwrite a tail that was cut short.
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  const lock = orClose(file, () => lockFile(realpathSync(path)));
  const places = new Places();
  let nextOutgoing = 1;
  let nextIncoming = 1;
  let size = orClose(file, recover, lock);
  let pending = Buffer.allocUnsafe(64 * 1024);
  let filled = 0;
  let isExpectPending = false;

  function recover(): number {
    const end = readRecords(file, path, (kind, number, offset, length) => {
      if (kind === expectRecord) nextIncoming = number;
      else {
        nextOutgoing = number + 1;
        if (kind === messageRecord) places.set(number, offset, length);
      }
    });
    ftruncateSync(file, end);
    return end;
  }

  function add(kind: number, number: number, body: Uint8Array | undefined): void {
    const length = headLength + (body?.length ?? 0);
    if (filled + length > pending.length) {
      const larger = Buffer.allocUnsafe(Math.max(pending.length * 2, filled + length));
      pending.copy(larger, 0, 0, filled);
      pending = larger;
    }
    writeRecord(pending.subarray(filled, filled + length), kind, number, body);
    filled += length;
  }

  function flush(): void {
    if (isExpectPending) {
      isExpectPending = false;
      add(expectRecord, nextIncoming, undefined);
    }
    if (filled === 0) return;
    for (let written = 0; written < filled;) {
      written += writeSync(file, pending, written, filled - written, size + written);
    }
    size += filled;
    filled = 0;
    if (sync) fsyncSync(file);
  }

  return {
    get nextOutgoing() {
      return nextOutgoing;
    },
    get nextIncoming() {
      return nextIncoming;
    },
    append(sequence, bytes) {
      nextOutgoing = sequence + 1;
      if (bytes === undefined) return add(numberRecord, sequence, undefined);
      places.set(sequence, size + filled + headLength, bytes.length);
      add(messageRecord, sequence, bytes);
    },
    *read(from, to) {
      flush();
      const last = Math.min(to, nextOutgoing - 1);
      for (let sequence = Math.max(from, 1); sequence <= last; sequence++) {
        const length = places.lengthOf(sequence);
        if (length === 0) continue;
        const bytes = new Uint8Array(length);
        readSync(file, bytes, 0, length, places.offsetOf(sequence));
        yield [sequence, bytes];
      }
    },
    expect(sequence) {
      // Only the last of them counts, so a batch of messages leaves one record.
      nextIncoming = sequence;
      isExpectPending = true;
    },
    reset() {
      nextOutgoing = 1;
      nextIncoming = 1;
      filled = 0;
      isExpectPending = false;
      places.clear();
      ftruncateSync(file, 0);
      size = 0;
    },
    flush,
    close() {
      try {
        flush();
      } finally {
        closeSync(file);
        lock.release();
      }
    },
  };
}

/** Does what may fail with a file that must not stay open then. */
function orClose<Result>(file: number, work: () => Result, lock?: FileLock): Result {
  try {
    return work();
  } catch (error) {
    closeSync(file);
    lock?.release();
    throw error;
  }
}
