import type { ObjectPart } from '../check.js';
import { all, any } from '../condition.js';
import { failureOf, fails, type KeywordPrinter } from '../frame.js';
import { guardTarget } from '../guard.js';
import { reportTarget } from '../report.js';
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
  report({ name, target }, subject, frame, { place }) {
    const then = reportTarget(target, subject, frame, {
      keyword: 'dependentSchemas',
      expected: `no member ${JSON.stringify(name)}`,
      place,
    });
    return then.length === 0 ? [] : [{ kind: 'if', when: has(name, subject, frame), then }];
  },
};
