import { code, type Code } from '../../code.js';
import type { EvaluatedProperties, ObjectPart } from '../check.js';
import { all, any, constant, holds, not, type Condition } from '../condition.js';
import type { Frame, KeywordPrinter, Subject } from '../frame.js';
import { guardTarget, refusalOf } from '../guard.js';
import type { Statement } from '../statement.js';
import { evaluationCondition } from './evaluation.js';
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
  const asked: Code[] = [];
  const isEvaluated = prepare(evaluated, subject, frame, asked);
  const loop = forEachMember(subject, frame, (name) => not(isEvaluated(name)), body);
  return loop.length === 0 ? [] : [...asked, ...loop];
}

/** Asks what is to be known about the whole object, and answers how to ask about a name. */
function prepare(
  evaluated: EvaluatedProperties,
  subject: Subject,
  frame: Frame,
  asked: Code[],
): (name: Code) => Condition {
  if (evaluated.all) return () => constant(true);
  const conditional = evaluated.conditional.map(({ when, then }) => {
    const flag = frame.local('applies');
    asked.push(code`const ${flag} = ${evaluationCondition(when, subject, frame)};`);
    const inner = prepare(then, subject, frame, asked);
    return (name: Code) => all(holds(flag), inner(name));
  });
  return (name) =>
    any(
      isNamed(name, evaluated.names, evaluated.patterns, frame),
      ...conditional.map((ask) => ask(name)),
    );
}
