import type { LengthPart } from '../../checks/check.js';
import { equals, holds } from '../../checks/statements/condition.js';
import { count } from '../../checks/reports/phrase.js';
import { code } from '../../printer/code.js';
import { someValue } from '../comparison.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readCount } from '../read/numbers.js';

/** Validation 6.3.2, in code points. */
export const minLength: Keyword<'minLength', LengthPart> = {
  name: 'minLength',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'string',
  read: readCount('minLength'),
  lower: ({ keywords: { minLength } }) =>
    minLength === undefined || minLength === 0 ? [] : [{ keyword: 'minLength', limit: minLength }],
  accepts: (limit, value) => typeof value !== 'string' || [...value].length >= limit,
  phrase: ({ limit }) => ({ of: `at least ${count(limit, 'character')}` }),
  fails: ({ limit }, { value }, { file }) =>
    limit === 1
      ? equals(code`${value}.length`, code`0`)
      : holds(code`${file.runtime('isShorter')}(${value}, ${limit})`),
  expected: ({ limit }) => `at least ${count(limit, 'character')}`,
  impliedBy: (limit, given) =>
    limit === 0 ? 'yes' : someValue(given, 'minLength', (value) => value >= limit),
};
