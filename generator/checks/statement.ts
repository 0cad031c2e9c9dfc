import { code, type Text as Code } from '../printer/code.js';
import type { Condition } from './condition.js';
import type { LiteralTree } from './literal-tree.js';

/** A statement before layout. It stays on one line if it fits. */
export type Statement =
  | Code
  | {
      readonly kind: 'if';
      readonly when: Condition;
      readonly then: readonly Statement[];
      readonly otherwise?: readonly Statement[];
    }
  | { readonly kind: 'fail'; readonly when: Condition; readonly call: Call }
  | ({ readonly kind: 'call'; readonly prefix?: Code } & Call)
  | {
      readonly kind: 'block';
      readonly head: Code;
      readonly body: readonly Statement[];
      readonly tail?: Code;
    }
  | {
      readonly kind: 'members';
      readonly names: readonly Code[];
      readonly from: Code;
      readonly type?: Code;
    }
  | { readonly kind: 'constant'; readonly name: Code; readonly value: Condition }
  | { readonly kind: 'literal'; readonly start: Code; readonly tree: LiteralTree }
  | { readonly kind: 'return'; readonly value: Condition }
  /** Statement `return when || !call;`. */
  | { readonly kind: 'answer'; readonly when: Condition; readonly call: Call }
  /** Statement that returns true if no test fails, or other statements if they take fewer lines. */
  | {
      readonly kind: 'answers';
      readonly tests: readonly Fail[];
      readonly otherwise: readonly Statement[];
    }
  | { readonly kind: 'switch'; readonly on: Code; readonly cases: readonly SwitchCase[] };

/** A test that makes its function return false, unless its call reports the violation. */
export type Fail = Extract<Statement, { readonly kind: 'fail' }>;

/** True if a statement is a test. */
export function isFail(statement: Statement): statement is Fail {
  return typeof statement === 'object' && statement.kind === 'fail';
}

/** A call whose arguments may be literals. */
export interface Call {
  readonly function: Code;
  readonly arguments: readonly LiteralTree[];
  /**
   * True if the result is true for a valid value. Otherwise it is true if the function must return
   * false.
   */
  readonly returnsValid?: true;
}

/** A case of a switch. Without labels, it is the default. */
export interface SwitchCase {
  readonly labels: readonly Code[];
  readonly body: readonly Statement[];
}

/** Statements up to the first that always returns. TypeScript rejects unreachable code. */
export function reachable(statements: readonly Statement[]): readonly Statement[] {
  if (statements.length < 2) return statements;
  const end = statements.findIndex(isReturn);
  return end === -1 ? statements : statements.slice(0, end + 1);
}

/** True if a statement always returns. */
export function isReturn(statement: Statement): boolean {
  return typeof statement === 'string'
    ? statement.startsWith('return')
    : statement.kind === 'return' || (statement.kind === 'call' && statement.prefix === returning);
}

/** Prefix of a call whose result is returned. */
export const returning: Code = code`return `;
