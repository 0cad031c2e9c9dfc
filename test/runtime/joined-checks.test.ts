import { expect, test } from 'vitest';
import { joinedChecks } from '../../runtime/core/validate/index.js';

test('tables of services are joined whatever their operations are called', () => {
  const joined = joinedChecks([
    { getPet: 1, ['__proto__']: 2 },
    { constructor: 3, getShop: 4 },
  ]);
  expect(Object.entries(joined)).toEqual([
    ['getPet', 1],
    ['__proto__', 2],
    ['constructor', 3],
    ['getShop', 4],
  ]);
  expect(Object.hasOwn(joined, 'toString')).toBe(false);
  expect(joined['toString']).toBeUndefined();
});
