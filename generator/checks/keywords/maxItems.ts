import { code } from '../../printer/code.js';
import type { ArrayPart } from '../check.js';
import { compares } from '../condition.js';
import type { KeywordPrinter } from '../emit-context.js';
import { count } from '../phrase.js';
import { leaf } from './leaf.js';

type Part = Extract<ArrayPart, { readonly keyword: 'minItems' | 'maxItems' }>;

/** Validation 6.4.1. */
export const maxItems: KeywordPrinter<Part> = leaf<Part>({
  fails: ({ limit }, { value }) => compares(code`${value}.length`, '>', code`${limit}`),
  expected: ({ limit }) => (limit === 0 ? 'no items' : `at most ${count(limit, 'item')}`),
});
