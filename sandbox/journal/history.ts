import { setTimeout } from 'node:timers/promises';
import { type Damage, damageError } from './damage.js';
import { JournalError } from './error.js';
import type { Journal } from './journal.js';

/** Number of entries that are checked at a time. An append waits for that many at most: about two milliseconds. */
const checkSize = 500;

/** Milliseconds until a database that did not respond is asked again. */
const pause = 1000;

/** Checks the entries that were not checked before the state was used, oldest first, while it is used. */
export class HistoryCheck {
  readonly #journal: Journal;
  readonly #last: number;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;

  /** @param last the last entry to check */
  constructor(journal: Journal, last: number) {
    this.#journal = journal;
    this.#last = last;
  }

  /** Begins to check. Damage is stored in the journal, so that nothing is served from it again, and reported. */
  start(onDamage: (error: unknown) => void): void {
    this.#running ??= this.#check().catch((error: unknown) => {
      if (!this.#closing.signal.aborted) onDamage(error);
    });
  }

  /** Resolves when all entries were checked, or damage was reported. */
  async done(): Promise<void> {
    await this.#running;
  }

  /** Ends the check. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  /**
   * Checks entries that are about to be shown.
   *
   * @throws {JournalError} `altered` or `gap` if one is damaged
   */
  async requireIntact(from: number, to: number): Promise<void> {
    const damage = await this.#findDamage(from, to);
    if (damage === undefined) return;
    await this.#journal.markDamaged(damage.number);
    throw damageError(damage);
  }

  async #check(): Promise<void> {
    const { signal } = this.#closing;
    for (let from = 1; from <= this.#last && !signal.aborted; from += checkSize)
      await this.requireIntact(from, Math.min(this.#last, from + checkSize - 1));
  }

  async #findDamage(from: number, to: number): Promise<Damage | undefined> {
    for (;;)
      try {
        return await this.#journal.findDamage(from, to);
      } catch (error) {
        if (!(error instanceof JournalError) || error.code !== 'unreachable') throw error;
        await setTimeout(pause, undefined, { signal: this.#closing.signal });
      }
  }
}
