import type { ObjectLimitPart } from '../../checks/check.js';
import { compares } from '../../checks/statements/condition.js';
import { count } from '../../checks/reports/phrase.js';
import { isObject } from '../../model/read/json.js';
import { code } from '../../printer/code.js';
import { someValue } from '../comparison.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readCount } from '../read/numbers.js';

/** Validation 6.5.1. */
export const maxProperties: Keyword<'maxProperties', ObjectLimitPart> = {
  name: 'maxProperties',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'object',
  read: readCount('maxProperties'),
  lower: ({ keywords: { maxProperties } }) =>
    maxProperties === undefined ? [] : [{ keyword: 'maxProperties', limit: maxProperties }],
  accepts: (limit, value) => !isObject(value) || Object.keys(value).length <= limit,
  fails: ({ limit }, { value }, { file }) =>
    compares(code`${file.runtime('countMembers')}(${value})`, '>', code`${limit}`),
  expected: ({ limit }) => (limit === 0 ? 'no members' : `at most ${count(limit, 'member')}`),
  impliedBy: (limit, given) => someValue(given, 'maxProperties', (value) => value <= limit),
};
