import { code, type Code } from '../../code.js';
import type { ArrayPart, EvaluatedItems } from '../check.js';
import { all, any, compares, constant, holds, not, type Condition } from '../condition.js';
import type { Frame, KeywordPrinter, Subject } from '../frame.js';
import { guardTarget, passes, refusalOf } from '../guard.js';
import type { Statement } from '../statement.js';
import { evaluationCondition } from './evaluation.js';
import { forEachItem } from './items.js';

type Part = Extract<ArrayPart, { readonly keyword: 'unevaluatedItems' }>;

/** Core 11.2. */
export const unevaluatedItems: KeywordPrinter<Part> = {
  guard: (part, subject, frame) =>
    forEachUnevaluated(part, subject, frame, (item) =>
      guardTarget(part.target, item, frame, refusalOf(part.keyword, 'no such item')),
    ),
};

function forEachUnevaluated(
  { evaluated }: Part,
  subject: Subject,
  frame: Frame,
  body: (item: Subject) => readonly Statement[],
): readonly Statement[] {
  const asked: Code[] = [];
  // The loop starts behind the prefix, so only conditional prefixes are left to be asked about.
  const isEvaluated = prepare({ ...evaluated, prefix: 0 }, subject, frame, asked);
  const loop = forEachItem(subject, frame, evaluated.prefix, (item, index) => {
    const inside = body(item);
    if (inside.length === 0) return [];
    const when = isEvaluated(item, index);
    if (when.kind === 'constant') return when.value ? [] : inside;
    return [{ kind: 'if', when: not(when), then: inside }];
  });
  return loop.length === 0 ? [] : [...asked, ...loop];
}

function prepare(
  evaluated: EvaluatedItems,
  subject: Subject,
  frame: Frame,
  asked: Code[],
): (item: Subject, index: Code) => Condition {
  if (evaluated.all) return () => constant(true);
  const conditional = evaluated.conditional.map(({ when, then }) => {
    const flag = frame.local('applies');
    asked.push(code`const ${flag} = ${evaluationCondition(when, subject, frame)};`);
    const inner = prepare(then, subject, frame, asked);
    return (item: Subject, index: Code) => all(holds(flag), inner(item, index));
  });
  return (item, index) =>
    any(
      evaluated.prefix > 0 ? compares(index, '<', code`${evaluated.prefix}`) : constant(false),
      ...conditional.map((ask) => ask(item, index)),
      ...evaluated.contained.map((target) => passes(target, item, frame)),
    );
}
