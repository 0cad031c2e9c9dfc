import { entryDigest, firstDigest } from './digest.js';
import { JournalError } from './error.js';

/** An entry that is missing, or not what was stored. */
export interface Damage {
  readonly code: 'gap' | 'altered';
  readonly number: number;
}

/** The error that reports a damaged entry. */
export function damageError({ code, number }: Damage): JournalError {
  const what = code === 'gap' ? 'is missing' : 'was altered, or is incomplete';
  return new JournalError(code, `Entry ${number} of the journal ${what}.`, { number });
}

/** Number, text and digest of an entry. */
export type EntryRow = readonly [number: number, text: string, digest: string];

/**
 * Finds the first damaged entry in rows.
 *
 * @param rows stored entries in order, from the one before the first that is checked, if there is one
 * @param from first entry to check, and `to` the last one
 */
export function damageIn(rows: Iterable<EntryRow>, from: number, to: number): Damage | undefined {
  let expected = Math.max(1, from - 1);
  let previous = from === 1 ? firstDigest : undefined;
  for (const [number, text, digest] of rows) {
    if (number !== expected) return { code: 'gap', number: expected };
    if (previous !== undefined && entryDigest(text, previous) !== digest)
      return { code: 'altered', number };
    previous = digest;
    expected += 1;
  }
  return expected <= to ? { code: 'gap', number: expected } : undefined;
}
