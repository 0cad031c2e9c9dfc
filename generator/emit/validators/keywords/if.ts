import type { AnyPart } from '../check.js';
import { not, type Condition } from '../condition.js';
import type { KeywordPrinter } from '../frame.js';
import { guardTarget, passes, refusalOf } from '../guard.js';
import type { Statement } from '../statement.js';

type Part = Extract<AnyPart, { readonly keyword: 'if' }>;

/** Core 10.2.2.1 to 10.2.2.3: `if`, `then` and `else`. */
export const ifThenElse: KeywordPrinter<Part> = {
  guard: ({ condition, then, otherwise }, subject, frame) =>
    choose(
      passes(condition, subject, frame),
      guardTarget(then, subject, frame, refusalOf('then', 'a value that "if" refuses')),
      guardTarget(otherwise, subject, frame, refusalOf('else', 'a value that "if" accepts')),
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
