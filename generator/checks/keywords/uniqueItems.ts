import { code } from '../../printer/code.js';
import type { ArrayPart } from '../check.js';
import { holds, not } from '../condition.js';
import type { KeywordPrinter } from '../emit-context.js';
import { leaf } from './leaf.js';

type Part = Extract<ArrayPart, { readonly keyword: 'uniqueItems' }>;

/** Validation 6.4.3. */
export const uniqueItems: KeywordPrinter<Part> = leaf<Part>({
  fails: (_part, { value }, { file }) => not(holds(code`${file.runtime('isUnique')}(${value})`)),
  expected: () => 'items that are all different',
});
