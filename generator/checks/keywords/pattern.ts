import { code } from '../../printer/code.js';
import type { StringPart } from '../check.js';
import { holds, not } from '../condition.js';
import type { ScalarPrinter } from './leaf.js';

type Part = Extract<StringPart, { readonly keyword: 'pattern' }>;

/** Validation 6.3.3: a match anywhere in the string. Length limits are tested before. */
export const pattern: ScalarPrinter<Part> = {
  fails: (part, { value }, { file }) =>
    not(holds(code`${file.pattern(part.pattern)}.test(${value})`)),
  expected: ({ pattern: text }) => text,
};
