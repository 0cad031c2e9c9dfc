import type { BoundPart } from '../../checks/check.js';
import { isAtMost } from '../comparison.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { isBeyond } from '../print/bound.js';
import { readBound } from '../read/numbers.js';

/** Validation 6.2.2. */
export const maximum: Keyword<'maximum', BoundPart> = {
  name: 'maximum',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'number',
  read: readBound('maximum'),
  lower: ({ keywords: { maximum: bound } }) =>
    bound === undefined ? [] : [{ keyword: 'maximum', bound }],
  accepts: (bound, value) => typeof value !== 'number' || value <= bound.value,
  phrase: ({ bound }) => ({ of: `at most ${bound.text}` }),
  fails: (part, instance, { file }) => isBeyond(part, instance, file),
  expected: ({ bound }) => `at most ${bound.text}`,
  impliedBy: (bound, given) => isAtMost(given, bound, false),
};
