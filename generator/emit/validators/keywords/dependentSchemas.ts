import type { ObjectPart } from '../check.js';
import type { KeywordPrinter } from '../frame.js';
import { guardTarget, refusalOf } from '../guard.js';
import { has } from './dependentRequired.js';

type Part = Extract<ObjectPart, { readonly keyword: 'dependentSchemas' }>;

/** Core 10.2.2.4. */
export const dependentSchemas: KeywordPrinter<Part> = {
  guard({ spelling, name, target }, subject, frame) {
    const refusal = refusalOf(spelling, `no member ${JSON.stringify(name)}`);
    const then = guardTarget(target, subject, frame, refusal);
    return then.length === 0 ? [] : [{ kind: 'if', when: has(name, subject, frame), then }];
  },
};
