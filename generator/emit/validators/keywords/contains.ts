import { code, type Code } from '../../code.js';
import type { ContainsPart } from '../check.js';
import { any, compares, constant, type Condition } from '../condition.js';
import { fails, partOf, type Frame, type KeywordPrinter, type Subject } from '../frame.js';
import { passes } from '../guard.js';
import type { Statement } from '../statement.js';

/** Core 10.3.1.3, with the bounds of Validation 6.4.4 and 6.4.5. */
export const contains: KeywordPrinter<ContainsPart> = {
  guard(part, subject, frame) {
    if (part.minimum === 0 && part.maximum === undefined) return [];
    const found = frame.local('found');
    return [...counting(part, subject, frame, found), ...fails(isOutside(part, found))];
  },
};

function counting(
  part: ContainsPart,
  subject: Subject,
  frame: Frame,
  found: Code,
): readonly Statement[] {
  const value = frame.local('item');
  const when = passes(part.target, partOf(subject, value), frame);
  if (when.kind === 'constant')
    return [code`const ${found} = ${when.value ? code`${subject.value}.length` : 0};`];
  return [
    code`let ${found} = 0;`,
    {
      kind: 'block',
      head: code`for (const ${value} of ${subject.value})`,
      body: [{ kind: 'if', when, then: [code`${found} += 1;`] }],
    },
  ];
}

function isOutside({ minimum, maximum }: ContainsPart, found: Code): Condition {
  return any(
    minimum > 0 ? compares(found, '<', code`${minimum}`) : constant(false),
    maximum === undefined ? constant(false) : compares(found, '>', code`${maximum}`),
  );
}
