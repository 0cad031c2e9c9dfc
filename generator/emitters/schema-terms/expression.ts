import type { Code, Name, Text } from '../../printer/code.js';
import type { MethodCall } from '../../printer/syntax.js';
import { chain } from '../../printer/values.js';

/** An expression of a library with methods: a name, and their calls. */
export interface Expression {
  readonly start: Name;
  readonly calls: readonly MethodCall[];
}

/** The expression `start.name(arg, …)`. */
export function expressionOf(start: Name, name: Text, args: readonly Code[] = []): Expression {
  return { start, calls: [{ name, args }] };
}

/** The expression with further calls. */
export function withCalls({ start, calls }: Expression, more: readonly MethodCall[]): Expression {
  return { start, calls: [...calls, ...more] };
}

/** Code of an expression. */
export function expressionCode({ start, calls }: Expression): Code {
  return chain(start, calls);
}
