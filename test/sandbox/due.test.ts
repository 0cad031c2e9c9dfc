import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DueRows } from '../../sandbox/domain/due.js';
import { randomRuns } from '../rounds.js';

test('engine-4: rows come up in order of time, then of number, however many were moved and cancelled', () => {
  const step = fc.record({ reference: fc.nat(40), at: fc.option(fc.nat(1000)) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), fc.nat(100), (steps, rounds) => {
      const due = new DueRows();
      const expected = new Map<string, { readonly at: number; readonly number: number }>();
      let number = 0;
      for (let round = 0; round <= rounds; round += 1)
        for (const { reference, at } of steps) {
          const name = String(reference);
          if (at === null) {
            due.delete('test', name);
            expected.delete(name);
          } else {
            number += 1;
            due.set('test', name, at + round);
            expected.delete(name);
            expected.set(name, { at: at + round, number });
          }
        }
      const order: string[] = [];
      for (let row = due.next(); row !== undefined; row = due.next()) {
        order.push(row.reference);
        due.delete(row.kind, row.reference);
      }
      const sorted = [...expected].sort(
        ([, left], [, right]) => left.at - right.at || left.number - right.number,
      );
      expect(order).toEqual(sorted.map(([name]) => name));
    }),
    randomRuns(200),
  );
});
