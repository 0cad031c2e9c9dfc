import type { ObjectPart } from '../check.js';
import type { KeywordPrinter } from '../emit-context.js';
import { guardTarget, rejectionOf } from '../guard.js';
import { has } from './dependentRequired.js';

type Part = Extract<ObjectPart, { readonly keyword: 'dependentSchemas' }>;

/** Core 10.2.2.4. */
export const dependentSchemas: KeywordPrinter<Part> = {
  guard({ spelling, name, target }, instance, context) {
    const rejection = rejectionOf(spelling, `no member ${JSON.stringify(name)}`);
    const then = guardTarget(target, instance, context, rejection);
    return then.length === 0 ? [] : [{ kind: 'if', when: has(name, instance, context), then }];
  },
};
