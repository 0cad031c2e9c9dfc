import { code, type Code } from '../../code.js';
import type { UnionPart } from '../check.js';
import { compares, equals, not } from '../condition.js';
import { fails, violation, type Frame, type KeywordPrinter, type Subject } from '../frame.js';
import { passes } from '../guard.js';
import type { Statement } from '../statement.js';
import { anyOf } from './anyOf.js';
import { branchesPhrase, guardDispatch, reportBranches, reportDispatch } from './union.js';

/** Core 10.2.1.3: exactly one, which is any where no two can be. */
export const oneOf: KeywordPrinter<UnionPart> = {
  guard(part, subject, frame) {
    if (part.dispatch !== undefined) return guardDispatch(part, part.dispatch, subject, frame);
    if (part.exclusive) return anyOf.guard(part, subject, frame);
    const matches = frame.local('matches');
    return [...counting(part, subject, frame, matches), ...fails(not(equals(matches, code`1`)))];
  },
  report(part, subject, frame, check) {
    const { place } = check;
    if (part.dispatch !== undefined)
      return reportDispatch(part, part.dispatch, subject, frame, place);
    if (part.exclusive) return anyOf.report(part, subject, frame, check);
    const matches = frame.local('matches');
    const expected = `exactly one of ${branchesPhrase(part)}, not several at once`;
    return [
      ...counting(part, subject, frame, matches),
      {
        kind: 'if',
        when: equals(matches, code`0`),
        then: reportBranches(part, subject, frame, place),
        otherwise: [
          {
            kind: 'if',
            when: compares(matches, '>', code`1`),
            then: [violation(subject, frame, { keyword: 'oneOf', expected, place })],
          },
        ],
      },
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
