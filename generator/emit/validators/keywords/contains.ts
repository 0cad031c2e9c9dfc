import { code, type Code } from '../../code.js';
import type { ContainsPart } from '../check.js';
import { compares } from '../condition.js';
import { broken, fails } from '../fail.js';
import { partOf, type Frame, type KeywordPrinter, type Subject } from '../frame.js';
import { passes } from '../guard.js';
import { kindPhrase } from '../kind-phrase.js';
import { count } from '../phrase.js';
import type { Call, Statement } from '../statement.js';

/** Core 10.3.1.3, with the bounds of Validation 6.4.4 and 6.4.5. */
export const contains: KeywordPrinter<ContainsPart> = {
  guard(part, subject, frame) {
    const { minimum, maximum } = part;
    if (minimum === 0 && maximum === undefined) return [];
    const found = frame.local('found');
    const what = kindPhrase(part.target);
    const kind = (limit: number): string =>
      what === undefined
        ? `that fit${limit === 1 ? 's' : ''} "contains"`
        : `that ${limit === 1 ? 'is' : 'are each'} ${what}`;
    const told = (keyword: string, bound: string, limit: number): Call =>
      broken(keyword, `${bound} ${count(limit, 'item')} ${kind(limit)}`, subject, frame);
    const least = minimum === 1 ? 'contains' : 'minContains';
    return [
      ...counting(part, subject, frame, found),
      ...(minimum === 0
        ? []
        : fails(compares(found, '<', code`${minimum}`), told(least, 'at least', minimum))),
      ...(maximum === undefined
        ? []
        : fails(compares(found, '>', code`${maximum}`), told('maxContains', 'at most', maximum))),
    ];
  },
};

function counting(
  part: ContainsPart,
  subject: Subject,
  frame: Frame,
  found: Code,
): readonly Statement[] {
  const value = frame.local('item');
  const item = partOf(subject, value, { kind: 'index', index: code`0` });
  const when = passes(part.target, item, frame);
  if (when.kind === 'constant')
    return [code`const ${found} = ${when.value ? code`${subject.value}.length` : 0};`];
  return [
    code`let ${found} = 0;`,
    {
      kind: 'block',
      head: code`for (const ${value} of ${subject.value})`,
      body: [{ kind: 'if', when: when, then: [code`${found} += 1;`] }],
    },
  ];
}
