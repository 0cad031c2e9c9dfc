import type { LevelBookView } from '@tallystick/runtime/websocket';
import { describe, expect, test } from 'vitest';
import { randomFrom, rounds, seed } from '../rounds.js';
import { settled } from './http-client-fixture.js';
import { type Counting, createCountedFixture } from './sequence-fixture.js';

const textOf = (book: LevelBookView): string => {
  const side = (name: 'bid' | 'ask'): string =>
    book
      .levels(name)
      .map(({ price, size }) => `${price}x${size}`)
      .sort()
      .join(' ');
  return `${side('bid')} | ${side('ask')}`;
};

const outliers = ['1e9', '1e999', '-1', '-7', '2.5', '9007199254740993', '123456789'];

/** A wire that loses, repeats and swaps changes, and replaces or adds numbers that are of no count. */
function badWire(fraction: () => number, losesMessages: boolean) {
  let late: string | undefined;
  const state = {
    isBad: false,
    faults: 0,
    /** Positions of the changes that reached the client with their own number. */
    latest: 0,
    toClient(text: string): readonly string[] {
      if (!text.includes('"change"')) return [text];
      const delivered = late === undefined ? [text] : [text, late];
      late = undefined;
      if (state.isBad && delivered.length === 1) {
        const choice = fraction();
        if (choice < 0.02) state.faults += 1;
        if (choice < 0.004) {
          if (losesMessages) return [];
        } else if (choice < 0.008) delivered.push(text);
        else if (choice < 0.012) {
          if (losesMessages) {
            late = text;
            return [];
          }
        } else if (choice < 0.016) return [withNumber(text, fraction)];
        else if (choice < 0.02) delivered.unshift(bogus(text, fraction));
      }
      for (const each of delivered) {
        const { at } = JSON.parse(each) as { readonly at?: number };
        state.latest = Math.max(state.latest, at ?? 0);
      }
      return delivered;
    },
  };
  return state;
}

function withNumber(text: string, fraction: () => number): string {
  const number = outliers[Math.floor(fraction() * outliers.length)] ?? '';
  return text.replace(/"sequence":\d+/, `"sequence":${number}`);
}

/** A change that the market has not made. */
function bogus(text: string, fraction: () => number): string {
  return withNumber(text, fraction)
    .replace(/"at":\d+/, '"at":0')
    .replace(/"changes":.*?\]\]/, '"changes":[["buy","99.5","666"]]');
}

const feeds: readonly Counting[] = [
  { mode: 'contiguous', way: 'operation' },
  { mode: 'contiguous', way: 'resubscribe' },
  { mode: 'increasing', way: 'operation' },
  { mode: 'increasing', way: 'resubscribe' },
  { mode: 'contiguous', way: 'resubscribe', scope: 'connection' },
];

const runs = Array.from({ length: rounds(5) }, (_, run) => run);

describe.each(feeds)('10,000 changes of a feed ($mode, $way, $scope)', (counting) => {
  test.each(runs)('keep the book correct after every fault (%i)', async (run) => {
    const fraction = randomFrom(seed + run);
    const isContiguous = counting.mode === 'contiguous';
    const wire = badWire(randomFrom(seed + run + 100), isContiguous);
    const fixture = createCountedFixture(counting, {
      fraction,
      toClient: wire.toClient,
      client: { resync: { delay: 5, maxDelay: 50 } },
      async snapshot(truth) {
        const whole = truth.whole();
        await settled();
        return whole;
      },
    });
    const { truth, server, client, timers, snapshots, of } = fixture;
    /** Every state of the truth, by its text: the last change after which it was so. */
    const states = new Map<string, number>([[truth.text(), 0]]);
    const step = async (): Promise<void> => {
      server.publish('book', 'A', truth.next());
      states.set(truth.text(), truth.at);
      await settled();
    };
    for (let count = 0; count < 100; count += 1) await step();
    let checked = 0;
    let restarts = 0;
    const followed = await client.levelBook('book', 'A');
    /** Fails where the book is no state of the truth, or one before the last change that the client has received. */
    const check = (what: string): void => {
      if (!followed.isLive) return;
      const at = states.get(textOf(followed.book)) ?? -1;
      if (at < wire.latest)
        throw new Error(`${what}: the book is that of ${at}, not ${wire.latest}`);
      checked += 1;
    };
    await timers.advance(1000);
    wire.isBad = true;
    for (let count = 0; count < 10_000; count += 1) {
      const repaired = of('resynced').length;
      if (fraction() < 0.002) {
        restarts += 1;
        truth.sequence = fraction() < 0.5 ? 0 : Math.floor(fraction() * truth.sequence);
      }
      await step();
      if (fraction() < 0.3) await timers.advance(fraction() * 40);
      // If numbers only grow, a high one is accepted until the next.
      if (isContiguous) check(`change ${count}`);
      else if (of('resynced').length > repaired) check(`repair ${count}`);
    }
    wire.isBad = false;
    for (let count = 0; count < 5; count += 1) {
      await step();
      await timers.advance(1000);
    }
    expect(followed.isLive).toBe(true);
    expect(textOf(followed.book)).toBe(truth.text());
    expect(checked).toBeGreaterThan(50);
    expect(of('outlier').length).toBeGreaterThan(20);
    expect(of('restart').length).toBeGreaterThan(2);
    // A fault causes one snapshot, or two if it occurs during another resynchronisation.
    expect(snapshots()).toBeLessThan(2 * (wire.faults + restarts));
  });
});
