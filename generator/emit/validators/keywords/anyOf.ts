import type { UnionPart } from '../check.js';
import { any, not } from '../condition.js';
import { fails } from '../fail.js';
import type { KeywordPrinter } from '../frame.js';
import { passes } from '../guard.js';
import { closest, guardDispatch } from './union.js';

/** Core 10.2.1.2. */
export const anyOf: KeywordPrinter<UnionPart> = {
  guard(part, subject, frame) {
    if (part.dispatch !== undefined) return guardDispatch(part, part.dispatch, subject, frame);
    const fitsOne = any(...part.branches.map(({ target }) => passes(target, subject, frame)));
    return fails(not(fitsOne), closest(part, undefined, subject, frame));
  },
};
