import { describe, expect, test } from 'vitest';
import { Engine, type Entry } from '../../sandbox/domain/engine.js';
import type { Journal, StoredEntry, StoredSnapshot } from '../../sandbox/journal/journal.js';
import { firstDigest } from '../../sandbox/journal/digest.js';
import { storedEntry } from '../../sandbox/journal/journal.js';
import { storedSnapshot } from '../../sandbox/journal/snapshot.js';
import { loadJournal } from '../../sandbox/journal/load.js';
import { counter, type CounterSubjects } from './counter.js';

/** Journals for the suite. */
export interface JournalSource {
  /** Opens a new journal. */
  open(): Promise<Journal>;
  /** Opens the same journal again, after it was closed. Absent if it ends with the process. */
  readonly reopen?: () => Promise<Journal>;
}

/** Key of the random bytes in these tests. */
const key = new Uint8Array(32);

/** Creates an engine of counters. */
export function counters(): Engine<CounterSubjects> {
  return new Engine({ counter }, key);
}

/** Executes a number of commands, and returns the stored entries. */
export function addEntries(
  engine: Engine<CounterSubjects>,
  count: number,
  digest: string,
): readonly StoredEntry[] {
  let last = digest;
  return Array.from({ length: count }, (_, index) => {
    const command = { type: 'counter.add', data: { name: `c${index % 3}`, by: BigInt(index + 1) } };
    const outcome = engine.execute({ surface: 'test', caller: '', command, now: 0 });
    const stored = storedEntry((outcome as { readonly entry: Entry }).entry, last);
    last = stored.digest;
    return stored;
  });
}

/** Reads a journal from a number on. */
export async function readAll(journal: Journal, from = 1): Promise<readonly StoredEntry[]> {
  const entries: StoredEntry[] = [];
  for await (const entry of journal.read(from)) entries.push(entry);
  return entries;
}

/** A snapshot after entries that {@link addEntries} has made. */
function intact(entries: readonly StoredEntry[]): StoredSnapshot {
  const engine = counters();
  const { number, digest } = addEntries(engine, entries.length, firstDigest).at(-1) ?? {
    number: 0,
    digest: '',
  };
  return storedSnapshot(number, digest, engine.encode());
}

/** Tests that every journal passes. */
export function testJournal(name: string, source: JournalSource): void {
  describe(`the journal ${name}`, () => {
    test('journal-1: entries are read as they were appended, from any number on', async () => {
      const journal = await source.open();
      const entries = addEntries(counters(), 5, firstDigest);
      await journal.append(entries.slice(0, 2));
      await journal.append([]);
      await journal.append(entries.slice(2));
      expect(await readAll(journal)).toEqual(entries);
      expect(await readAll(journal, 4)).toEqual(entries.slice(3));
      expect(await readAll(journal, 6)).toEqual([]);
      await journal.close();
    });

    test('journal-1: a follower sees every entry once, in order', async () => {
      const journal = await source.open();
      const entries = addEntries(counters(), 40, firstDigest);
      await journal.append(entries.slice(0, 10));
      const seen: number[] = [];
      const following = journal.follow(5, async ({ number }) => {
        await Promise.resolve();
        seen.push(number);
      });
      for (let at = 10; at < 40; at += 10) await journal.append(entries.slice(at, at + 10));
      await expect.poll(() => seen.at(-1)).toBe(40);
      await following.close();
      expect(seen).toEqual(Array.from({ length: 36 }, (_, index) => index + 5));
      await journal.close();
    });

    test('journal-4: the state is loaded from the newest intact snapshot and the entries after it', async () => {
      const journal = await source.open();
      const engine = counters();
      const first = addEntries(engine, 4, firstDigest);
      await journal.append(first);
      const digestOf = (entries: readonly StoredEntry[]): string => entries.at(-1)?.digest ?? '';
      await journal.saveSnapshot(storedSnapshot(4, digestOf(first), engine.encode()));
      const second = addEntries(engine, 3, digestOf(first));
      await journal.append(second);
      const torn = storedSnapshot(7, digestOf(second), engine.encode());
      await journal.saveSnapshot({ ...torn, text: torn.text.slice(0, -5) });
      await journal.append(addEntries(engine, 2, digestOf(second)));
      const { digest } = (await readAll(journal)).at(-1) ?? { digest: '' };
      for (const [checked, unchecked] of [
        [100, 0],
        [4, 0],
        [3, 1],
        [0, 4],
      ]) {
        const loaded = counters();
        expect(await loadJournal(journal, loaded, checked)).toEqual({ digest, unchecked });
        expect(loaded.encode()).toBe(engine.encode());
      }
      await journal.close();
    });

    test('journal-4: a damaged entry is reported by its number', async () => {
      const entries = addEntries(counters(), 6, firstDigest);
      const damaged: readonly (readonly [readonly StoredEntry[], string])[] = [
        [
          entries.map((each) =>
            each.number === 4 ? { ...each, text: each.text.slice(0, -1) } : each,
          ),
          'Entry 4 of the journal was altered, or is incomplete.',
        ],
        [
          entries.map((each) =>
            each.number === 1 ? { ...each, text: each.text.replace('c0', 'c1') } : each,
          ),
          'Entry 1 of the journal was altered, or is incomplete.',
        ],
        [
          entries.map((each) =>
            each.number === 3 ? { ...each, text: entries[1]?.text ?? '' } : each,
          ),
          'Entry 3 of the journal was altered, or is incomplete.',
        ],
        [entries.filter(({ number }) => number !== 3), 'Entry 3 of the journal is missing.'],
        [entries.filter(({ number }) => number !== 1), 'Entry 1 of the journal is missing.'],
      ];
      for (const [list, message] of damaged) {
        const journal = await source.open();
        await journal.append(list);
        await expect(loadJournal(journal, counters())).rejects.toThrow(message);
        // The same before a snapshot.
        await journal.saveSnapshot(intact(entries));
        await expect(loadJournal(journal, counters())).rejects.toThrow(message);
        await journal.close();
      }
    });

    test('journal-4: damage is found in any part of the journal, and between parts', async () => {
      const journal = await source.open();
      const entries = addEntries(counters(), 9, firstDigest);
      const torn = (entry: StoredEntry): StoredEntry => ({ ...entry, text: entry.text.slice(1) });
      await journal.append(
        entries.flatMap((each) =>
          each.number === 4 ? [] : each.number === 7 ? [torn(each)] : [each],
        ),
      );
      const parts: readonly (readonly [number, number, unknown])[] = [
        [1, 3, undefined],
        [2, 3, undefined],
        [1, 4, { code: 'gap', number: 4 }],
        [3, 5, { code: 'gap', number: 4 }],
        [4, 5, { code: 'gap', number: 4 }],
        [5, 6, { code: 'gap', number: 4 }],
        [6, 6, undefined],
        [6, 9, { code: 'altered', number: 7 }],
        [8, 9, undefined],
        [9, 12, { code: 'gap', number: 10 }],
        [11, 12, { code: 'gap', number: 10 }],
      ];
      for (const [from, to, damage] of parts)
        expect([from, to, await journal.findDamage(from, to)]).toEqual([from, to, damage]);
      await journal.close();
    });

    test('journal-4: a snapshot of another entry, or of one that is missing, is not used', async () => {
      const entries = addEntries(counters(), 6, firstDigest);
      for (const [list, checked, message] of [
        [entries.map((each) => ({ ...each, digest: each.digest.toUpperCase() })), 0, 'Entry 6'],
        [entries.slice(0, 5), 0, 'Entry 6 of the journal is missing.'],
        [entries.slice(0, 3), 3, 'Entry 4 of the journal is missing.'],
      ] as const) {
        const journal = await source.open();
        await journal.append(list);
        await journal.saveSnapshot(intact(entries));
        await expect(loadJournal(journal, counters(), checked)).rejects.toThrow(message);
        await journal.close();
      }
    });

    test('journal-4: after damage was found, every entry is checked before the journal is used', async () => {
      const journal = await source.open();
      const entries = addEntries(counters(), 6, firstDigest);
      await journal.append(entries);
      await journal.saveSnapshot(intact(entries));
      expect(await journal.damagedEntry()).toBeUndefined();
      await journal.markDamaged(2);
      await journal.markDamaged(3);
      expect(await journal.damagedEntry()).toBe(3);
      expect(await loadJournal(journal, counters(), 1)).toMatchObject({ unchecked: 0 });
      expect(await journal.damagedEntry()).toBeUndefined();
      expect(await loadJournal(journal, counters(), 1)).toMatchObject({ unchecked: 5 });
      await journal.close();
    });

    test('journal-13: a single-use value is new once', async () => {
      const journal = await source.open();
      expect(await journal.remember('key', 'nonce:1', 100, 10)).toBe('new');
      expect(await journal.remember('key', 'nonce:1', 100, 11)).toBe('seen');
      expect(await journal.remember('other', 'nonce:1', 100, 11)).toBe('new');
      expect(await journal.remember('key', 'nonce:2', 100, 11)).toBe('new');
      await journal.append([]);
      expect(journal.isFlushed).toBe(true);
      await journal.close();
      if (source.reopen === undefined) return;
      const again = await source.reopen();
      expect(await again.remember('key', 'nonce:1', 100, 12)).toBe('seen');
      expect(await again.remember('key', 'nonce:3', 100, 12)).toBe('new');
      await again.close();
    });

    const { reopen } = source;
    if (reopen === undefined) return;
    test('journal-1: entries are there after it was closed', async () => {
      const journal = await source.open();
      const entries = addEntries(counters(), 3, firstDigest);
      await journal.append(entries);
      await journal.close();
      const again = await reopen();
      expect(await readAll(again)).toEqual(entries);
      await again.close();
    });
  });
}
