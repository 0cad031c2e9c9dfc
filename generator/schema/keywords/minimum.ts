import type { BoundPart } from '../../checks/check.js';
import { isAtLeast } from '../comparison.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { isBeyond } from '../print/bound.js';
import { readBound } from '../read/numbers.js';

/** Validation 6.2.4. */
export const minimum: Keyword<'minimum', BoundPart> = {
  name: 'minimum',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'number',
  read: readBound('minimum'),
  lower: ({ keywords: { minimum: bound } }) =>
    bound === undefined ? [] : [{ keyword: 'minimum', bound }],
  accepts: (bound, value) => typeof value !== 'number' || value >= bound.value,
  phrase: ({ bound }) => ({ of: `at least ${bound.text}` }),
  fails: (part, instance, { file }) => isBeyond(part, instance, file),
  expected: ({ bound }) => `at least ${bound.text}`,
  impliedBy: (bound, given) => isAtLeast(given, bound, false),
};
