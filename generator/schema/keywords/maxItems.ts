import type { ArrayLimitPart } from '../../checks/check.js';
import { compares } from '../../checks/statements/condition.js';
import { count } from '../../checks/reports/phrase.js';
import { code } from '../../printer/code.js';
import { someValue } from '../comparison.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readCount } from '../read/numbers.js';

/** Validation 6.4.1. */
export const maxItems: Keyword<'maxItems', ArrayLimitPart> = {
  name: 'maxItems',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'array',
  read: readCount('maxItems'),
  lower: ({ keywords: { maxItems } }) =>
    maxItems === undefined ? [] : [{ keyword: 'maxItems', limit: maxItems }],
  accepts: (limit, value) => !Array.isArray(value) || value.length <= limit,
  phrase: ({ limit }) => ({ of: `at most ${count(limit, 'item')}` }),
  fails: ({ limit }, { value }) => compares(code`${value}.length`, '>', code`${limit}`),
  expected: ({ limit }) => (limit === 0 ? 'no items' : `at most ${count(limit, 'item')}`),
  impliedBy: (limit, given) => someValue(given, 'maxItems', (value) => value <= limit),
};
