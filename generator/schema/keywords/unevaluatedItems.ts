import type { EvaluatedItems, UnevaluatedItemsPart } from '../../checks/check.js';
import {
  type Condition,
  all,
  any,
  compares,
  constant,
  not,
} from '../../checks/statements/condition.js';
import type { FunctionContext, Instance } from '../../checks/emit-context.js';
import type { Statement } from '../../checks/statements/statement.js';
import { rejectionOf } from '../../checks/reports/violations.js';
import { type Leaf, code } from '../../printer/code.js';
import { since2019 } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { printBranchConditions } from '../print/evaluation.js';
import { readSchema } from '../read/subschemas.js';
import { forEachItem } from './items.js';

/** Core 11.2. */
export const unevaluatedItems: Keyword<'unevaluatedItems', UnevaluatedItemsPart> = {
  name: 'unevaluatedItems',
  dialects: since2019,
  vocabulary: 'unevaluated',
  group: 'array',
  subschemas: 'one',
  applies: 'child',
  read: readSchema('unevaluatedItems'),
  targets: ({ target }) => [target],
  loops: true,
  lower({ keywords: { unevaluatedItems: id } }, lowering) {
    const evaluated = id === undefined ? undefined : lowering.evaluatedItems();
    if (id === undefined || evaluated === undefined || evaluated.always.all) return [];
    const target = lowering.target(id);
    return target.kind === 'anything' ? [] : [{ keyword: 'unevaluatedItems', evaluated, target }];
  },
  guard: (part, instance, context) =>
    forEachUnevaluated(part, instance, context, (item) =>
      context.guardTarget(part.target, item, rejectionOf(part.keyword, 'no such item')),
    ),
};

function forEachUnevaluated(
  { evaluated }: UnevaluatedItemsPart,
  instance: Instance,
  context: FunctionContext,
  body: (item: Instance) => readonly Statement[],
): readonly Statement[] {
  const { always } = evaluated;
  const { statements, branches } = printBranchConditions(evaluated, instance, context);
  const evaluates = (item: Instance, index: Leaf, values: EvaluatedItems): Condition =>
    values.all
      ? constant(true)
      : any(
          // The loop starts after the items that are always evaluated.
          values.prefix > always.prefix
            ? compares(index, '<', code`${values.prefix}`)
            : constant(false),
          ...values.contained.map((target) => context.passes(target, item)),
        );
  const isEvaluated = (item: Instance, index: Leaf): Condition =>
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
