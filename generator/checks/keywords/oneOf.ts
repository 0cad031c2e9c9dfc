import { code } from '../../printer/code.js';
import type { UnionPart } from '../check.js';
import { equals, not } from '../condition.js';
import { failWhen } from '../violations.js';
import type { KeywordPrinter } from '../emit-context.js';
import { anyOf } from './anyOf.js';
import { closest, countMatches, guardDispatch } from './union.js';

/** Core 10.2.1.3: exactly one match. If branches are exclusive, any match is the only one. */
export const oneOf: KeywordPrinter<UnionPart> = {
  guard(part, instance, context) {
    if (part.dispatch !== undefined) return guardDispatch(part, part.dispatch, instance, context);
    if (part.exclusive) return anyOf.guard(part, instance, context);
    const matches = context.reserveLocal('matches');
    return [
      ...countMatches(part, instance, context, matches),
      ...failWhen(not(equals(matches, code`1`)), closest(part, matches, instance, context)),
    ];
  },
};
