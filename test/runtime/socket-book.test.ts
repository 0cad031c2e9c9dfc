import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LevelBook, OrderBook, type Side } from '../../runtime/websocket/index.js';
import {
  canonicalDecimal,
  compareDecimals,
  subtractDecimals,
  sumOfDecimals,
} from '../../runtime/websocket/book/decimal.js';
import { randomRuns } from '../rounds.js';

fc.configureGlobal(randomRuns(500));

describe('decimals', () => {
  test.each([
    ['0', '0'],
    ['-0.00', '0'],
    ['007.50', '7.5'],
    ['100', '100'],
    ['1.', undefined],
    ['.5', undefined],
    ['1e-7', '0.0000001'],
    ['1.5E3', '1500'],
    ['12.34e1', '123.4'],
    ['-0.10', '-0.1'],
    ['', undefined],
    ['NaN', undefined],
    ['0x10', undefined],
    ['1 ', undefined],
  ])('normalise %j to %j', (text, want) => {
    expect(canonicalDecimal(text)).toBe(want);
  });

  const decimal = fc
    .tuple(fc.bigInt(-(10n ** 24n), 10n ** 24n), fc.integer({ min: 0, max: 18 }))
    .map(([units, scale]) => {
      const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
      const at = digits.length - scale;
      const text = `${units < 0n ? '-' : ''}${digits.slice(0, at)}${scale > 0 ? '.' : ''}${digits.slice(at)}`;
      return { text, value: units * 10n ** BigInt(18 - scale) };
    });
  const canonical = (text: string): string => canonicalDecimal(text) ?? 'none';

  test('are compared exactly', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const want = a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
        expect(Math.sign(compareDecimals(canonical(a.text), canonical(b.text)))).toBe(want);
      }),
    );
  });

  test('are added and subtracted exactly', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const sum = sumOfDecimals([a.text, b.text]);
        expect(sum).toBe(canonical(sum));
        expect(subtractDecimals(sum, b.text)).toBe(canonical(a.text));
      }),
    );
  });
});

describe('LevelBook', () => {
  test('equals a sorted map', () => {
    const change = fc.tuple(
      fc.constantFrom<Side>('bid', 'ask'),
      fc.integer({ min: 0, max: 400 }).map((cents) => (cents / 8).toFixed(3)),
      fc.integer({ min: 0, max: 3 }).map(String),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 1500, size: 'max' }), (changes) => {
        const book = new LevelBook();
        const truth = { bid: new Map<number, string>(), ask: new Map<number, string>() };
        for (const [side, price, size] of changes) {
          expect(book.set(side, price, size)).toBe(true);
          if (size === '0') truth[side].delete(Number(price));
          else truth[side].set(Number(price), size);
        }
        for (const side of ['bid', 'ask'] as const) {
          const sign = side === 'ask' ? 1 : -1;
          const want = [...truth[side]].sort(([a], [b]) => sign * (a - b));
          expect(book.levels(side).map(({ price, size }) => [Number(price), size])).toEqual(want);
          expect(book.count(side)).toBe(want.length);
        }
      }),
      randomRuns(150),
    );
  });

  test('sorts prices exactly, with any number of digits', () => {
    const digits = fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: -30, max: 300 }) },
      { weight: 1, arbitrary: fc.constantFrom(999_999_999_999_999, 12_345_678_901_234) },
    );
    const price = fc
      .tuple(digits, fc.constantFrom('', '.0', '.5', '.50', '.25', '.000001', 'e-3', 'e2'))
      .map(([whole, rest]) => `${whole}${rest}`);
    const row = fc.tuple(price, fc.constantFrom('0', '0.00', '1', '2.50', '7'));
    const wide = fc.constantFrom('0.1234567890123456', '90071992547409931', '3.0000000000000000');
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), fc.option(wide), (rows, last) => {
        const book = new LevelBook();
        const model = new Map<string, string>();
        for (const [text, size] of last === null ? rows : [...rows, [last, '3'] as const]) {
          expect(book.set('ask', text, size) && book.set('bid', text, size)).toBe(true);
          const key = canonicalDecimal(text) ?? '';
          if (Number(size) === 0) model.delete(key);
          else model.set(key, size);
        }
        const want = [...model].toSorted(([a], [b]) => compareDecimals(a, b));
        const shown = (side: Side): readonly (readonly [string | undefined, string])[] =>
          book.levels(side).map(({ price: own, size }) => [canonicalDecimal(own), size]);
        expect(shown('ask')).toEqual(want);
        expect(shown('bid')).toEqual(want.toReversed());
        expect(book.isCrossed).toBe(want.length > 0);
        const [key = '1', size = '0'] = want[want.length >> 1] ?? [];
        expect(book.sizeAt('bid', key)).toBe(size);
        const better = want.slice(0, want.length >> 1).map(([, own]) => own);
        expect(book.sizeUpTo('ask', key)).toBe(sumOfDecimals([...better, size]));
      }),
    );
  });

  test('distinguishes prices that are equal as doubles, and normalises their spelling', () => {
    const book = new LevelBook();
    book.set('bid', '0.10000000000000000001', '1');
    book.set('bid', '0.1', '2');
    book.set('bid', '0.1000', '3');
    expect(book.levels('bid')).toEqual([
      { price: '0.10000000000000000001', size: '1' },
      { price: '0.1000', size: '3' },
    ]);
    expect(book.sizeAt('bid', '00.10')).toBe('3');
    expect(book.sizeUpTo('bid', '0.1')).toBe('4');
    book.set('bid', '0.10', '0.000');
    expect(book.count('bid')).toBe(1);
  });

  test('detects crossed prices, and rejects invalid numbers', () => {
    const book = new LevelBook();
    expect(book.replace([['9', '1']], [['10', '1']])).toBe(true);
    expect(book.isCrossed).toBe(false);
    book.set('bid', '10.0', '1');
    expect(book.isCrossed).toBe(true);
    expect(book.set('bid', 'ten', '1')).toBe(false);
    expect(book.set('bid', '8', 'much')).toBe(false);
    expect(book.levels('bid', 1)).toEqual([{ price: '10.0', size: '1' }]);
    expect([book.bestBid?.price, book.bestAsk?.price]).toEqual(['10.0', '10']);
  });
});

describe('OrderBook', () => {
  test('keeps orders in priority order', () => {
    const book = new OrderBook();
    book.add('a', 'bid', '10', '1');
    book.add('b', 'bid', '10.0', '0.2');
    book.add('c', 'bid', '11', '0.30');
    book.add('d', 'ask', '12', '5');
    expect(book.orders('bid').map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(book.levels('bid')).toEqual([
      { price: '11', size: '0.3' },
      { price: '10', size: '1.2' },
    ]);
    book.reduce('a', '0.9');
    expect(book.sizeAt('bid', '10')).toBe('0.3');
    // An increase or another price loses the priority of an order; a decrease does not.
    book.change('a', '2', undefined);
    expect(book.ordersAt('bid', '10').map(({ id }) => id)).toEqual(['b', 'a']);
    book.change('a', '1', undefined);
    book.change('c', undefined, '10');
    expect(book.ordersAt('bid', '10').map(({ id }) => id)).toEqual(['b', 'a', 'c']);
    book.reduce('b', '0.2');
    book.remove('a');
    expect(book.orders('bid')).toEqual([{ id: 'c', side: 'bid', price: '10', size: '0.30' }]);
    expect(book.sizeUpTo('ask', '12')).toBe('5');
    expect(book.orderCount).toBe(2);
    expect(book.isCrossed).toBe(false);
    book.add('c', 'bid', '12.5', '1');
    expect(book.isCrossed).toBe(true);
    book.remove('nobody');
    book.reduce('nobody', '1');
    expect(book.reduce('c', 'x')).toBe(false);
    expect(book.order('c')?.price).toBe('12.5');
  });

  test('leaves out an order whose new price meets the other side, until it has traded', () => {
    const book = new OrderBook();
    const orders = () =>
      [...book.orders('bid'), ...book.orders('ask')].map(({ id, size }) => [id, size]);
    book.add('bid', 'bid', '10', '5');
    book.add('ask', 'ask', '12', '3');
    book.add('next', 'ask', '13', '1');
    book.change('bid', undefined, '12.5');
    expect(book.isCrossed).toBe(false);
    expect(orders()).toEqual([
      ['ask', '3'],
      ['next', '1'],
    ]);
    // A part is taken out of it before it trades.
    book.change('bid', '4', undefined);
    book.reduce('ask', '3');
    expect(orders()).toEqual([['next', '1']]);
    book.change('bid', '1', undefined);
    expect(book.order('bid')).toEqual({ id: 'bid', side: 'bid', price: '12.5', size: '1' });

    book.change('next', undefined, '12');
    book.reduce('bid', '1');
    book.remove('next');
    expect(book.orderCount).toBe(0);
    book.add('bid', 'bid', '10', '5');
    book.add('ask', 'ask', '12', '3');
    book.change('ask', undefined, '9');
    book.clear();
    book.change('ask', '1', undefined);
    expect(book.orderCount).toBe(0);
  });
});
