import { code, type Code } from '../../code.js';
import type { ContainsPart } from '../check.js';
import { any, compares, constant, type Condition } from '../condition.js';
import {
  fails,
  partOf,
  violation,
  type Frame,
  type KeywordPrinter,
  type Subject,
} from '../frame.js';
import { passes } from '../guard.js';
import { count } from '../phrase.js';
import type { Statement } from '../statement.js';

/** Core 10.3.1.3, with the bounds of Validation 6.4.4 and 6.4.5. */
export const contains: KeywordPrinter<ContainsPart> = {
  guard(part, subject, frame) {
    if (part.minimum === 0 && part.maximum === undefined) return [];
    const found = frame.local('found');
    return [...counting(part, subject, frame, found), ...fails(isOutside(part, found))];
  },
  report(part, subject, frame, { place }) {
    if (part.minimum === 0 && part.maximum === undefined) return [];
    const found = frame.local('found');
    const outcomes: Statement[] = [];
    const { minimum, maximum } = part;
    if (minimum > 0) {
      const keyword = minimum === 1 ? 'contains' : 'minContains';
      const expected = `at least ${count(minimum, 'item')} of a certain kind`;
      const then = [violation(subject, frame, { keyword, expected, place })];
      outcomes.push({ kind: 'if', when: compares(found, '<', code`${minimum}`), then });
    }
    if (maximum !== undefined) {
      const expected = `at most ${count(maximum, 'item')} of a certain kind`;
      const then = [violation(subject, frame, { keyword: 'maxContains', expected, place })];
      outcomes.push({ kind: 'if', when: compares(found, '>', code`${maximum}`), then });
    }
    return [...counting(part, subject, frame, found), ...outcomes];
  },
};

function counting(
  part: ContainsPart,
  subject: Subject,
  frame: Frame,
  found: Code,
): readonly Statement[] {
  const value = frame.local('item');
  const when = passes(part.target, partOf(subject, value, []), frame);
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
