import { code } from '../../code.js';
import type { UnionPart } from '../check.js';
import { equals, not } from '../condition.js';
import { fails } from '../fail.js';
import type { KeywordPrinter } from '../frame.js';
import { anyOf } from './anyOf.js';
import { closest, counting, guardDispatch } from './union.js';

/** Core 10.2.1.3: exactly one, which is any where no two can be. */
export const oneOf: KeywordPrinter<UnionPart> = {
  guard(part, subject, frame) {
    if (part.dispatch !== undefined) return guardDispatch(part, part.dispatch, subject, frame);
    if (part.exclusive) return anyOf.guard(part, subject, frame);
    const matches = frame.local('matches');
    return [
      ...counting(part, subject, frame, matches),
      ...fails(not(equals(matches, code`1`)), closest(part, matches, subject, frame)),
    ];
  },
};
