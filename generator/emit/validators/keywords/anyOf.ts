import type { UnionPart } from '../check.js';
import { any, not } from '../condition.js';
import { fails, type KeywordPrinter } from '../frame.js';
import { passes } from '../guard.js';
import { guardDispatch, reportBranches, reportDispatch } from './union.js';

/** Core 10.2.1.2. */
export const anyOf: KeywordPrinter<UnionPart> = {
  guard(part, subject, frame) {
    if (part.dispatch !== undefined) return guardDispatch(part, part.dispatch, subject, frame);
    return fails(not(any(...part.branches.map(({ target }) => passes(target, subject, frame)))));
  },
  report(part, subject, frame, { place }) {
    if (part.dispatch !== undefined)
      return reportDispatch(part, part.dispatch, subject, frame, place);
    const when = not(any(...part.branches.map(({ target }) => passes(target, subject, frame))));
    if (when.kind === 'constant' && !when.value) return [];
    return [{ kind: 'if', when, then: reportBranches(part, subject, frame, place) }];
  },
};
