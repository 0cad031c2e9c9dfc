import { code } from '../../code.js';
import type { StringPart } from '../check.js';
import { holds, not } from '../condition.js';
import type { KeywordPrinter } from '../frame.js';
import { leaf } from './leaf.js';

type Part = Extract<StringPart, { readonly keyword: 'pattern' }>;

/** Validation 6.3.3: found anywhere in the string. Lengths have been tested before. */
export const pattern: KeywordPrinter<Part> = leaf<Part>({
  fails: (part, { value }, { printing }) =>
    not(holds(code`${printing.pattern(part.pattern)}.test(${value})`)),
});
