import { type Damage, damageIn } from './damage.js';
import { JournalError } from './error.js';
import { Followers } from './followers.js';
import type { Following, Journal, Remembered, StoredEntry, StoredSnapshot } from './journal.js';
import { SingleUse } from './single-use.js';

/** Creates a journal that ends with the process: for tests, and for trying things out. */
export function memoryJournal(): Journal {
  return new MemoryJournal();
}

class MemoryJournal implements Journal {
  readonly kind = 'memory';
  readonly isFlushed = true;
  readonly #entries: StoredEntry[] = [];
  readonly #snapshots: StoredSnapshot[] = [];
  #damaged: number | undefined;
  readonly #used = new SingleUse();
  readonly #followers = new Followers((from) => this.read(from));

  append(entries: readonly StoredEntry[]): Promise<void> {
    this.#entries.push(...entries);
    this.#followers.wake();
    return Promise.resolve();
  }

  async *read(from: number): AsyncIterable<StoredEntry> {
    const [first] = this.#entries;
    const offset = first?.number ?? 1;
    for (let at = Math.max(0, from - offset); at < this.#entries.length; at += 1) {
      const entry = this.#entries[at];
      if (entry !== undefined) yield entry;
    }
  }

  follow(from: number, listener: (entry: StoredEntry) => void | Promise<void>): Following {
    return this.#followers.add(from, listener);
  }

  findDamage(from: number, to: number): Promise<Damage | undefined> {
    const rows = this.#entries
      .filter(({ number }) => number >= from - 1 && number <= to)
      .map(({ number, text, digest }) => [number, text, digest] as const);
    return Promise.resolve(damageIn(rows, from, to));
  }

  markDamaged(number: number | undefined): Promise<void> {
    this.#damaged = number;
    return Promise.resolve();
  }

  damagedEntry(): Promise<number | undefined> {
    return Promise.resolve(this.#damaged);
  }

  saveSnapshot(snapshot: StoredSnapshot): Promise<void> {
    this.#snapshots.push(snapshot);
    return Promise.resolve();
  }

  newestSnapshot(before = Number.POSITIVE_INFINITY): Promise<StoredSnapshot | undefined> {
    return Promise.resolve(this.#snapshots.findLast(({ number }) => number < before));
  }

  remember(owner: string, value: string, until: number, now: number): Remembered {
    return this.#used.add(owner, value, until, now) ? 'new' : 'seen';
  }

  backUp(): Promise<void> {
    return Promise.reject(
      new JournalError('failed', 'A journal in memory has no backup; use --journal sqlite:FILE'),
    );
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
