import { code, type Code } from '../../code.js';
import type { ArrayPart, EvaluatedItems } from '../check.js';
import { all, any, compares, constant, not, type Condition } from '../condition.js';
import type { Frame, KeywordPrinter, Subject } from '../frame.js';
import { guardTarget, passes, refusalOf } from '../guard.js';
import type { Statement } from '../statement.js';
import { askBranches } from './evaluation.js';
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
  const { always } = evaluated;
  const { asked, branches } = askBranches(evaluated, subject, frame);
  const looksAt = (item: Subject, index: Code, what: EvaluatedItems): Condition =>
    what.all
      ? constant(true)
      : any(
          // The loop starts behind what is looked at in any case.
          what.prefix > always.prefix
            ? compares(index, '<', code`${what.prefix}`)
            : constant(false),
          ...what.contained.map((target) => passes(target, item, frame)),
        );
  const isEvaluated = (item: Subject, index: Code): Condition =>
    any(
      looksAt(item, index, always),
      ...branches.map(({ counts, what }) => all(counts, looksAt(item, index, what))),
    );
  const loop = forEachItem(subject, frame, always.prefix, (item, index) => {
    const inside = body(item);
    if (inside.length === 0) return [];
    const when = isEvaluated(item, index);
    if (when.kind === 'constant') return when.value ? [] : inside;
    return [{ kind: 'if', when: not(when), then: inside }];
  });
  return loop.length === 0 ? [] : [...asked, ...loop];
}
