import { code, type Text as Code } from '../../printer/code.js';
import type { ArrayPart, EvaluatedItems } from '../check.js';
import { all, any, compares, constant, not, type Condition } from '../condition.js';
import type { FunctionContext, KeywordPrinter, Instance } from '../emit-context.js';
import { guardTarget, passes, rejectionOf } from '../guard.js';
import type { Statement } from '../statement.js';
import { printBranchConditions } from './evaluation.js';
import { forEachItem } from './items.js';

type Part = Extract<ArrayPart, { readonly keyword: 'unevaluatedItems' }>;

/** Core 11.2. */
export const unevaluatedItems: KeywordPrinter<Part> = {
  guard: (part, instance, context) =>
    forEachUnevaluated(part, instance, context, (item) =>
      guardTarget(part.target, item, context, rejectionOf(part.keyword, 'no such item')),
    ),
};

function forEachUnevaluated(
  { evaluated }: Part,
  instance: Instance,
  context: FunctionContext,
  body: (item: Instance) => readonly Statement[],
): readonly Statement[] {
  const { always } = evaluated;
  const { statements, branches } = printBranchConditions(evaluated, instance, context);
  const evaluates = (item: Instance, index: Code, values: EvaluatedItems): Condition =>
    values.all
      ? constant(true)
      : any(
          // The loop starts after the items that are always evaluated.
          values.prefix > always.prefix
            ? compares(index, '<', code`${values.prefix}`)
            : constant(false),
          ...values.contained.map((target) => passes(target, item, context)),
        );
  const isEvaluated = (item: Instance, index: Code): Condition =>
    any(
      evaluates(item, index, always),
      ...branches.map(({ applies, values }) => all(applies, evaluates(item, index, values))),
    );
  const loop = forEachItem(instance, context, always.prefix, (item, index) => {
    const inside = body(item);
    if (inside.length === 0) return [];
    const when = isEvaluated(item, index);
    if (when.kind === 'constant') return when.value ? [] : inside;
    return [{ kind: 'if', when: not(when), then: inside }];
  });
  return loop.length === 0 ? [] : [...statements, ...loop];
}
