import { code, type Code, type Leaf, type Name } from '../../printer/code.js';
import type { BoundName, Call as CallCode } from '../../printer/syntax.js';
import type { Condition } from './condition.js';

/** A statement of a checking function, before it becomes code. */
export type Statement =
  /** A statement on one line that neither declares a constant nor leaves its block. */
  | Leaf
  /** `continue;`, `break;`, or a return of no call. */
  | { readonly kind: 'jump'; readonly to: 'continue' | 'break' | 'return'; readonly code: Code }
  /** `const name = value;` or `let name = value;` */
  | { readonly kind: 'declaration'; readonly code: Code }
  | {
      readonly kind: 'if';
      readonly when: Condition;
      readonly then: readonly Statement[];
      readonly otherwise?: readonly Statement[];
    }
  | { readonly kind: 'fail'; readonly when: Condition; readonly call: Call }
  | { readonly kind: 'return'; readonly call: Call }
  | { readonly kind: 'block'; readonly head: Leaf; readonly body: readonly Statement[] }
  | { readonly kind: 'members'; readonly names: readonly BoundName[]; readonly from: Leaf }
  | { readonly kind: 'constant'; readonly name: Name; readonly value: Condition }
  /** Statement that returns true if no test fails, or else other statements that do if they take fewer lines. */
  | {
      readonly kind: 'answers';
      readonly tests: readonly Fail[];
      readonly otherwise?: readonly Statement[];
    }
  | { readonly kind: 'switch'; readonly on: Leaf; readonly cases: readonly SwitchCase[] };

/** A test that makes its function return false, unless its call reports the violation. */
export type Fail = Extract<Statement, { readonly kind: 'fail' }>;

/** True if a statement is a test. */
export function isFail(statement: Statement): statement is Fail {
  return typeof statement === 'object' && statement.kind === 'fail';
}

/** A call that tests a value. */
export interface Call extends CallCode {
  /**
   * True if the result is true for a valid value. Otherwise it is true if the function must return
   * false.
   */
  readonly returnsValid?: true;
}

/** A case of a switch. Without labels, it is the default. */
export interface SwitchCase {
  readonly labels: readonly Leaf[];
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
  if (typeof statement === 'string') return false;
  return statement.kind === 'return' || (statement.kind === 'jump' && statement.to === 'return');
}

/** Statement `return true;`. */
export const returnTrue: Statement = { kind: 'jump', to: 'return', code: code`return true;` };

/** Statement `continue;`. */
export const continues: Statement = { kind: 'jump', to: 'continue', code: code`continue;` };

/** Statement `break;`. */
export const breaks: Statement = { kind: 'jump', to: 'break', code: code`break;` };

/** Statement such as `const name = value;`. */
export function declares(code: Code): Statement {
  return { kind: 'declaration', code };
}
