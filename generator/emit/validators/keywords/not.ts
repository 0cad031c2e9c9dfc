import type { AnyPart } from '../check.js';
import { fails, violation, type KeywordPrinter } from '../frame.js';
import { passes } from '../guard.js';

type Part = Extract<AnyPart, { readonly keyword: 'not' }>;

/** Core 10.2.1.4. */
export const not: KeywordPrinter<Part> = {
  guard: ({ target }, subject, frame) => fails(passes(target, subject, frame)),
  report({ target }, subject, frame, { place }) {
    const when = passes(target, subject, frame);
    const statement = violation(subject, frame, {
      keyword: 'not',
      expected: 'anything that the schema under "not" refuses',
      place,
    });
    if (when.kind === 'constant') return when.value ? [statement] : [];
    return [{ kind: 'if', when, then: [statement] }];
  },
};
