import { code, join, type Text as Code } from '../printer/code.js';

/**
 * A boolean expression as a tree, so that it can be negated and broken over lines before it is
 * printed.
 */
export type Condition =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'atom'; readonly text: Code; readonly negated: Code }
  | { readonly kind: 'or'; readonly operands: readonly Condition[] }
  | { readonly kind: 'and'; readonly operands: readonly Condition[] };

/** Condition that is always true or always false. */
export function constant(value: boolean): Condition {
  return { kind: 'constant', value };
}

/** Condition from a call or another expression that may follow `!`. */
export function holds(text: Code): Condition {
  return { kind: 'atom', text, negated: code`!${text}` };
}

/** Condition `left === right`. */
export function equals(left: Code, right: Code): Condition {
  return { kind: 'atom', text: code`${left} === ${right}`, negated: code`${left} !== ${right}` };
}

/** Comparison. It is negated with `!`, because the opposite operator differs for NaN. */
export function compares(left: Code, operator: '<' | '<=' | '>' | '>=', right: Code): Condition {
  const text = code`${left} ${operator as string as Code} ${right}`;
  return { kind: 'atom', text, negated: code`!(${text})` };
}

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
      return { kind: 'atom', text: condition.negated, negated: condition.text };
    case 'or':
      return combine('and', condition.operands.map(not));
    case 'and':
      return combine('or', condition.operands.map(not));
  }
}

/** Prints a condition on one line. */
export function expression(condition: Condition): Code {
  switch (condition.kind) {
    case 'constant':
      return condition.value ? code`true` : code`false`;
    case 'atom':
      return condition.text;
    default:
      return join(condition.operands.map(operand), code` ${symbolOf(condition.kind)} `);
  }
}

/**
 * Prints a condition on several lines, indented one level deeper than the enclosing parentheses.
 */
export function brokenExpression(condition: Condition, width: number): readonly Code[] {
  if (condition.kind === 'constant' || condition.kind === 'atom') return [expression(condition)];
  const symbol = symbolOf(condition.kind);
  const last = condition.operands.length - 1;
  return condition.operands.flatMap((item, index) => {
    const suffix = index === last ? code`` : code` ${symbol}`;
    const line = operand(item);
    const isGroup = item.kind === 'or' || item.kind === 'and';
    if (!isGroup || line.length + suffix.length <= width) return [code`${line}${suffix}`];
    const inner = brokenExpression(item, width - 2);
    const lines = inner.map((text, at) => (at === 0 ? code`(${text}` : code`  ${text}`));
    const end = lines.length - 1;
    return lines.map((text, at) => (at === end ? code`${text})${suffix}` : text));
  });
}

function operand(condition: Condition): Code {
  const isGroup = condition.kind === 'or' || condition.kind === 'and';
  return isGroup ? code`(${expression(condition)})` : expression(condition);
}

function symbolOf(kind: 'or' | 'and'): Code {
  return kind === 'or' ? code`||` : code`&&`;
}
