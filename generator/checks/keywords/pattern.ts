import { flagsOf } from '../../core/pattern-flags.js';
import { code } from '../../printer/code.js';
import type { StringPart } from '../check.js';
import { holds, not } from '../condition.js';
import type { ScalarPrinter } from './leaf.js';

type Part = Extract<StringPart, { readonly keyword: 'pattern' }>;

/** Validation 6.3.3: a match anywhere in the string. Length limits are tested before. */
export const pattern: ScalarPrinter<Part> = {
  fails: (part, { value, location }, { file }) =>
    not(holds(code`${file.pattern(part.pattern, location)}.test(${value})`)),
  expected: ({ pattern: text }) => `a string that matches ${text}`,
  expectation: (part, { location }, { file }) =>
    isReadBack(part.pattern) ? file.pattern(part.pattern, location) : undefined,
};

/** True if `source` of the compiled pattern is the text of the document. It escapes slashes. */
function isReadBack(text: string): boolean {
  return new RegExp(text, flagsOf(text)).source === text;
}
