import type { AnyPart } from '../check.js';
import type { KeywordPrinter } from '../frame.js';
import { guardTarget, refusalOf } from '../guard.js';

type Part = Extract<AnyPart, { readonly keyword: '$ref' | '$dynamicRef' }>;

/** Core 8.2.3: `$ref`, and `$dynamicRef` whose meaning has been settled. */
export const reference: KeywordPrinter<Part> = {
  guard: ({ keyword, target }, subject, frame) =>
    guardTarget(target, subject, frame, refusalOf(keyword)),
};
