import { code } from '../../code.js';
import type { ArrayPart } from '../check.js';
import { compares } from '../condition.js';
import { partOf, type KeywordPrinter } from '../frame.js';
import { guardTarget, refusalOf } from '../guard.js';
import { inParts } from '../parts.js';
import type { Statement } from '../statement.js';
import { mentions } from '../uses.js';

type Part = Extract<ArrayPart, { readonly keyword: 'prefixItems' }>;

/** Core 10.3.1.1. */
export const prefixItems: KeywordPrinter<Part> = {
  guard({ spelling, targets }, subject, frame) {
    const groups = targets.map((target, index): readonly Statement[] => {
      const value = frame.local('item');
      const item = partOf(subject, value, { kind: 'token', token: index });
      const refusal = refusalOf(spelling, 'no such item');
      const inside = guardTarget(target, item, frame, refusal);
      if (inside.length === 0) return [];
      const when = compares(code`${subject.value}.length`, '>', code`${index}`);
      const read = code`const ${value} = ${subject.value}[${index}];`;
      return [{ kind: 'if', when, then: mentions(inside, value) ? [read, ...inside] : inside }];
    });
    return inParts(groups, subject, frame);
  },
};
