import type { LengthPart } from '../../checks/check.js';
import { compares, holds } from '../../checks/statements/condition.js';
import { count } from '../../checks/reports/phrase.js';
import { code } from '../../printer/code.js';
import { someValue } from '../comparison.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readCount } from '../read/numbers.js';

/** Validation 6.3.1, in code points. */
export const maxLength: Keyword<'maxLength', LengthPart> = {
  name: 'maxLength',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'string',
  read: readCount('maxLength'),
  lower: ({ keywords: { maxLength } }) =>
    maxLength === undefined ? [] : [{ keyword: 'maxLength', limit: maxLength }],
  accepts: (limit, value) => typeof value !== 'string' || [...value].length <= limit,
  phrase: ({ limit }) => ({ of: `at most ${count(limit, 'character')}` }),
  fails: ({ limit }, { value }, { file }) =>
    limit === 0
      ? compares(code`${value}.length`, '>', code`0`)
      : holds(code`${file.runtime('isLonger')}(${value}, ${limit})`),
  expected: ({ limit }) => `at most ${count(limit, 'character')}`,
  impliedBy: (limit, given) => someValue(given, 'maxLength', (value) => value <= limit),
};
