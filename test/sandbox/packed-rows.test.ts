import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PackedRows } from '../../sandbox/domain/packed-rows.js';
import { randomRuns } from '../rounds.js';

interface Row {
  readonly at: number;
  readonly amount: bigint;
  readonly text: string | undefined;
}

const packing = { at: 'integer', amount: 'decimal', text: 'value' } as const;

/** Rows of a chunk and one more, with the given ones at the end of the chunk. */
function filled(rows: readonly Row[]): PackedRows<Row> {
  const packed = new PackedRows<Row>(packing);
  for (let at = rows.length; at < 1024; at += 1) packed.push({ at, amount: 0n, text: undefined });
  for (const row of rows) packed.push(row);
  packed.push({ at: -1, amount: -1n, text: 'newest' });
  return packed;
}

const corners = [0n, 1n, 1n << 63n, (1n << 64n) - 1n, 1n << 64n, (1n << 127n) - 1n, 1n << 127n];

test('engine-5: packed rows are read as they were written, with decimals of any size', () => {
  const amount = fc.oneof(
    fc.constantFrom(...corners, ...corners.map((each) => -each), -(1n << 200n)),
    fc.bigInt(),
  );
  const row = fc.record({
    at: fc.maxSafeInteger(),
    amount,
    text: fc.option(fc.string(), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 20 }), (rows) => {
      const packed = filled(rows);
      const read = rows.map((_, index) => packed.at(1024 - rows.length + index));
      expect(read).toEqual(rows);
      expect(packed.at(1024)).toEqual({ at: -1, amount: -1n, text: 'newest' });
      expect([packed.length, packed.at(1025)]).toEqual([1025, undefined]);
    }),
    randomRuns(1000),
  );
});
