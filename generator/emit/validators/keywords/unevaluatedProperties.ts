import type { Code } from '../../code.js';
import type { EvaluatedProperties, ObjectPart } from '../check.js';
import { all, any, constant, not, type Condition } from '../condition.js';
import type { Frame, KeywordPrinter, Subject } from '../frame.js';
import { guardTarget, refusalOf } from '../guard.js';
import type { Statement } from '../statement.js';
import { askBranches } from './evaluation.js';
import { forEachMember, isNamed } from './members.js';

type Part = Extract<ObjectPart, { readonly keyword: 'unevaluatedProperties' }>;

/** Core 11.3. Branches that may have looked at members are asked once; then every name is. */
export const unevaluatedProperties: KeywordPrinter<Part> = {
  guard: (part, subject, frame) =>
    forEachUnevaluated(part, subject, frame, (member) =>
      guardTarget(part.target, member, frame, refusalOf(part.keyword, 'no such member')),
    ),
};

function forEachUnevaluated(
  { evaluated }: Part,
  subject: Subject,
  frame: Frame,
  body: (member: Subject) => readonly Statement[],
): readonly Statement[] {
  const { asked, branches } = askBranches(evaluated, subject, frame);
  const looksAt = (name: Code, { all: isAll, names, patterns }: EvaluatedProperties): Condition =>
    isAll ? constant(true) : isNamed(name, names, patterns, frame);
  const isEvaluated = (name: Code): Condition =>
    any(
      looksAt(name, evaluated.always),
      ...branches.map(({ counts, what }) => all(counts, looksAt(name, what))),
    );
  const loop = forEachMember(subject, frame, (name) => not(isEvaluated(name)), body);
  return loop.length === 0 ? [] : [...asked, ...loop];
}
