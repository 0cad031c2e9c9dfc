import type { AnyPart } from '../check.js';
import { broken, fails } from '../fail.js';
import type { KeywordPrinter } from '../frame.js';
import { passes } from '../guard.js';

type Part = Extract<AnyPart, { readonly keyword: 'not' }>;

/** Core 10.2.1.4. */
export const not: KeywordPrinter<Part> = {
  guard({ target }, subject, frame) {
    const expected = 'anything that the schema under "not" refuses';
    return fails(passes(target, subject, frame), broken('not', expected, subject, frame));
  },
};
