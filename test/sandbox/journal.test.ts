import { systemTimers } from '@tallystick/runtime';
import { describe, expect, test, vi } from 'vitest';
import type { Journal, StoredEntry } from '../../sandbox/journal/journal.js';
import { firstDigest } from '../../sandbox/journal/digest.js';
import { loadJournal } from '../../sandbox/journal/load.js';
import { memoryJournal } from '../../sandbox/journal/memory.js';
import { isIntact } from '../../sandbox/journal/snapshot.js';
import { Loop } from '../../sandbox/server/loop.js';
import { ManualTimers } from '../../sandbox/server/manual-timers.js';
import type { CounterTypes, CounterWorld } from './counter.js';
import { counters, readAll, testJournal } from './journal-conformance.js';

testJournal('in memory', { open: () => Promise.resolve(memoryJournal()) });

/** A journal whose commits end when the test says so. */
class SlowJournal {
  readonly batches: (readonly StoredEntry[])[] = [];
  readonly journal: Journal;
  #end: ((error?: Error) => void) | undefined;

  constructor() {
    const memory = memoryJournal();
    this.journal = Object.assign(Object.create(memory) as Journal, {
      isFlushed: true,
      append: async (entries: readonly StoredEntry[]) => {
        this.batches.push(entries);
        await new Promise<void>((resolve, reject) => {
          this.#end = (error) => (error === undefined ? resolve() : reject(error));
        });
        await memory.append(entries);
      },
      saveSnapshot: memory.saveSnapshot.bind(memory),
    });
  }

  async commit(error?: Error): Promise<void> {
    this.#end?.(error);
    await turn();
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve));
  });
}

interface Running {
  readonly loop: Loop<CounterWorld, CounterTypes>;
  readonly failures: unknown[];
}

function start(
  journal: Journal,
  timers = systemTimers,
  now = (): number => 0,
  options: { readonly maxSnapshotLength?: number } = {},
): Running {
  const failures: unknown[] = [];
  const loop = new Loop<CounterWorld, CounterTypes>(counters(), {
    journal,
    digest: firstDigest,
    now,
    timers,
    onFailure: (error) => failures.push(error),
    snapshotInterval: 10,
    ...options,
  });
  return { loop, failures };
}

const origin = { surface: 'test', caller: '' };

describe('the loop', () => {
  test('journal-2: the entries of one turn are one commit; the next ones fill while it is stored', async () => {
    const slow = new SlowJournal();
    const { loop } = start(slow.journal);
    const add = (): unknown => loop.execute('counter.add', { name: 'a', by: 1n }, origin);
    for (let count = 0; count < 3; count += 1) add();
    await turn();
    add();
    await turn();
    add();
    expect(slow.batches.map((entries) => entries.length)).toEqual([3]);
    await slow.commit();
    await turn();
    expect(slow.batches.map((entries) => entries.length)).toEqual([3, 2]);
    await slow.commit();
    await loop.settled();
  });

  test('journal-3: it is settled when everything that was executed is durable', async () => {
    const slow = new SlowJournal();
    const { loop } = start(slow.journal);
    const settled: string[] = [];
    loop.execute('counter.add', { name: 'a', by: 1n }, origin);
    void loop.settled().then(() => settled.push('first'));
    await turn();
    loop.execute('counter.add', { name: 'a', by: 1n }, origin);
    void loop.settled().then(() => settled.push('second'));
    await turn();
    expect(settled).toEqual([]);
    await slow.commit();
    expect(settled).toEqual(['first']);
    await turn();
    await slow.commit();
    expect(settled).toEqual(['first', 'second']);
  });

  test('journal-3, journal-13: whoever waits while the commit with its single-use value is made is told when it ends', async () => {
    const slow = new SlowJournal();
    const { loop } = start(slow.journal);
    loop.execute('counter.add', { name: 'a', by: 1n }, origin);
    await turn();
    const settled: string[] = [];
    // As a value that the running commit stores.
    Object.assign(slow.journal, { isFlushed: false });
    void loop.settled().then(() => settled.push('waiting'));
    await turn();
    expect(settled).toEqual([]);
    Object.assign(slow.journal, { isFlushed: true });
    await slow.commit();
    expect(settled).toEqual(['waiting']);
    expect(slow.batches).toHaveLength(1);
  });

  test('journal-5: after a failed commit nothing is reported, and nothing executed', async () => {
    const slow = new SlowJournal();
    const { loop, failures } = start(slow.journal);
    loop.execute('counter.add', { name: 'a', by: 1n }, origin);
    const settled = loop.settled();
    await turn();
    loop.execute('counter.add', { name: 'a', by: 1n }, origin);
    const next = loop.settled();
    await slow.commit(new Error('disk full'));
    await expect(settled).rejects.toThrow('disk full');
    await expect(next).rejects.toThrow('disk full');
    await expect(loop.settled()).rejects.toThrow('disk full');
    expect(() => loop.execute('counter.add', { name: 'a', by: 1n }, origin)).toThrow('disk full');
    expect(failures).toHaveLength(1);
  });

  test('journal-6: a snapshot is taken at intervals', async () => {
    const journal = memoryJournal();
    const { loop } = start(journal);
    for (let count = 0; count < 25; count += 1) {
      loop.execute('counter.add', { name: 'a', by: 1n }, origin);
      await loop.settled();
    }
    expect(await journal.newestSnapshot()).toMatchObject({ number: 20 });
    await loop.close();
    expect(await journal.newestSnapshot()).toMatchObject({ number: 25 });
  });

  test('journal-6: a snapshot is that of its entry, although others follow while it is written', async () => {
    const journal = memoryJournal();
    const { loop } = start(journal);
    const count = 20_000;
    for (let index = 0; index < count; index += 1)
      loop.execute('counter.add', { name: `counter ${index}`, by: 1n }, origin);
    await loop.settled();
    loop.execute('counter.add', { name: 'later', by: 1n }, origin);
    await vi.waitUntil(async () => (await journal.newestSnapshot())?.number === count, 60_000);
    const snapshot = await journal.newestSnapshot();
    expect(snapshot && isIntact(snapshot)).toBe(true);
    const loaded = counters();
    await loadJournal(journal, loaded);
    expect(loaded.encode()).toBe(loop.encode());
    loaded.load(snapshot?.text ?? '');
    expect(loaded.state.counter.counters.has('later')).toBe(false);
    await loop.close();
  });

  test('journal-6: a state that is too large for a snapshot has none, and goes on', async () => {
    const journal = memoryJournal();
    const { loop, failures } = start(journal, systemTimers, () => 0, { maxSnapshotLength: 100 });
    for (let count = 0; count < 25; count += 1) {
      loop.execute('counter.add', { name: 'a', by: 1n }, origin);
      await loop.settled();
    }
    expect(await loop.snapshot()).toBeUndefined();
    await loop.close();
    expect([await journal.newestSnapshot(), failures]).toEqual([undefined, []]);
    const loaded = counters();
    await loadJournal(journal, loaded);
    expect(loaded.state.counter.counters.get('a')?.value).toBe(25n);
  });

  test('engine-4: a timer executes what is due, and a command what was due before it', async () => {
    const timers = new ManualTimers(0);
    const journal = memoryJournal();
    const { loop } = start(journal, timers, () => timers.now() * 1000);
    loop.execute('counter.add', { name: 'a', by: 1n }, origin);
    loop.execute('counter.reset-later', { name: 'a', at: 50_000 }, origin);
    timers.moveTo(49);
    expect(loop.state.counter.counters.has('a')).toBe(true);
    timers.moveTo(50);
    expect(loop.state.counter.counters.has('a')).toBe(false);
    await loop.settled();
    const [, , third] = await readAll(journal);
    expect(third?.text).toContain('"at":50000,');
  });
});
