import { code } from '../../printer/code.js';
import type { StringPart } from '../check.js';
import { equals, holds } from '../condition.js';
import { count } from '../phrase.js';
import type { ScalarPrinter } from './leaf.js';

type Part = Extract<StringPart, { readonly keyword: 'minLength' | 'maxLength' }>;

/** Validation 6.3.2, in code points. */
export const minLength: ScalarPrinter<Part> = {
  fails: ({ limit }, { value }, { file }) =>
    limit === 1
      ? equals(code`${value}.length`, code`0`)
      : holds(code`${file.runtime('isShorter')}(${value}, ${limit})`),
  expected: ({ limit }) => `at least ${count(limit, 'character')}`,
};
