import { code } from '../../printer/code.js';
import type { ArrayPart } from '../check.js';
import { compares, equals } from '../condition.js';
import type { KeywordPrinter } from '../emit-context.js';
import { count } from '../phrase.js';
import { leaf } from './leaf.js';

type Part = Extract<ArrayPart, { readonly keyword: 'minItems' | 'maxItems' }>;

/** Validation 6.4.2. */
export const minItems: KeywordPrinter<Part> = leaf<Part>({
  fails: ({ limit }, { value }) =>
    limit === 1
      ? equals(code`${value}.length`, code`0`)
      : compares(code`${value}.length`, '<', code`${limit}`),
  expected: ({ limit }) => `at least ${count(limit, 'item')}`,
});
