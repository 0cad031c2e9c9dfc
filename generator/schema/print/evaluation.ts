import type { Evaluated, EvaluationCondition } from '../../checks/check.js';
import {
  type Condition,
  all,
  any,
  constant,
  conditionCode,
  holds,
  not,
} from '../../checks/statements/condition.js';
import type { FunctionContext, Instance } from '../../checks/emit-context.js';
import type { Statement } from '../../checks/statements/statement.js';
import type { Code, Text } from '../../printer/code.js';
import { flat } from '../../printer/flat.js';
import { has } from './members.js';

/**
 * Statements that evaluate conditions on the whole instance, and the condition under which each
 * branch counts.
 */
export interface BranchConditions<Values> {
  readonly statements: readonly Statement[];
  readonly branches: readonly { readonly applies: Condition; readonly values: Values }[];
}

/**
 * Prints the conditions on the whole instance before its parts are visited: each condition and each
 * branch once.
 */
export function printBranchConditions<Values>(
  { branches }: Evaluated<Values>,
  instance: Instance,
  context: FunctionContext,
): BranchConditions<Values> {
  const statements: Statement[] = [];
  const constants = new Set<Code>();
  const declareConstant = (value: Condition): Condition => {
    const name = context.reserveLocal('applies');
    statements.push({ kind: 'constant', name, value });
    constants.add(name);
    return holds(name);
  };
  const ways = branches.map(({ routes: own }) =>
    own.map(({ from, when }) => ({ from, when: when && conditionOf(when, instance, context) })),
  );
  const useCounts = new Map<Text, number>();
  for (const own of ways)
    for (const text of new Set(own.map(({ when }) => when?.text)))
      if (text !== undefined) useCounts.set(text, (useCounts.get(text) ?? 0) + 1);
  const conditions = new Map<Text, Condition>();
  const conditionFor = ({ text, is, isNegated }: BranchCondition): Condition => {
    let answer = conditions.get(text);
    if (answer === undefined) {
      const isInline = is.kind === 'constant' || useCounts.get(text) === 1;
      conditions.set(text, (answer = isInline ? is : declareConstant(is)));
    }
    return isNegated ? not(answer) : answer;
  };
  const flags: Condition[] = [];
  for (const own of ways) {
    const sources = new Map<string, { when: BranchCondition | undefined; from: Condition[] }>();
    for (const { from, when } of own) {
      const key = when === undefined ? '' : `${when.isNegated} ${when.text}`;
      const source = sources.get(key) ?? { when, from: [] };
      sources.set(key, source);
      source.from.push(from === undefined ? constant(true) : (flags[from] ?? constant(false)));
    }
    const applies = any(
      ...[...sources.values()].map(({ when, from }) =>
        all(any(...from), when === undefined ? constant(true) : conditionFor(when)),
      ),
    );
    flags.push(isName(applies, constants) ? applies : declareConstant(applies));
  }
  return {
    statements,
    branches: branches.map(({ values }, index) => ({
      applies: flags[index] ?? constant(false),
      values,
    })),
  };
}

/** A condition on the instance. `isNegated` is true if it must be false. */
interface BranchCondition {
  readonly text: Text;
  readonly is: Condition;
  readonly isNegated: boolean;
}

function conditionOf(
  when: EvaluationCondition,
  instance: Instance,
  context: FunctionContext,
): BranchCondition {
  const is =
    when.kind === 'has' ? has(when.name, instance, context) : context.passes(when.target, instance);
  return { text: flat(conditionCode(is)), is, isNegated: when.kind === 'fails' };
}

/** True if a constant for a condition would not save anything. */
function isName(condition: Condition, constants: ReadonlySet<Code>): boolean {
  if (condition.kind === 'constant') return true;
  if (condition.kind !== 'atom') return false;
  return constants.has(condition.code) || constants.has(condition.negated);
}
