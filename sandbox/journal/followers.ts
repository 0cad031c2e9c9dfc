import type { Following, Journal, StoredEntry } from './journal.js';

/** The listeners of a journal. Each has a cursor, and reads what it has not seen when it is woken. */
export class Followers {
  readonly #read: Journal['read'];
  readonly #wake = new Set<() => void>();

  constructor(read: Journal['read']) {
    this.#read = read;
  }

  /** Adds a listener: see {@link Journal.follow}. */
  add(from: number, listener: (entry: StoredEntry) => void | Promise<void>): Following {
    const cursor = { next: from, isWoken: false, isClosed: false };
    let running: Promise<void> | undefined;
    const run = async (): Promise<void> => {
      cursor.isWoken = false;
      for await (const entry of this.#read(cursor.next)) {
        if (cursor.isClosed) return;
        await listener(entry);
        cursor.next = entry.number + 1;
      }
    };
    const wake = (): void => {
      cursor.isWoken = true;
      running ??= run().finally(() => {
        running = undefined;
        if (cursor.isWoken && !cursor.isClosed) wake();
      });
    };
    this.#wake.add(wake);
    wake();
    return {
      close: async () => {
        cursor.isClosed = true;
        this.#wake.delete(wake);
        await running;
      },
    };
  }

  /** Tells all listeners that there are new entries. */
  wake(): void {
    for (const wake of this.#wake) wake();
  }
}
