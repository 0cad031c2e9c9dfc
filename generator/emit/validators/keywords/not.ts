import type { AnyPart } from '../check.js';
import { fails, type KeywordPrinter } from '../frame.js';
import { passes } from '../guard.js';

type Part = Extract<AnyPart, { readonly keyword: 'not' }>;

/** Core 10.2.1.4. */
export const not: KeywordPrinter<Part> = {
  guard: ({ target }, subject, frame) => fails(passes(target, subject, frame)),
};
