import type { Text as Code } from '../../printer/code.js';
import type { EvaluatedProperties, ObjectPart } from '../check.js';
import { all, any, constant, not, type Condition } from '../condition.js';
import type { FunctionContext, KeywordPrinter, Instance } from '../emit-context.js';
import { guardTarget, rejectionOf } from '../guard.js';
import type { Statement } from '../statement.js';
import { printBranchConditions } from './evaluation.js';
import { forEachMember, isNamed } from './members.js';

type Part = Extract<ObjectPart, { readonly keyword: 'unevaluatedProperties' }>;

/** Core 11.3. The conditions of branches are evaluated once, before the loop over the names. */
export const unevaluatedProperties: KeywordPrinter<Part> = {
  guard: (part, instance, context) =>
    forEachUnevaluated(part, instance, context, (member) =>
      guardTarget(part.target, member, context, rejectionOf(part.keyword, 'no such member')),
    ),
};

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
