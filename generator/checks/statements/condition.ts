import { code, empty, isLeaf, type Code } from '../../printer/code.js';
import { parenthesised } from '../../printer/types.js';
import { annotated, logical } from '../../printer/values.js';

/**
 * A boolean expression as a tree, so that it can be negated before it is printed.
 */
export type Condition =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'atom'; readonly code: Code; readonly negated: Code }
  | { readonly kind: 'or'; readonly operands: readonly Condition[] }
  | { readonly kind: 'and'; readonly operands: readonly Condition[] };

/** Condition that is always true or always false. */
export function constant(value: boolean): Condition {
  return { kind: 'constant', value };
}

/** Condition from a call or another expression that may follow `!`. */
export function holds(value: Code): Condition {
  return {
    kind: 'atom',
    code: value,
    negated: isLeaf(value) ? code`!${value}` : annotated(code`!`, value, empty),
  };
}

/** Condition `left === right`. */
export function equals(left: Code, right: Code): Condition {
  return { kind: 'atom', code: code`${left} === ${right}`, negated: code`${left} !== ${right}` };
}

/** Condition `value instanceof type`. */
export function isInstance(value: Code, type: Code): Condition {
  const test = code`${value} instanceof ${type}`;
  return { kind: 'atom', code: test, negated: code`!(${test})` };
}

/** Comparison. It is negated with `!`, because the opposite operator differs for NaN. */
export function compares(left: Code, operator: '<' | '<=' | '>' | '>=', right: Code): Condition {
  const comparison = code`${left} ${operators[operator]} ${right}`;
  return { kind: 'atom', code: comparison, negated: code`!(${comparison})` };
}

const operators = { '<': code`<`, '<=': code`<=`, '>': code`>`, '>=': code`>=` } as const;

/** True if at least one condition is true. */
export function any(...conditions: readonly Condition[]): Condition {
  return combine('or', conditions);
}

/** True if all conditions are true. */
export function all(...conditions: readonly Condition[]): Condition {
  return combine('and', conditions);
}

function combine(kind: 'or' | 'and', conditions: readonly Condition[]): Condition {
  const absorbing = kind === 'or';
  const operands: Condition[] = [];
  for (const condition of conditions) {
    if (condition.kind === 'constant') {
      if (condition.value === absorbing) return condition;
    } else if (condition.kind === kind) operands.push(...condition.operands);
    else operands.push(condition);
  }
  if (operands.length === 0) return constant(!absorbing);
  const [single] = operands;
  return operands.length === 1 && single !== undefined ? single : { kind, operands };
}

/** Negates a condition by De Morgan's laws. */
export function not(condition: Condition): Condition {
  switch (condition.kind) {
    case 'constant':
      return constant(!condition.value);
    case 'atom':
      return { kind: 'atom', code: condition.negated, negated: condition.code };
    case 'or':
      return combine('and', condition.operands.map(not));
    case 'and':
      return combine('or', condition.operands.map(not));
  }
}

/** Code of a condition. */
export function conditionCode(condition: Condition): Code {
  switch (condition.kind) {
    case 'constant':
      return condition.value ? code`true` : code`false`;
    case 'atom':
      return condition.code;
    default:
      return logical(condition.kind === 'or' ? '||' : '&&', condition.operands.map(operandCode));
  }
}

/** Code of the operands of `&&`. */
export function operandsOfAnd(condition: Condition): readonly Code[] {
  if (condition.kind === 'and') return condition.operands.map(operandCode);
  return condition.kind === 'constant' && condition.value ? [] : [operandCode(condition)];
}

/** Code of an operand, with parentheses around one that is a condition of others. */
function operandCode(condition: Condition): Code {
  const isGroup = condition.kind === 'or' || condition.kind === 'and';
  return isGroup ? parenthesised(conditionCode(condition)) : conditionCode(condition);
}
