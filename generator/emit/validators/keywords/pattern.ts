import { code } from '../../code.js';
import type { StringPart } from '../check.js';
import { holds, not } from '../condition.js';
import type { ScalarPrinter } from './leaf.js';

type Part = Extract<StringPart, { readonly keyword: 'pattern' }>;

/** Validation 6.3.3: found anywhere in the string. Lengths have been tested before. */
export const pattern: ScalarPrinter<Part> = {
  fails: (part, { value }, { printing }) =>
    not(holds(code`${printing.pattern(part.pattern)}.test(${value})`)),
  expected: ({ pattern: text }) => text,
};
