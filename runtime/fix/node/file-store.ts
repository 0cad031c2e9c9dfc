import {
  closeSync,
  constants,
  fdatasync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import {
  type FixChange,
  type FixStore,
  FixStoreError,
  type FixStoredMessage,
  type FixStoreIdentity,
} from '../store/store.js';
import { GroupSync } from './group-sync.js';
import { type FileLock, lockFile } from './lock.js';
import { MessageOffsets } from './message-offsets.js';
import {
  changeRecord,
  expectRecord,
  headLength,
  identityRecord,
  messageRecord,
  readChange,
  readRecords,
  writeChange,
  writeIdentity,
} from './records.js';

/** Options of {@link fileFixStore}. */
export interface FileFixStoreOptions {
  /**
   * If true, a commit waits until the disk has stored it, so that it survives a loss of power and not only the end of
   * the process. Concurrent commits share the wait. Default: false.
   */
  readonly sync?: boolean;
  /** Milliseconds that a commit waits for others, to share the disk's sync with them. Default: 0, one turn of the event loop. */
  readonly syncDelay?: number;
}

/**
 * Opens a store in a single file, to which each change is appended as a record.
 *
 * The file survives the end of the process at any moment: a truncated last record is dropped when the file is opened
 * again. A lock file, `<path>.lock`, prevents a second use until the store is closed or its process has ended.
 *
 * @throws {FixStoreError} `in-use`, naming the process that
 * has the file open; `damaged` for a file that cannot be read.
 * @throws {Error} the error of `node:fs` for a file that cannot be opened, read or written.
 */
export function fileFixStore(path: string, options: FileFixStoreOptions = {}): FixStore {
  return openStoreFile(path, options, undefined);
}

/** Opens a store file that also contains the CompIDs of its session, so that the sessions of a folder can be listed. */
export function openStoreFile(
  path: string,
  options: FileFixStoreOptions,
  identity: FixStoreIdentity | undefined,
): FixStore {
  // Not "a+": new records overwrite a truncated tail.
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    const resolvedPath = realpathSync(path);
    const lock = lockFile(resolvedPath);
    try {
      if (options.sync === true) syncFolder(resolvedPath);
      return new FileFixStore(file, path, resolvedPath, lock, options, identity);
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

class FileFixStore implements FixStore {
  nextOutgoing = 1;
  nextIncoming = 1;
  /** The operating system keeps what was written, even if this process ends. */
  readonly isKeptOnReturn = true;
  #file: number;
  /** The path as given by the program, and the resolved path. */
  readonly #path: string;
  readonly #resolvedPath: string;
  readonly #lock: FileLock;
  readonly #sync: GroupSync | undefined;
  readonly #offsets = new MessageOffsets();
  #identity: FixStoreIdentity | undefined;
  #size = 0;
  /** Number of bytes that have reached the disk. */
  #syncedSize = 0;
  /** Error that prevents commits until the store is loaded again. */
  #failure: unknown;
  #isClosed = false;

  constructor(
    file: number,
    path: string,
    resolvedPath: string,
    lock: FileLock,
    { sync = false, syncDelay = 0 }: FileFixStoreOptions,
    identity: FixStoreIdentity | undefined,
  ) {
    this.#file = file;
    this.#path = path;
    this.#resolvedPath = resolvedPath;
    this.#lock = lock;
    this.#sync = sync
      ? new GroupSync(
          {
            mark: () => this.#mark(),
            sync: (done) => fdatasync(this.#file, done),
            onFailure: (error) => {
              this.#failure = error;
              this.#size = this.#syncedSize;
            },
          },
          syncDelay,
        )
      : undefined;
    this.#recover();
    if (this.#identity !== undefined || identity === undefined) return;
    this.#write(writeIdentity(identity));
    this.#identity = identity;
  }

  load(): void {
    this.#requireOpen();
    if (!this.#lock.isOwned) {
      throw new FixStoreError('lost', `The FIX store "${this.#path}" was taken over`);
    }
    if (this.#failure === undefined) return;
    // Records that were written partially, or may not have reached the disk, must not reappear.
    ftruncateSync(this.#file, this.#size);
    this.#recover();
    this.#failure = undefined;
  }

  commit(change: FixChange, transaction?: unknown): void | Promise<void> {
    this.#requireOpen();
    if (transaction !== undefined) {
      throw new FixStoreError('unsupported', 'A file store does not support database transactions');
    }
    if (this.#failure !== undefined) throw this.#failure;
    const record = writeChange(change);
    if (change.isReset) this.#replace(record);
    else this.#write(record);
    const start = this.#size - record.length + headLength;
    readChange(record.subarray(headLength), (sequence, offset, length) => {
      this.#offsets.set(sequence, start + offset, length);
    });
    this.nextOutgoing = change.nextOutgoing;
    this.nextIncoming = change.nextIncoming;
    return this.#sync?.wait();
  }

  read(from: number, to: number, limit: number): readonly FixStoredMessage[] {
    this.#requireOpen();
    const last = Math.min(to, this.nextOutgoing - 1);
    const messages: FixStoredMessage[] = [];
    for (let sequence = Math.max(from, 1); sequence <= last; sequence++) {
      const length = this.#offsets.lengthOf(sequence);
      if (length === 0) continue;
      if (messages.length >= limit) break;
      const bytes = new Uint8Array(length);
      const offset = this.#offsets.offsetOf(sequence);
      if (readSync(this.#file, bytes, 0, length, offset) < length) {
        throw new FixStoreError('damaged', `The FIX store "${this.#path}" ends at byte ${offset}`);
      }
      messages.push([sequence, bytes]);
    }
    return messages;
  }

  close(): void | Promise<void> {
    if (this.#isClosed) return undefined;
    this.#isClosed = true;
    const last = this.#sync?.finish();
    if (last === undefined) return this.#release();
    return last.finally(() => this.#release());
  }

  /** Reads the records of the file, and drops a truncated last one. */
  #recover(): void {
    this.#offsets.clear();
    this.nextOutgoing = 1;
    this.nextIncoming = 1;
    this.#size = readRecords(this.#file, this.#path, (kind, number, offset, body) => {
      if (kind === identityRecord) this.#identity = readIdentity(body);
      else if (kind === expectRecord) this.nextIncoming = number;
      else if (kind === changeRecord) {
        this.nextIncoming = number;
        this.nextOutgoing = readChange(body, (sequence, recordOffset, length) => {
          this.#offsets.set(sequence, offset + recordOffset, length);
        });
      } else {
        this.nextOutgoing = number + 1;
        if (kind === messageRecord) this.#offsets.set(number, offset, body.length);
      }
    });
    ftruncateSync(this.#file, this.#size);
    // Data written by a killed process may not have reached the disk yet.
    if (this.#sync !== undefined) fsyncSync(this.#file);
    this.#syncedSize = this.#size;
  }

  #write(record: Uint8Array): void {
    try {
      writeFully(this.#file, record, this.#size);
    } catch (error) {
      this.#failure = error;
      throw error;
    }
    this.#size += record.length;
  }

  /** Restarts the file with one record. A new file replaces the old one, which is kept if anything fails. */
  #replace(record: Uint8Array): void {
    const head = this.#identity === undefined ? Buffer.alloc(0) : writeIdentity(this.#identity);
    const draft = `${this.#resolvedPath}.new`;
    const file = openSync(draft, constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC, 0o600);
    try {
      writeFully(file, Buffer.concat([head, record]), 0);
      if (this.#sync !== undefined) fsyncSync(file);
      renameSync(draft, this.#resolvedPath);
      if (this.#sync !== undefined) syncFolder(this.#resolvedPath);
    } catch (error) {
      this.#failure = error;
      closeSync(file);
      throw error;
    }
    const previous = this.#file;
    const last = this.#sync?.finish();
    this.#file = file;
    if (last === undefined) closeSync(previous);
    else void last.catch(() => undefined).then(() => closeSync(previous));
    this.#offsets.clear();
    this.#size = head.length + record.length;
    this.#syncedSize = this.#size;
  }

  /** Returns a function that records the current size as synced. */
  #mark(): () => void {
    const file = this.#file;
    const size = this.#size;
    return () => {
      // The file may have been replaced in the meantime.
      if (file === this.#file) this.#syncedSize = Math.max(this.#syncedSize, size);
    };
  }

  #requireOpen(): void {
    if (!this.#isClosed) return;
    throw new FixStoreError('closed', `The FIX store "${this.#path}" was closed`);
  }

  #release(): void {
    closeSync(this.#file);
    this.#lock.release();
  }
}

function writeFully(file: number, bytes: Uint8Array, position: number): void {
  for (let written = 0; written < bytes.length;) {
    const count = writeSync(file, bytes, written, bytes.length - written, position + written);
    if (count === 0) throw new Error('The disk accepts no more data');
    written += count;
  }
}

/** Syncs the folder of a file: a new file can be lost without its directory entry. */
function syncFolder(path: string): void {
  const folder = openSync(dirname(path), constants.O_RDONLY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Parses the identity that {@link writeIdentity} wrote. */
export function readIdentity(body: Uint8Array): FixStoreIdentity | undefined {
  const value: unknown = JSON.parse(Buffer.from(body).toString());
  if (typeof value !== 'object' || value === null) return undefined;
  const { beginString, senderCompId, targetCompId } = value as Record<string, unknown>;
  const isComplete =
    typeof beginString === 'string' &&
    typeof senderCompId === 'string' &&
    typeof targetCompId === 'string';
  return isComplete ? { beginString, senderCompId, targetCompId } : undefined;
}
