import type { AnyPart } from '../check.js';
import type { KeywordPrinter } from '../emit-context.js';
import { guardTarget, rejectionOf } from '../guard.js';

type Part = Extract<AnyPart, { readonly keyword: '$ref' | '$dynamicRef' }>;

/** Core 8.2.3: `$ref`, and `$dynamicRef` with a resolved target. */
export const reference: KeywordPrinter<Part> = {
  guard: ({ keyword, target }, instance, context) =>
    guardTarget(target, instance, context, rejectionOf(keyword)),
};
