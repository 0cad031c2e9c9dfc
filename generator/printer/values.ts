import { code, empty, type Code, type Leaf, type Text } from './code.js';
import type {
  BoundName,
  Branch,
  Call,
  Guard,
  MethodCall,
  ObjectMember,
  Operator,
  Shortest,
  StatementSyntax,
  ValueSyntax,
} from './syntax.js';

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
export function call(callee: Code, args: readonly Code[], types: readonly Code[] = []): Call {
  return { kind: 'call', callee, args, types };
}

/** Calls of methods `start.method(arg, …).other(…)`. Without calls, the start alone. */
export function chain(start: Leaf, calls: readonly MethodCall[]): Code {
  const [only] = calls;
  if (only === undefined) return start;
  if (calls.length > 1) return { kind: 'chain', start, calls };
  return call(code`${start}.${only.name}`, only.args);
}

/** Property of a value, `object.name`, where the object is a call. */
export function memberOf(object: Code, name: Text): ValueSyntax {
  return { kind: 'member', object, name };
}

/** Value between text that does not change its layout, such as `value as const`. */
export function annotated(before: Text, value: Code, after: Text): ValueSyntax {
  return { kind: 'annotated', before, value, after };
}

/** Call without side effects, which a bundler removes if its result is not used. */
export function pureCall(
  callee: Code,
  args: readonly Code[],
  types: readonly Code[] = [],
): ValueSyntax {
  return annotated(code`/* @__PURE__ */ `, call(callee, args, types), empty);
}

/** Condition `operand && …` or `operand || …`. */
export function logical(operator: Operator, operands: readonly Code[]): ValueSyntax {
  return { kind: 'logical', operator, operands };
}

/** Function `(name, …) => result`. */
export function arrow(parameters: readonly Leaf[], result: Code): ValueSyntax {
  return { kind: 'arrow', parameters, result };
}

/** Statement `return value;`. */
export function returns(value: Code): StatementSyntax {
  return { kind: 'return', value };
}

/** Statement `left = value;`, such as `const name = value;`. */
export function assigns(left: Leaf, value: Code): StatementSyntax {
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
export function block(head: Leaf, body: readonly Code[]): StatementSyntax {
  return { kind: 'block', head, body };
}

/** Statement `const { name, … } = from;`. */
export function destructuring(names: readonly BoundName[], from: Leaf): StatementSyntax {
  return { kind: 'destructuring', names, from };
}

/** Statement `if (test) { … } else { … }`, or without `else`. */
export function branch(test: Code, then: readonly Code[], otherwise: readonly Code[] = []): Branch {
  return { kind: 'branch', test, then, otherwise };
}

/** Statement `if (operand && …) return false;`. */
export function guard(operands: readonly Code[]): Guard {
  return { kind: 'guard', operands };
}

/** Equivalent lists of statements, of which the one with the fewest lines is printed. */
export function shortest(forms: readonly (readonly Code[])[]): Shortest {
  return { kind: 'shortest', forms };
}
