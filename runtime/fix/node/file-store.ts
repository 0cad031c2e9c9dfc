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
import { Places } from './places.js';
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

/** How a session is kept in a file. */
export interface FileFixStoreOptions {
  /**
   * Waits until the disk has what was committed, so that it survives a loss of power and not only the end of the process. Commits share the
   * wait. Default no.
   */
  readonly sync?: boolean;
  /** Milliseconds that a commit waits for others to share the disk's wait with. Default 0: those of one turn of the event loop. */
  readonly syncDelay?: number;
}

/**
 * A store that is one file, to which a record of every change is appended. It survives the end of the process at any moment: a record that
 * was cut short is dropped when the file is opened again. A lock beside it, `<path>.lock`, keeps it from being opened twice
 * until it is closed or its process has ended.
 *
 * @throws {FixStoreError} `in-use`, which says who has the file open; `damaged` for one that cannot be read
 * @throws {Error} what `node:fs` throws for a file that cannot be opened, read or written
 */
export function fileFixStore(path: string, options: FileFixStoreOptions = {}): FixStore {
  return openStoreFile(path, options, undefined);
}

/** The same for a session whose CompIDs are in the file, so that a list of files can show them. */
export function openStoreFile(
  path: string,
  options: FileFixStoreOptions,
  identity: FixStoreIdentity | undefined,
): FixStore {
  // Not "a+": records overwrite a tail that was cut short.
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    const whole = realpathSync(path);
    const lock = lockFile(whole);
    try {
      if (options.sync === true) syncFolder(whole);
      return new FileFixStore(file, path, whole, lock, options, identity);
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
  /** What was written is the system's to keep, whatever becomes of this process. */
  readonly isKeptOnReturn = true;
  #file: number;
  /** As the program calls it, and as the system does. */
  readonly #path: string;
  readonly #whole: string;
  readonly #lock: FileLock;
  readonly #sync: GroupSync | undefined;
  readonly #places = new Places();
  #identity: FixStoreIdentity | undefined;
  #size = 0;
  /** As much of it as the disk has. */
  #syncedSize = 0;
  /** What keeps it from committing until it is loaded again. */
  #failure: unknown;
  #isClosed = false;

  constructor(
    file: number,
    path: string,
    whole: string,
    lock: FileLock,
    { sync = false, syncDelay = 0 }: FileFixStoreOptions,
    identity: FixStoreIdentity | undefined,
  ) {
    this.#file = file;
    this.#path = path;
    this.#whole = whole;
    this.#lock = lock;
    this.#sync = sync
      ? new GroupSync(
          {
            mark: () => this.#mark(),
            sync: (done) => fdatasync(this.#file, done),
            failed: (error) => {
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
    this.#demandOpen();
    if (!this.#lock.isOurs) {
      throw new FixStoreError('lost', `The FIX store "${this.#path}" was taken over`);
    }
    if (this.#failure === undefined) return;
    // What was written in part, or may not be on the disk, must not come back.
    ftruncateSync(this.#file, this.#size);
    this.#recover();
    this.#failure = undefined;
  }

  commit(change: FixChange, transaction?: unknown): void | Promise<void> {
    this.#demandOpen();
    if (transaction !== undefined) {
      throw new FixStoreError('unsupported', 'A file takes no part in transactions of a database');
    }
    if (this.#failure !== undefined) throw this.#failure;
    const record = writeChange(change);
    if (change.isReset) this.#replace(record);
    else this.#write(record);
    const start = this.#size - record.length + headLength;
    readChange(record.subarray(headLength), (sequence, offset, length) => {
      this.#places.set(sequence, start + offset, length);
    });
    this.nextOutgoing = change.nextOutgoing;
    this.nextIncoming = change.nextIncoming;
    return this.#sync?.wait();
  }

  read(from: number, to: number, limit: number): readonly FixStoredMessage[] {
    this.#demandOpen();
    const last = Math.min(to, this.nextOutgoing - 1);
    const found: FixStoredMessage[] = [];
    for (let sequence = Math.max(from, 1); sequence <= last; sequence++) {
      const length = this.#places.lengthOf(sequence);
      if (length === 0) continue;
      if (found.length >= limit) break;
      const bytes = new Uint8Array(length);
      const offset = this.#places.offsetOf(sequence);
      if (readSync(this.#file, bytes, 0, length, offset) < length) {
        throw new FixStoreError('damaged', `The FIX store "${this.#path}" ends at byte ${offset}`);
      }
      found.push([sequence, bytes]);
    }
    return found;
  }

  close(): void | Promise<void> {
    if (this.#isClosed) return undefined;
    this.#isClosed = true;
    const last = this.#sync?.finish();
    if (last === undefined) return this.#release();
    return last.finally(() => this.#release());
  }

  /** Reads what the file has, and drops a last record that was cut short. */
  #recover(): void {
    this.#places.clear();
    this.nextOutgoing = 1;
    this.nextIncoming = 1;
    this.#size = readRecords(this.#file, this.#path, (kind, number, offset, body) => {
      if (kind === identityRecord) this.#identity = readIdentity(body);
      else if (kind === expectRecord) this.nextIncoming = number;
      else if (kind === changeRecord) {
        this.nextIncoming = number;
        this.nextOutgoing = readChange(body, (sequence, at, length) => {
          this.#places.set(sequence, offset + at, length);
        });
      } else {
        this.nextOutgoing = number + 1;
        if (kind === messageRecord) this.#places.set(number, offset, body.length);
      }
    });
    ftruncateSync(this.#file, this.#size);
    // What a process that was killed has written may not be on the disk yet.
    if (this.#sync !== undefined) fsyncSync(this.#file);
    this.#syncedSize = this.#size;
  }

  #write(record: Uint8Array): void {
    try {
      writeWhole(this.#file, record, this.#size);
    } catch (error) {
      this.#failure = error;
      throw error;
    }
    this.#size += record.length;
  }

  /** Begins the file anew with one record. A file of its own takes the place of the old one, which stays if anything fails. */
  #replace(record: Uint8Array): void {
    const head = this.#identity === undefined ? Buffer.alloc(0) : writeIdentity(this.#identity);
    const draft = `${this.#whole}.new`;
    const file = openSync(draft, constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC, 0o600);
    try {
      writeWhole(file, Buffer.concat([head, record]), 0);
      if (this.#sync !== undefined) fsyncSync(file);
      renameSync(draft, this.#whole);
      if (this.#sync !== undefined) syncFolder(this.#whole);
    } catch (error) {
      this.#failure = error;
      closeSync(file);
      throw error;
    }
    const former = this.#file;
    const last = this.#sync?.finish();
    this.#file = file;
    if (last === undefined) closeSync(former);
    else void last.catch(() => undefined).then(() => closeSync(former));
    this.#places.clear();
    this.#size = head.length + record.length;
    this.#syncedSize = this.#size;
  }

  /** What the disk has when it has all that is written now. */
  #mark(): () => void {
    const file = this.#file;
    const size = this.#size;
    return () => {
      // The file may have begun anew in the meantime.
      if (file === this.#file) this.#syncedSize = Math.max(this.#syncedSize, size);
    };
  }

  #demandOpen(): void {
    if (!this.#isClosed) return;
    throw new FixStoreError('closed', `The FIX store "${this.#path}" was closed`);
  }

  #release(): void {
    closeSync(this.#file);
    this.#lock.release();
  }
}

function writeWhole(file: number, bytes: Uint8Array, position: number): void {
  for (let written = 0; written < bytes.length;) {
    const count = writeSync(file, bytes, written, bytes.length - written, position + written);
    if (count === 0) throw new Error('The disk takes nothing more');
    written += count;
  }
}

/** Waits until the disk has the names of a file's folder: a new file is gone without its name. */
function syncFolder(path: string): void {
  const folder = openSync(dirname(path), constants.O_RDONLY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Whose session it is, by what {@link writeIdentity} wrote. */
export function readIdentity(body: Uint8Array): FixStoreIdentity | undefined {
  const value: unknown = JSON.parse(Buffer.from(body).toString());
  if (typeof value !== 'object' || value === null) return undefined;
  const { beginString, senderCompId, targetCompId } = value as Record<string, unknown>;
  const isWhole =
    typeof beginString === 'string' &&
    typeof senderCompId === 'string' &&
    typeof targetCompId === 'string';
  return isWhole ? { beginString, senderCompId, targetCompId } : undefined;
}
