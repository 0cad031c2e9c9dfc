import type { PatternPart } from '../../checks/check.js';
import { string } from '../../model/read/schema/schema-builder.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { checkPattern } from '../read/patterns.js';

/**
 * Validation 6.3.3: a match anywhere in the string. A pattern that does not compile is an error, because ignoring it would accept values
 * that it should reject.
 */
export const pattern: Keyword<'pattern', PatternPart> = {
  name: 'pattern',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'string',
  read(builder, value) {
    const source = string(builder, value, 'pattern');
    if (source !== undefined && checkPattern(builder, source, ['pattern'], 'value'))
      builder.keywords.pattern = source;
  },
  lower: ({ keywords: { pattern: source } }) =>
    source === undefined ? [] : [{ keyword: 'pattern', pattern: source }],
  accepts: (source, value, { matches }) =>
    typeof value !== 'string' || matches(source, value) !== false,
  phrase: (part) => ({ that: `matches ${part.pattern}` }),
};
