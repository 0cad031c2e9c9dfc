import { code } from '../../printer/code.js';
import type { StringPart } from '../check.js';
import { compares, holds } from '../condition.js';
import { count } from '../phrase.js';
import type { ScalarPrinter } from './leaf.js';

type Part = Extract<StringPart, { readonly keyword: 'minLength' | 'maxLength' }>;

/** Validation 6.3.1, in code points. */
export const maxLength: ScalarPrinter<Part> = {
  fails: ({ limit }, { value }, { file }) =>
    limit === 0
      ? compares(code`${value}.length`, '>', code`0`)
      : holds(code`${file.runtime('isLonger')}(${value}, ${limit})`),
  expected: ({ limit }) => `at most ${count(limit, 'character')}`,
};
