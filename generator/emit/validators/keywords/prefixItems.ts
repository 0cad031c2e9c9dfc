import { code } from '../../code.js';
import type { ArrayPart, Target } from '../check.js';
import { compares } from '../condition.js';
import { partOf, type Frame, type KeywordPrinter, type Subject } from '../frame.js';
import { guardTarget } from '../guard.js';
import { mentions, type Statement } from '../statement.js';

type Part = Extract<ArrayPart, { readonly keyword: 'prefixItems' }>;

/** Core 10.3.1.1. */
export const prefixItems: KeywordPrinter<Part> = {
  guard: ({ targets }, subject, frame) =>
    forEachTarget(targets, subject, frame, (target, item) => guardTarget(target, item, frame)),
};

function forEachTarget(
  targets: readonly Target[],
  subject: Subject,
  frame: Frame,
  body: (target: Target, item: Subject) => readonly Statement[],
): readonly Statement[] {
  return targets.flatMap((target, index): readonly Statement[] => {
    const value = frame.local('item');
    const inside = body(target, partOf(subject, value));
    if (inside.length === 0) return [];
    const when = compares(code`${subject.value}.length`, '>', code`${index}`);
    const read = code`const ${value} = ${subject.value}[${index}];`;
    return [{ kind: 'if', when, then: mentions(inside, value) ? [read, ...inside] : inside }];
  });
}
