import type { ObjectPart } from '../check.js';
import { all, any } from '../condition.js';
import { failureOf, fails, type KeywordPrinter } from '../frame.js';
import { guardTarget } from '../guard.js';
import { has } from './dependentRequired.js';

type Part = Extract<ObjectPart, { readonly keyword: 'dependentSchemas' }>;

/** Core 10.2.2.4. */
export const dependentSchemas: KeywordPrinter<Part> = {
  guard({ name, target }, subject, frame) {
    const when = has(name, subject, frame);
    if (target.kind === 'nothing') return fails(when);
    const then = guardTarget(target, subject, frame);
    const failure = failureOf(then);
    if (failure !== undefined) return fails(all(when, any(...failure)));
    return [{ kind: 'if', when, then }];
  },
};
