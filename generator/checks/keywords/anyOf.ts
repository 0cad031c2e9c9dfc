import { code } from '../../printer/code.js';
import type { UnionPart } from '../check.js';
import { any, equals, not } from '../condition.js';
import { failWhen } from '../violations.js';
import type { KeywordPrinter } from '../emit-context.js';
import { passes } from '../guard.js';
import { closest, countMatches, guardDispatch, maxSequentialBranches } from './union.js';

/** Core 10.2.1.2. */
export const anyOf: KeywordPrinter<UnionPart> = {
  guard(part, instance, context) {
    if (part.dispatch !== undefined) return guardDispatch(part, part.dispatch, instance, context);
    if (part.branches.length > maxSequentialBranches) {
      const matches = context.reserveLocal('matches');
      return [
        ...countMatches(part, instance, context, matches),
        ...failWhen(equals(matches, code`0`), closest(part, undefined, instance, context)),
      ];
    }
    const fitsOne = any(...part.branches.map(({ target }) => passes(target, instance, context)));
    return failWhen(not(fitsOne), closest(part, undefined, instance, context));
  },
};
