import type { Text as Code } from '../../printer/code.js';
import type { EvaluatedProperties, ObjectPart } from '../check.js';
import { all, any, constant, not, type Condition } from '../condition.js';
import type { FunctionContext, KeywordPrinter, Instance } from '../emit-context.js';
import type { Statement } from '../statement.js';
import { printBranchConditions } from './evaluation.js';
import { forEachMember, guardUndeclared, isNamed } from './members.js';

type Part = Extract<ObjectPart, { readonly keyword: 'unevaluatedProperties' }>;

/** Core 11.3. The conditions of branches are evaluated once, before the loop over the names. */
export const unevaluatedProperties: KeywordPrinter<Part> = {
  guard: (part, instance, context) =>
    forEachUnevaluated(part, instance, context, (member) =>
      guardUndeclared(part.keyword, part.target, namesOf(part), member, context),
    ),
};

/** Names that the schema or any of its branches evaluates. */
function namesOf({ evaluated: { always, branches } }: Part): readonly string[] {
  return [
    ...new Set([always, ...branches.map(({ values }) => values)].flatMap(({ names }) => names)),
  ];
}

function forEachUnevaluated(
  { evaluated }: Part,
  instance: Instance,
  context: FunctionContext,
  body: (member: Instance) => readonly Statement[],
): readonly Statement[] {
  const { statements, branches } = printBranchConditions(evaluated, instance, context);
  const evaluates = (name: Code, { all: isAll, names, patterns }: EvaluatedProperties): Condition =>
    isAll ? constant(true) : isNamed(name, names, patterns, instance, context);
  const isEvaluated = (name: Code): Condition =>
    any(
      evaluates(name, evaluated.always),
      ...branches.map(({ applies, values }) => all(applies, evaluates(name, values))),
    );
  const loop = forEachMember(instance, context, (name) => not(isEvaluated(name)), body);
  return loop.length === 0 ? [] : [...statements, ...loop];
}
