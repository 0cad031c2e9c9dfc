import { code } from '../../code.js';
import type { ObjectPart } from '../check.js';
import { holds } from '../condition.js';
import type { KeywordPrinter } from '../frame.js';
import { guardTarget, refusalOf } from '../guard.js';
import { forEachMember } from './members.js';

type Part = Extract<ObjectPart, { readonly keyword: 'patternProperties' }>;

/** Core 10.3.2.2. */
export const patternProperties: KeywordPrinter<Part> = {
  guard: ({ patterns }, subject, frame) =>
    patterns.flatMap(({ pattern, target }) =>
      forEachMember(
        subject,
        frame,
        (name) => holds(code`${frame.printing.pattern(pattern)}.test(${name})`),
        (member) =>
          guardTarget(
            target,
            member,
            frame,
            refusalOf('patternProperties', 'no member of such a name'),
          ),
      ),
    ),
};
