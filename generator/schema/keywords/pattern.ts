import type { PatternPart } from '../../checks/check.js';
import { holds, not } from '../../checks/statements/condition.js';
import { flagsOf } from '../../core/pattern-flags.js';
import { string } from '../../model/read/schema/schema-builder.js';
import { code } from '../../printer/code.js';
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
  fails: (part, { value, location }, { file }) =>
    not(holds(code`${file.pattern(part.pattern, location)}.test(${value})`)),
  expected: ({ pattern: text }) => `a string that matches ${text}`,
  expectation: (part, { location }, { file }) =>
    isReadBack(part.pattern) ? file.pattern(part.pattern, location) : undefined,
  impliedBy(source, given) {
    if (anything.has(source)) return 'yes';
    const others = given.of('pattern').filter(({ value }) => !anything.has(value));
    if (others.some(({ value }) => value === source)) return 'yes';
    // Whether one pattern matches all that another one does is not decided.
    return others.length === 0 ? 'no' : 'unknown';
  },
};

/** Patterns that every string matches. */
const anything: ReadonlySet<string> = new Set(['', '.*', '^.*', '.*$', '^', '$', '^.*$']);

/** True if `source` of the compiled pattern is the text of the document. It escapes slashes. */
function isReadBack(text: string): boolean {
  return new RegExp(text, flagsOf(text)).source === text;
}
