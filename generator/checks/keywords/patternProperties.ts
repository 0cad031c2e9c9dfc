import { code } from '../../printer/code.js';
import type { ObjectPart } from '../check.js';
import { holds } from '../condition.js';
import type { KeywordPrinter } from '../emit-context.js';
import { guardTarget, rejectionOf } from '../guard.js';
import { forEachMember } from './members.js';

type Part = Extract<ObjectPart, { readonly keyword: 'patternProperties' }>;

/** Core 10.3.2.2. */
export const patternProperties: KeywordPrinter<Part> = {
  guard: ({ patterns }, instance, context) =>
    patterns.flatMap(({ pattern, target }) =>
      forEachMember(
        instance,
        context,
        (name) => holds(code`${context.file.pattern(pattern, instance.location)}.test(${name})`),
        (member) =>
          guardTarget(
            target,
            member,
            context,
            rejectionOf('patternProperties', 'no member of such a name'),
          ),
      ),
    ),
};
