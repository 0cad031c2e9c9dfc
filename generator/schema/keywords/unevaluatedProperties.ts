import type { EvaluatedProperties, UnevaluatedPropertiesPart } from '../../checks/check.js';
import { type Condition, all, any, constant, not } from '../../checks/statements/condition.js';
import type { FunctionContext, Instance } from '../../checks/emit-context.js';
import type { Statement } from '../../checks/statements/statement.js';
import type { Leaf } from '../../printer/code.js';
import { since2019 } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { printBranchConditions } from '../print/evaluation.js';
import { forEachMember, guardUndeclared, isNamed } from '../print/members.js';
import { readSchema } from '../read/subschemas.js';

/** Core 11.3. The conditions of branches are evaluated once, before the loop over the names. */
export const unevaluatedProperties: Keyword<'unevaluatedProperties', UnevaluatedPropertiesPart> = {
  name: 'unevaluatedProperties',
  dialects: since2019,
  vocabulary: 'unevaluated',
  group: 'object',
  subschemas: 'one',
  applies: 'child',
  read: readSchema('unevaluatedProperties'),
  targets: ({ target }) => [target],
  loops: true,
  lower({ keywords: { unevaluatedProperties: id } }, lowering) {
    const evaluated = id === undefined ? undefined : lowering.evaluatedProperties();
    if (id === undefined || evaluated === undefined || evaluated.always.all) return [];
    const target = lowering.target(id);
    return target.kind === 'anything'
      ? []
      : [{ keyword: 'unevaluatedProperties', evaluated, target }];
  },
  guard: (part, instance, context) =>
    forEachUnevaluated(part, instance, context, (member) =>
      guardUndeclared(part.keyword, part.target, namesOf(part), member, context),
    ),
};

/** Names that the schema or any of its branches evaluates. */
function namesOf({
  evaluated: { always, branches },
}: UnevaluatedPropertiesPart): readonly string[] {
  return [
    ...new Set([always, ...branches.map(({ values }) => values)].flatMap(({ names }) => names)),
  ];
}

function forEachUnevaluated(
  { evaluated }: UnevaluatedPropertiesPart,
  instance: Instance,
  context: FunctionContext,
  body: (member: Instance) => readonly Statement[],
): readonly Statement[] {
  const { statements, branches } = printBranchConditions(evaluated, instance, context);
  const evaluates = (name: Leaf, { all: isAll, names, patterns }: EvaluatedProperties): Condition =>
    isAll ? constant(true) : isNamed(name, names, patterns, instance, context);
  const isEvaluated = (name: Leaf): Condition =>
    any(
      evaluates(name, evaluated.always),
      ...branches.map(({ applies, values }) => all(applies, evaluates(name, values))),
    );
  const loop = forEachMember(instance, context, (name) => not(isEvaluated(name)), body);
  return loop.length === 0 ? [] : [...statements, ...loop];
}
