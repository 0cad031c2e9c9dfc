import { code, type Text as Code } from '../../printer/code.js';
import type { ArrayPart } from '../check.js';
import { compares } from '../condition.js';
import { reportKeyword, failWhen } from '../violations.js';
import {
  childInstance,
  type FunctionContext,
  type KeywordPrinter,
  type Instance,
} from '../emit-context.js';
import { guardTarget, rejectionOf } from '../guard.js';
import { count } from '../phrase.js';
import type { Statement } from '../statement.js';
import { usesName } from '../uses.js';

type Part = Extract<ArrayPart, { readonly keyword: 'items' }>;

/** Core 10.3.1.2: items after those of `prefixItems`. */
export const items: KeywordPrinter<Part> = {
  guard({ spelling, from, target }, instance, context) {
    if (target.kind === 'nothing') {
      const expected = from === 0 ? 'no items' : `at most ${count(from, 'item')}`;
      return failWhen(
        compares(code`${instance.value}.length`, '>', code`${from}`),
        reportKeyword(spelling, expected, instance, context),
      );
    }
    return forEachItem(instance, context, from, (item) =>
      guardTarget(target, item, context, rejectionOf(spelling)),
    );
  },
};

/** Statements for every item from an index. */
export function forEachItem(
  instance: Instance,
  context: FunctionContext,
  from: number,
  body: (item: Instance, index: Code) => readonly Statement[],
): readonly Statement[] {
  const index = context.reserveLocal('index');
  const value = context.reserveLocal('item');
  const statements = body(childInstance(instance, value, { kind: 'index', index }), index);
  if (statements.length === 0) return [];
  const read = code`const ${value} = ${instance.value}[${index}];`;
  return [
    {
      kind: 'block',
      head: code`for (let ${index} = ${from}; ${index} < ${instance.value}.length; ${index} += 1)`,
      body: usesName(statements, value) ? [read, ...statements] : statements,
    },
  ];
}
