import type { AnyPart } from '../check.js';
import type { KeywordPrinter } from '../emit-context.js';
import { guardTarget, rejectionOf } from '../guard.js';
import { splitIntoParts } from '../parts.js';

type Part = Extract<AnyPart, { readonly keyword: 'allOf' }>;

/** Core 10.2.1.1. */
export const allOf: KeywordPrinter<Part> = {
  guard: ({ targets }, instance, context) =>
    splitIntoParts(
      targets.map((target) => guardTarget(target, instance, context, rejectionOf('allOf'))),
      instance,
      context,
    ),
};
