import { code, type Code } from '../../code.js';
import type { ArrayPart } from '../check.js';
import { compares } from '../condition.js';
import { broken, fails } from '../fail.js';
import { partOf, type Frame, type KeywordPrinter, type Subject } from '../frame.js';
import { guardTarget, refusalOf } from '../guard.js';
import { count } from '../phrase.js';
import type { Statement } from '../statement.js';
import { mentions } from '../uses.js';

type Part = Extract<ArrayPart, { readonly keyword: 'items' }>;

/** Core 10.3.1.2: items behind those that `prefixItems` names. */
export const items: KeywordPrinter<Part> = {
  guard({ spelling, from, target }, subject, frame) {
    if (target.kind === 'nothing') {
      const expected = from === 0 ? 'no items' : `at most ${count(from, 'item')}`;
      return fails(
        compares(code`${subject.value}.length`, '>', code`${from}`),
        broken(spelling, expected, subject, frame),
      );
    }
    return forEachItem(subject, frame, from, (item) =>
      guardTarget(target, item, frame, refusalOf(spelling)),
    );
  },
};

/** Statements for every item from an index on. */
export function forEachItem(
  subject: Subject,
  frame: Frame,
  from: number,
  body: (item: Subject, index: Code) => readonly Statement[],
): readonly Statement[] {
  const index = frame.local('index');
  const value = frame.local('item');
  const inside = body(partOf(subject, value, { kind: 'index', index }), index);
  if (inside.length === 0) return [];
  const read = code`const ${value} = ${subject.value}[${index}];`;
  return [
    {
      kind: 'block',
      head: code`for (let ${index} = ${from}; ${index} < ${subject.value}.length; ${index} += 1)`,
      body: mentions(inside, value) ? [read, ...inside] : inside,
    },
  ];
}
