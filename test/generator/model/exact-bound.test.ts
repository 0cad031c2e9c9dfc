import { describe, expect, it } from 'vitest';
import { exactBound, type BoundKeyword } from '../../../generator/model/analysis/exact-bound.js';

const within: { readonly [Name in BoundKeyword]: (value: bigint, bound: bigint) => boolean } = {
  minimum: (value, bound) => value >= bound,
  maximum: (value, bound) => value <= bound,
  exclusiveMinimum: (value, bound) => value > bound,
  exclusiveMaximum: (value, bound) => value < bound,
};

describe('bound that no double represents', () => {
  it.each([
    '9007199254740991',
    '9007199254740993',
    '9223372036854775807',
    '-9223372036854775807',
    '12345678901234567890',
  ])('allows the same doubles as the exact integer %s', (text) => {
    const value = Number(text);
    for (const keyword of Object.keys(within) as BoundKeyword[]) {
      const bound = exactBound(keyword, { value, text });
      for (const near of [value - 4096, value - 2, value, value + 2, value + 4096]) {
        const isUpper = keyword.endsWith('aximum');
        const beyond = isUpper ? near > bound.value : near < bound.value;
        const passes = near === bound.value ? bound.isWithin : !beyond;
        expect([keyword, near, passes]).toEqual([
          keyword,
          near,
          within[keyword](BigInt(near), BigInt(text)),
        ]);
      }
    }
  });

  it('stays unchanged if a double represents it, or if it is not an integer', () => {
    expect(exactBound('maximum', { value: 2 ** 60, text: '1152921504606846976' }).isWithin).toBe(
      true,
    );
    expect(exactBound('maximum', { value: 0.1, text: '0.1' })).toEqual({
      value: 0.1,
      isWithin: true,
    });
    expect(exactBound('exclusiveMinimum', { value: 1e30, text: '1e30' }).isWithin).toBe(false);
  });
});
