import { code, type Code } from '../../code.js';
import type { ArrayPart } from '../check.js';
import { compares } from '../condition.js';
import { fails, partOf, type Frame, type KeywordPrinter, type Subject } from '../frame.js';
import { guardTarget } from '../guard.js';
import { mentions, type Statement } from '../statement.js';

type Part = Extract<ArrayPart, { readonly keyword: 'items' }>;

/** Core 10.3.1.2: items behind those that `prefixItems` names. */
export const items: KeywordPrinter<Part> = {
  guard({ from, target }, subject, frame) {
    if (target.kind === 'nothing') {
      return fails(compares(code`${subject.value}.length`, '>', code`${from}`));
    }
    if (from > 0)
      return forEachItem(subject, frame, from, (item) => guardTarget(target, item, frame));
    const value = frame.local('item');
    const body = guardTarget(target, partOf(subject, value), frame);
    if (body.length === 0) return [];
    if (!mentions(body, value)) {
      return [
        { kind: 'if', when: compares(code`${subject.value}.length`, '>', code`0`), then: body },
      ];
    }
    return [{ kind: 'block', head: code`for (const ${value} of ${subject.value})`, body }];
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
  const item = partOf(subject, value);
  const inside = body(item, index);
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
