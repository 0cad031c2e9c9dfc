import type { ArrayLimitPart } from '../../checks/check.js';
import { compares, equals } from '../../checks/statements/condition.js';
import { count } from '../../checks/reports/phrase.js';
import { code } from '../../printer/code.js';
import { someValue } from '../comparison.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readCount } from '../read/numbers.js';

/** Validation 6.4.2. */
export const minItems: Keyword<'minItems', ArrayLimitPart> = {
  name: 'minItems',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'array',
  read: readCount('minItems'),
  lower: ({ keywords: { minItems } }) =>
    minItems === undefined || minItems === 0 ? [] : [{ keyword: 'minItems', limit: minItems }],
  accepts: (limit, value) => !Array.isArray(value) || value.length >= limit,
  phrase: ({ limit }) => ({ of: `at least ${count(limit, 'item')}` }),
  fails: ({ limit }, { value }) =>
    limit === 1
      ? equals(code`${value}.length`, code`0`)
      : compares(code`${value}.length`, '<', code`${limit}`),
  expected: ({ limit }) => `at least ${count(limit, 'item')}`,
  impliedBy: (limit, given) =>
    limit === 0 ? 'yes' : someValue(given, 'minItems', (value) => value >= limit),
};
