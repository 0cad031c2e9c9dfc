import { code, empty, type Code, type Text } from './code.js';
import type { Call, ObjectMember, Operator, StatementSyntax, ValueSyntax } from './syntax.js';

/** Object literal `{ key: value, … }`. */
export function objectLiteral(members: readonly ObjectMember[]): ValueSyntax {
  return { kind: 'object', members, breaks: false };
}

/** Object literal with one line for each member. */
export function objectLines(members: readonly ObjectMember[]): ValueSyntax {
  return { kind: 'object', members, breaks: true };
}

/** List `[item, …]`. */
export function list(items: readonly Code[]): ValueSyntax {
  return { kind: 'list', items, breaks: false };
}

/** List with one line for each item. */
export function listLines(items: readonly Code[]): ValueSyntax {
  return { kind: 'list', items, breaks: true };
}

/** List of numbers, which fill its lines. */
export function numberList(items: readonly Text[]): ValueSyntax {
  return { kind: 'numbers', items };
}

/** Call `callee<Type, …>(arg, …)`. */
export function call(callee: Text, args: readonly Code[], types: readonly Code[] = []): Call {
  return { kind: 'call', callee, args, types };
}

/** Value between text that does not change its layout, such as `value as const`. */
export function annotated(before: Text, value: Code, after: Text): ValueSyntax {
  return { kind: 'annotated', before, value, after };
}

/** Call without side effects, which a bundler removes if its result is not used. */
export function pureCall(callee: Text, args: readonly Code[]): ValueSyntax {
  return annotated(code`/* @__PURE__ */ `, call(callee, args), empty);
}

/** Condition `operand && …` or `operand || …`. */
export function logical(operator: Operator, operands: readonly Code[]): ValueSyntax {
  return { kind: 'logical', operator, operands };
}

/** Statement `return value;`. */
export function returns(value: Code): StatementSyntax {
  return { kind: 'return', value };
}

/** Statement `left = value;`, such as `const name = value;`. */
export function assigns(left: Text, value: Code): StatementSyntax {
  return { kind: 'assignment', left, value };
}

/** Statement `value;`. */
export function evaluates(value: Code): StatementSyntax {
  return { kind: 'evaluation', value };
}

/** Statement `if (test) body`, or with the body in braces if that is too long. */
export function ifStatement(test: Code, body: Code): StatementSyntax {
  return { kind: 'if', test, body };
}

/** Code `head { … }` over several lines, such as a method. */
export function block(head: Text, body: readonly Code[]): StatementSyntax {
  return { kind: 'block', head, body };
}
