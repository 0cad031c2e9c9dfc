import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Ranking } from '../../sandbox/domain/ranked.js';
import { Table } from '../../sandbox/domain/tables.js';
import { randomRuns } from '../rounds.js';

interface Row {
  readonly key: string;
  readonly ranks: readonly bigint[];
  readonly order: number;
  readonly amount: bigint;
}

/** Ranks rows by one of their ranks; those with 0 are not listed. */
function rankingBy(at: number): Ranking<Row> {
  const rankOf = ({ ranks }: Row): bigint => ranks[at] ?? 0n;
  return {
    isListed: (row) => rankOf(row) !== 0n,
    groupOf: ({ key }) => (key < 'e' ? 'low' : 'high'),
    rankOf,
    orderOf: ({ order }) => order,
    amountOf: ({ amount }) => amount,
  };
}

const change = fc.record({
  key: fc.constantFrom(...'abcdefgh'),
  ranks: fc.array(fc.bigInt(0n, 3n), { minLength: 3, maxLength: 3 }),
  order: fc.constantFrom('new', 'same'),
  amount: fc.bigInt(1n, 9n),
  isRemoved: fc.constantFrom(false, false, false, true),
});

test('engine-6: several ranked indexes of a table list its rows by rank, then by order, whatever is changed', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const table = new Table<Row>();
      const indexes = [0, 1, 2].map((at) => table.ranked(rankingBy(at)));
      for (const [time, { key, isRemoved, order, ...rest }] of changes.entries()) {
        const known = table.get(key);
        if (isRemoved) table.delete(key);
        else
          table.set(key, { key, ...rest, order: order === 'same' ? (known?.order ?? time) : time });
        for (const [at, index] of indexes.entries())
          for (const group of ['low', 'high']) {
            const { isListed, groupOf, rankOf } = rankingBy(at);
            const rows = [...table.rows()].filter((row) => isListed(row) && groupOf(row) === group);
            rows.sort((a, b) => Number(rankOf(a) - rankOf(b)) || a.order - b.order);
            expect([...index.rows(group, 'up')]).toEqual(rows);
            const ranks = [...index.ranks(group, 'down')].map(({ rank, count, total }) => {
              const equal = rows.filter((row) => rankOf(row) === rank);
              const sum = equal.reduce((before, { amount }) => before + amount, 0n);
              expect([count, total]).toEqual([equal.length, sum]);
              return rank;
            });
            expect(ranks).toEqual([...new Set(rows.map(rankOf))].reverse());
            expect(index.first(group, 'up')?.rank).toBe(rows[0] && rankOf(rows[0]));
          }
      }
    }),
    randomRuns(500),
  );
});
