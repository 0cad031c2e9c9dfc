import { code } from '../../code.js';
import type { ObjectPart } from '../check.js';
import { compares } from '../condition.js';
import type { KeywordPrinter } from '../frame.js';
import { count } from '../phrase.js';
import { leaf } from './leaf.js';

type Part = Extract<ObjectPart, { readonly keyword: 'minProperties' | 'maxProperties' }>;

/** Validation 6.5.2. */
export const minProperties: KeywordPrinter<Part> = leaf<Part>({
  fails: ({ limit }, { value }, { printing }) =>
    compares(code`${printing.runtime('memberNames')}(${value}).length`, '<', code`${limit}`),
  expected: ({ limit }) => `at least ${count(limit, 'member')}`,
});
