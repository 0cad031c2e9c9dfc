import { afterEach, expect, test, vi } from 'vitest';
import { Engine, type Entry } from '../../../sandbox/domain/engine.js';
import { Lists } from '../../../sandbox/domain/lists.js';
import { Log } from '../../../sandbox/domain/log.js';
import { deriveKey } from '../../../sandbox/domain/random.js';
import { RankedIndex } from '../../../sandbox/domain/ranked.js';
import { SortedList } from '../../../sandbox/domain/sorted-list.js';
import { type SandboxSubjects, subjects } from '../../../sandbox/domain/subjects.js';
import { Table } from '../../../sandbox/domain/tables.js';

/** An engine with orders on both sides of the price 100,000, each at a price of its own. */
function exchangeWith(orders: number): (side: 'buy' | 'sell', price: number) => Entry {
  const engine = new Engine<SandboxSubjects>(subjects, deriveKey(new Uint8Array(32), 'entries'));
  const execute = (type: string, data: object): Entry => {
    const now = engine.at + 1;
    const outcome = engine.execute({ surface: '', caller: '', now, command: { type, data } });
    if (!outcome.ok || outcome.entry === undefined) throw new Error('expected an entry');
    return outcome.entry;
  };
  const profiles = Math.ceil(orders / 200) + 2;
  for (let profile = 0; profile < profiles; profile += 1)
    for (const currency of ['USD', 'BTC'])
      execute('ledger.credit', { profile: `p${profile}`, currency, amount: '1000000000' });
  let placed = 0;
  const place = (side: 'buy' | 'sell', price: number): Entry => {
    placed += 1;
    const profile = `p${placed % profiles}`;
    const terms = { product: 'BTC-USD', surface: '', type: 'limit', size: '0.01' };
    return execute('orders.place', { ...terms, profile, side, price: String(price) });
  };
  for (let order = 0; order < orders; order += 1)
    if (order % 2 === 0) place('sell', 100_001 + order);
    else place('buy', 99_999 - order);
  return place;
}

/** Counts what is asked of all tables, logs, lists and books while a function runs. */
function workOf(act: () => void): number {
  const spies = [Table, Log, Lists, RankedIndex, SortedList].flatMap(({ prototype }) => {
    const methods = Object.getOwnPropertyNames(prototype).filter((name) => {
      const { value } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
      return name !== 'constructor' && typeof value === 'function';
    });
    return methods.map((name) => vi.spyOn(prototype as object as Record<string, () => void>, name));
  });
  act();
  const calls = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const spy of spies) spy.mockRestore();
  return calls;
}

afterEach(() => void vi.restoreAllMocks());

test('P14: a match takes as many steps among thousands of orders as among a few', () => {
  const work = [20, 5_000].map((orders) => {
    const place = exchangeWith(orders);
    // Both profiles have traded before.
    for (let pair = 0; pair < 30; pair += 1)
      for (const side of ['sell', 'buy'] as const) place(side, 100_000);
    const entries: Entry[] = [];
    const steps = workOf(() => {
      for (const side of ['sell', 'buy'] as const) entries.push(place(side, 100_000));
    });
    expect(entries.flatMap(({ events }) => events.map(({ type }) => type))).toEqual([
      'orders.received',
      'orders.opened',
      'ledger.posted',
      'orders.received',
      'orders.matched',
      'orders.done',
      'orders.done',
      'ledger.posted',
    ]);
    return steps;
  });
  expect(work[0]).toBeGreaterThan(20);
  expect(work[1]).toBe(work[0]);
});

test('P14: a new price among a hundred thousand is found in few comparisons', () => {
  let comparisons = 0;
  const list = new SortedList<number>((left, right) => {
    comparisons += 1;
    return left - right;
  });
  for (let price = 0; price < 100_000; price += 1) list.add((price * 7919) % 100_000);
  comparisons = 0;
  for (let at = 0; at < 100; at += 1) {
    list.add(at * 1000 + 0.5);
    list.delete(at * 1000 + 0.5);
  }
  // The logarithm of 100,000 is 17.
  expect(comparisons / 200).toBeLessThan(20);
});
