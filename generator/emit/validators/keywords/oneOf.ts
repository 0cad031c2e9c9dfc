import { code, type Code } from '../../code.js';
import type { UnionPart } from '../check.js';
import { equals, not } from '../condition.js';
import { fails } from '../fail.js';
import type { Frame, KeywordPrinter, Subject } from '../frame.js';
import { passes } from '../guard.js';
import type { Statement } from '../statement.js';
import { anyOf } from './anyOf.js';
import { closest, guardDispatch } from './union.js';

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

function counting(
  part: UnionPart,
  subject: Subject,
  frame: Frame,
  matches: Code,
): readonly Statement[] {
  return [
    code`let ${matches} = 0;`,
    ...part.branches.flatMap(({ target }): readonly Statement[] => {
      const when = passes(target, subject, frame);
      const then = [code`${matches} += 1;`];
      if (when.kind === 'constant') return when.value ? then : [];
      return [{ kind: 'if', when, then }];
    }),
  ];
}
