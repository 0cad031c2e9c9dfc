import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Log } from '../../sandbox/domain/log.js';
import { decodeCanonical, encodeInParts } from '../../sandbox/domain/value.js';
import { randomRuns } from '../rounds.js';

interface Row {
  readonly owner: string;
  readonly count: number;
  readonly amount: bigint;
  readonly details: { readonly about?: string };
}

function newLog(): Log<Row> {
  return new Log<Row>({ owner: 'value', count: 'integer', amount: 'decimal', details: 'value' });
}

const row: fc.Arbitrary<Row> = fc.record({
  owner: fc.constantFrom('ada', 'bob', 'cyd'),
  count: fc.maxSafeInteger(),
  amount: fc.oneof(
    fc.bigInt(-(10n ** 24n), 10n ** 24n),
    fc.constantFrom(0n, -1n, 1n << 63n, (1n << 64n) - 1n, 1n << 64n, -(1n << 64n)),
  ),
  details: fc.constantFrom({}, { about: 'tea' }),
});

function read(parts: Iterable<string>): unknown {
  return decodeCanonical([...parts].join(''));
}

test('engine-6: a log gives back what was appended, however old it is', () => {
  const more = fc.array(row, { minLength: 1, maxLength: 30 });
  const large = fc.constantFrom(
    ...[127n, 128n, 300n].flatMap((bits) => [1n << bits, -(1n << bits)]),
  );
  fc.assert(
    fc.property(more, fc.nat(3000), fc.option(large), (rows, length, extreme) => {
      const log = newLog();
      const byOwner = log.index(({ owner }) => owner);
      const all = Array.from({ length }, (_, at) => rows[at % rows.length]).filter(
        (each) => each !== undefined,
      );
      const [first] = all;
      if (extreme !== null && first !== undefined) all[length >> 1] = { ...first, amount: extreme };
      for (const each of all) log.append(each);
      expect(log.size).toBe(all.length);
      expect(all.map((_, at) => log.at(at + 1))).toEqual(all);
      expect([log.at(0), log.at(all.length + 1)]).toEqual([undefined, undefined]);
      for (const owner of ['ada', 'bob', 'cyd']) {
        const own = all.filter((each) => each.owner === owner);
        expect(byOwner.rows(owner)).toEqual(own);
        expect(byOwner.last(owner)).toEqual(own.at(-1));
        expect(byOwner.lastBefore(owner, () => false)).toEqual(own.at(-1));
        expect(byOwner.lastBefore(owner, () => true)).toBeUndefined();
      }
      const loaded = newLog();
      const encoded = log.encode();
      log.append({ owner: 'later', count: 0, amount: 0n, details: {} });
      loaded.load(encoded);
      expect(read(encodeInParts(loaded.encode()))).toEqual({ rows: all });
      expect(read(encodeInParts(encoded))).toEqual({ rows: all });
    }),
    randomRuns(200),
  );
});
