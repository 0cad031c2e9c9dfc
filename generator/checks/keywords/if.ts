import type { AnyPart } from '../check.js';
import { not, type Condition } from '../condition.js';
import type { KeywordPrinter } from '../emit-context.js';
import { guardTarget, passes, rejectionOf } from '../guard.js';
import type { Statement } from '../statement.js';

type Part = Extract<AnyPart, { readonly keyword: 'if' }>;

/** Core 10.2.2.1 to 10.2.2.3: `if`, `then` and `else`. */
export const ifThenElse: KeywordPrinter<Part> = {
  guard: ({ condition, then, otherwise }, instance, context) =>
    choose(
      passes(condition, instance, context),
      guardTarget(then, instance, context, rejectionOf('then', 'a value that "if" refuses')),
      guardTarget(otherwise, instance, context, rejectionOf('else', 'a value that "if" accepts')),
    ),
};

function choose(
  when: Condition,
  then: readonly Statement[],
  otherwise: readonly Statement[],
): readonly Statement[] {
  if (when.kind === 'constant') return when.value ? then : otherwise;
  if (then.length === 0 && otherwise.length === 0) return [];
  if (then.length === 0) return [{ kind: 'if', when: not(when), then: otherwise }];
  return [{ kind: 'if', when, then, ...(otherwise.length === 0 ? {} : { otherwise }) }];
}
