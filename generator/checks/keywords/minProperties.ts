import { code } from '../../printer/code.js';
import type { ObjectPart } from '../check.js';
import { compares } from '../condition.js';
import type { KeywordPrinter } from '../emit-context.js';
import { count } from '../phrase.js';
import { leaf } from './leaf.js';

type Part = Extract<ObjectPart, { readonly keyword: 'minProperties' | 'maxProperties' }>;

/** Validation 6.5.2. */
export const minProperties: KeywordPrinter<Part> = leaf<Part>({
  fails: ({ limit }, { value }, { file }) =>
    compares(code`${file.runtime('countMembers')}(${value})`, '<', code`${limit}`),
  expected: ({ limit }) => `at least ${count(limit, 'member')}`,
});
