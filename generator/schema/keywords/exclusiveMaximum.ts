import type { BoundPart } from '../../checks/check.js';
import { readForeignFlag } from '../../model/read/schema/draft-spellings.js';
import { isAtMost } from '../comparison.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { isBeyond } from '../print/bound.js';
import { readNumber } from '../read/numbers.js';

/** Validation 6.2.3. */
export const exclusiveMaximum: Keyword<'exclusiveMaximum', BoundPart> = {
  name: 'exclusiveMaximum',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'number',
  read(builder, value) {
    if (typeof value === 'boolean') return readForeignFlag(builder, value, 'exclusiveMaximum');
    const read = readNumber(builder, value, 'exclusiveMaximum');
    if (read !== undefined) builder.keywords.exclusiveMaximum = read;
  },
  lower: ({ keywords: { exclusiveMaximum: bound } }) =>
    bound === undefined ? [] : [{ keyword: 'exclusiveMaximum', bound }],
  accepts: (bound, value) => typeof value !== 'number' || value < bound.value,
  phrase: ({ bound }) => ({ of: `less than ${bound.text}` }),
  fails: (part, instance, { file }) => isBeyond(part, instance, file),
  expected: ({ bound }) => `less than ${bound.text}`,
  impliedBy: (bound, given) => isAtMost(given, bound, true),
};
