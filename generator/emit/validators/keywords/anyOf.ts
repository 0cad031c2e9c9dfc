import { code } from '../../code.js';
import type { UnionPart } from '../check.js';
import { any, equals, not } from '../condition.js';
import { fails } from '../fail.js';
import type { KeywordPrinter } from '../frame.js';
import { passes } from '../guard.js';
import { closest, counting, guardDispatch, mostBranches } from './union.js';

/** Core 10.2.1.2. */
export const anyOf: KeywordPrinter<UnionPart> = {
  guard(part, subject, frame) {
    if (part.dispatch !== undefined) return guardDispatch(part, part.dispatch, subject, frame);
    if (part.branches.length > mostBranches) {
      const matches = frame.local('matches');
      return [
        ...counting(part, subject, frame, matches),
        ...fails(equals(matches, code`0`), closest(part, undefined, subject, frame)),
      ];
    }
    const fitsOne = any(...part.branches.map(({ target }) => passes(target, subject, frame)));
    return fails(not(fitsOne), closest(part, undefined, subject, frame));
  },
};
