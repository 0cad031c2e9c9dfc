import { code } from '../../printer/code.js';
import type { ArrayPart } from '../check.js';
import { compares } from '../condition.js';
import { childInstance, type KeywordPrinter } from '../emit-context.js';
import { guardTarget, rejectionOf } from '../guard.js';
import { splitIntoParts } from '../parts.js';
import type { Statement } from '../statement.js';
import { usesName } from '../uses.js';

type Part = Extract<ArrayPart, { readonly keyword: 'prefixItems' }>;

/** Core 10.3.1.1. */
export const prefixItems: KeywordPrinter<Part> = {
  guard({ spelling, targets }, instance, context) {
    const groups = targets.map((target, index): readonly Statement[] => {
      const value = context.reserveLocal('item');
      const item = childInstance(instance, value, { kind: 'token', token: index });
      const rejection = rejectionOf(spelling, 'no such item');
      const statements = guardTarget(target, item, context, rejection);
      if (statements.length === 0) return [];
      const when = compares(code`${instance.value}.length`, '>', code`${index}`);
      const read = code`const ${value} = ${instance.value}[${index}];`;
      return [
        {
          kind: 'if',
          when,
          then: usesName(statements, value) ? [read, ...statements] : statements,
        },
      ];
    });
    return splitIntoParts(groups, instance, context);
  },
};
