import type { ObjectLimitPart } from '../../checks/check.js';
import { compares } from '../../checks/statements/condition.js';
import { count } from '../../checks/reports/phrase.js';
import { isObject } from '../../model/read/json.js';
import { code } from '../../printer/code.js';
import { someValue } from '../comparison.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readCount } from '../read/numbers.js';

/** Validation 6.5.2. */
export const minProperties: Keyword<'minProperties', ObjectLimitPart> = {
  name: 'minProperties',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'object',
  read: readCount('minProperties'),
  lower: ({ keywords: { minProperties } }) =>
    minProperties === undefined || minProperties === 0
      ? []
      : [{ keyword: 'minProperties', limit: minProperties }],
  accepts: (limit, value) => !isObject(value) || Object.keys(value).length >= limit,
  fails: ({ limit }, { value }, { file }) =>
    compares(code`${file.runtime('countMembers')}(${value})`, '<', code`${limit}`),
  expected: ({ limit }) => `at least ${count(limit, 'member')}`,
  impliedBy: (limit, given) =>
    limit === 0 ? 'yes' : someValue(given, 'minProperties', (value) => value >= limit),
};
