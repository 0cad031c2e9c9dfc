import type { BoundPart } from '../../checks/check.js';
import { readForeignFlag } from '../../model/read/schema/draft-spellings.js';
import { isAtLeast } from '../comparison.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { isBeyond } from '../print/bound.js';
import { readNumber } from '../read/numbers.js';

/** Validation 6.2.5. */
export const exclusiveMinimum: Keyword<'exclusiveMinimum', BoundPart> = {
  name: 'exclusiveMinimum',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'number',
  read(builder, value) {
    if (typeof value === 'boolean') return readForeignFlag(builder, value, 'exclusiveMinimum');
    const read = readNumber(builder, value, 'exclusiveMinimum');
    if (read !== undefined) builder.keywords.exclusiveMinimum = read;
  },
  lower: ({ keywords: { exclusiveMinimum: bound } }) =>
    bound === undefined ? [] : [{ keyword: 'exclusiveMinimum', bound }],
  accepts: (bound, value) => typeof value !== 'number' || value > bound.value,
  phrase: ({ bound }) => ({ of: `more than ${bound.text}` }),
  fails: (part, instance, { file }) => isBeyond(part, instance, file),
  expected: ({ bound }) => `more than ${bound.text}`,
  impliedBy: (bound, given) => isAtLeast(given, bound, true),
};
