import type { Entry } from '../domain/engine.js';
import { type Damage, damageError } from './damage.js';
import { firstDigest } from './digest.js';
import { type Journal, readEntry, type StoredSnapshot } from './journal.js';
import { isIntact } from './snapshot.js';

/** Number of entries that are checked at a time before the state is used. */
const checkSize = 10_000;

/** Number of parts that are checked at the same time. A database has more than one processor. */
const parallelChecks = 3;

/** A state that a journal is applied to. */
export interface Loadable {
  readonly number: number;
  apply(entry: Entry): void;
  load(text: string): void;
}

/** Result of {@link loadJournal}. */
export interface Loaded {
  /** Digest of the last entry. */
  readonly digest: string;
  /** Number of the last entry that was not checked; 0 if all were. */
  readonly unchecked: number;
}

/**
 * Loads the newest intact snapshot of a journal, and applies the entries after it. Every entry that is applied is checked, and a number of
 * those that the snapshot reflects: all of them if the journal was found to be damaged, so that nothing is served before it is whole.
 *
 * @param checked how many of the entries that the snapshot reflects are checked; the newest ones. Default: all
 * @throws {JournalError} `altered` or `gap`, with the number of the first entry that is not what was stored
 */
export async function loadJournal(
  journal: Journal,
  state: Loadable,
  checked: number = Number.POSITIVE_INFINITY,
): Promise<Loaded> {
  const wasDamaged = (await journal.damagedEntry()) !== undefined;
  const snapshot = await intactSnapshot(journal);
  const start = snapshot?.number ?? 0;
  const unchecked = wasDamaged ? 0 : Math.max(0, start - checked);
  // The state is read while the journal checks what is stored. Damage that it finds is reported first.
  const loading = snapshot && loadSnapshot(journal, state, snapshot);
  loading?.catch(() => undefined);
  await checkEntries(journal, unchecked + 1, start);
  await loading;
  let digest = snapshot?.entryDigest ?? firstDigest;
  let number = start;
  for await (const stored of journal.read(start + 1)) {
    number += 1;
    state.apply(readEntry(stored, number, digest));
    ({ digest } = stored);
  }
  if (wasDamaged) await journal.markDamaged(undefined);
  return { digest, unchecked };
}

/**
 * Checks entries, several parts of them at the same time.
 *
 * @throws {JournalError} for the first one that is damaged
 */
async function checkEntries(journal: Journal, first: number, last: number): Promise<void> {
  let next = first;
  const found: Damage[] = [];
  const checkParts = async (): Promise<void> => {
    while (next <= last && found.length === 0) {
      const from = next;
      next += checkSize;
      const damage = await journal.findDamage(from, Math.min(last, from + checkSize - 1));
      if (damage !== undefined) found.push(damage);
    }
  };
  await Promise.all(Array.from({ length: parallelChecks }, checkParts));
  const [damage] = found.toSorted((left, right) => left.number - right.number);
  if (damage !== undefined) throw damageError(damage);
}

async function loadSnapshot(
  journal: Journal,
  state: Loadable,
  { number, entryDigest, text }: StoredSnapshot,
): Promise<void> {
  for await (const last of journal.read(number)) {
    if (last.number !== number) break;
    if (last.digest !== entryDigest) throw damageError({ code: 'altered', number });
    state.load(text);
    return;
  }
  throw damageError({ code: 'gap', number });
}

async function intactSnapshot(journal: Journal): Promise<StoredSnapshot | undefined> {
  let snapshot = await journal.newestSnapshot();
  while (snapshot !== undefined && !isIntact(snapshot))
    snapshot = await journal.newestSnapshot(snapshot.number);
  return snapshot;
}
