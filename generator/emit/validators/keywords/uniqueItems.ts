import { code } from '../../code.js';
import type { ArrayPart } from '../check.js';
import { holds, not } from '../condition.js';
import type { KeywordPrinter } from '../frame.js';
import { leaf } from './leaf.js';

type Part = Extract<ArrayPart, { readonly keyword: 'uniqueItems' }>;

/** Validation 6.4.3. */
export const uniqueItems: KeywordPrinter<Part> = leaf<Part>({
  fails: (_part, { value }, { printing }) =>
    not(holds(code`${printing.runtime('isUnique')}(${value})`)),
  expected: () => 'items that are all different',
});
