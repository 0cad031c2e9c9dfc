import { Worker } from 'node:worker_threads';
import type { Damage } from './damage.js';
import { JournalError } from './error.js';
import { Followers } from './followers.js';
import type { Following, Journal, Remembered, StoredEntry, StoredSnapshot } from './journal.js';
import { SingleUse } from './single-use.js';
import type { RememberedRow, WorkerCalls, WorkerReply } from './sqlite-calls.js';

/** Number of entries that are read at a time. */
const readSize = 2000;

/** Options of {@link openSqliteJournal}. */
export interface SqliteJournalOptions {
  /** The worker's module. Default: the one beside this one. */
  readonly worker?: URL;
}

/**
 * Opens a journal in a file, which is created if it does not exist. A thread does the work, so that deciding continues while the disk
 * works. A commit survives a loss of power.
 *
 * @throws {JournalError} `locked` if another process uses the file, `driver` if better-sqlite3 is not installed, `version` for a file
 * of another release, `failed` if it cannot be opened
 */
export async function openSqliteJournal(
  path: string,
  { worker = new URL('./sqlite-worker.js', import.meta.url) }: SqliteJournalOptions = {},
): Promise<Journal> {
  const calls = new WorkerCaller(worker);
  try {
    const { remembered } = await calls.call('open', { path });
    return new SqliteJournal(calls, remembered);
  } catch (error) {
    await calls.end();
    throw error;
  }
}

class SqliteJournal implements Journal {
  readonly kind = 'sqlite';
  readonly #calls: WorkerCaller;
  readonly #used = new SingleUse();
  readonly #followers = new Followers((from) => this.read(from));
  /** Values that the next append stores. */
  #pending: RememberedRow[] = [];
  #appending = 0;
  /** Time up to which single-use values have expired, by the clock of whoever remembers them. */
  #now = 0;

  constructor(calls: WorkerCaller, remembered: readonly RememberedRow[]) {
    this.#calls = calls;
    for (const [owner, value, until] of remembered) this.#used.add(owner, value, until, 0);
  }

  get isFlushed(): boolean {
    return this.#pending.length === 0 && this.#appending === 0;
  }

  async append(entries: readonly StoredEntry[]): Promise<void> {
    const remembered = this.#pending;
    this.#pending = [];
    // The worker executes calls in order, so everything that was remembered is durable when this one has ended.
    this.#appending += 1;
    try {
      await this.#calls.call('append', { entries, remembered, now: this.#now });
    } finally {
      this.#appending -= 1;
    }
    if (entries.length > 0) this.#followers.wake();
  }

  async *read(from: number): AsyncIterable<StoredEntry> {
    let next = from;
    for (;;) {
      const entries = await this.#calls.call('read', { from: next, limit: readSize });
      yield* entries;
      const last = entries.at(-1);
      if (last === undefined || entries.length < readSize) return;
      next = last.number + 1;
    }
  }

  follow(from: number, listener: (entry: StoredEntry) => void | Promise<void>): Following {
    return this.#followers.add(from, listener);
  }

  findDamage(from: number, to: number): Promise<Damage | undefined> {
    return this.#calls.call('findDamage', { from, to });
  }

  markDamaged(number: number | undefined): Promise<void> {
    return this.#calls.call('markDamaged', { number });
  }

  damagedEntry(): Promise<number | undefined> {
    return this.#calls.call('damagedEntry', {});
  }

  saveSnapshot(snapshot: StoredSnapshot): Promise<void> {
    return this.#calls.call('saveSnapshot', snapshot);
  }

  newestSnapshot(before = Number.MAX_SAFE_INTEGER): Promise<StoredSnapshot | undefined> {
    return this.#calls.call('newestSnapshot', { before });
  }

  remember(owner: string, value: string, until: number, now: number): Remembered {
    this.#now = Math.max(this.#now, now);
    if (!this.#used.add(owner, value, until, now)) return 'seen';
    this.#pending.push([owner, value, until]);
    return 'new';
  }

  backUp(path: string): Promise<void> {
    return this.#calls.call('backUp', { path });
  }

  async close(): Promise<void> {
    if (!this.isFlushed) await this.append([]);
    await this.#calls.call('close', {});
    await this.#calls.end();
  }
}

/** Calls the worker. Replies arrive in the order of the calls. */
class WorkerCaller {
  readonly #worker: Worker;
  readonly #waiting: { resolve(value: never): void; reject(error: unknown): void }[] = [];
  #failure: unknown;

  constructor(url: URL) {
    this.#worker = new Worker(url);
    this.#worker.on('message', (reply: WorkerReply) => {
      const waiting = this.#waiting.shift();
      if ('error' in reply) {
        const { code, message } = reply.error;
        waiting?.reject(new JournalError(code, message));
      } else waiting?.resolve(reply.result as never);
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new JournalError('closed', 'The journal was closed')));
  }

  call<Name extends keyof WorkerCalls>(
    name: Name,
    data: WorkerCalls[Name]['data'],
  ): Promise<WorkerCalls[Name]['result']> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) {
        reject(this.#failure);
        return;
      }
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage({ name, data });
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}
