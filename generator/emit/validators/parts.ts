import { code, type Code } from '../code.js';
import { constant, type Condition } from './condition.js';
import type { Frame, Subject } from './frame.js';
import { variableOf } from './pointer.js';
import { isReturn, type Statement } from './statement.js';
import { allTypes, arrayType, objectType } from './type-set.js';

/** Tests that a function may have. TypeScript follows what is known of a value through about 1,000 of them, and no further (TS2563). */
const mostTests = 600;

/** Tests of each function, where there are more. */
const testsOfPart = 300;

/**
 * Statements about one value, in groups that have no constant in common: one after the other; or in functions of their own, which are
 * called one after the other, where they are too many for one.
 */
export function inParts(
  groups: readonly (readonly Statement[])[],
  subject: Subject,
  frame: Frame,
): readonly Statement[] {
  const statements = groups.flat();
  if (statements.length < 2 || !isHandedOn(subject) || statements.some(isReturn)) return statements;
  const tests = groups.map(testsOf);
  if (tests.reduce((sum, each) => sum + each, 0) <= mostTests) return statements;
  const calls: Statement[] = [];
  let part: Statement[] = [];
  let weight = 0;
  const finish = (): void => {
    if (part.length === 0) return;
    const call = frame.part(subject, part);
    calls.push({ kind: 'fail', when: constant(true), call: { ...call, answers: true } });
    part = [];
    weight = 0;
  };
  for (const [index, group] of groups.entries()) {
    const own = tests[index] ?? 0;
    if (weight + own > testsOfPart) finish();
    part.push(...group);
    weight += own;
  }
  finish();
  return calls;
}

/** Whether another function knows as much of a value as this one, and can say where it is. */
function isHandedOn({ value, known, narrowed, pointer }: Subject): boolean {
  if (narrowed || !/^[\w$]+$/.test(value) || variableOf(pointer) !== undefined) return false;
  return known === allTypes || known === objectType || known === arrayType;
}

/** About how many tests statements have: conditions, and calls that answer. */
function testsOf(statements: readonly Statement[]): number {
  return statements.reduce((sum, statement) => sum + testsOfOne(statement), 0);
}

function testsOfOne(statement: Statement): number {
  if (typeof statement === 'string') return 0;
  switch (statement.kind) {
    case 'if':
      return atomsOf(statement.when) + testsOf(statement.then) + testsOf(statement.otherwise ?? []);
    case 'fail':
    case 'answer':
      return atomsOf(statement.when) + 1;
    case 'block':
      return 1 + testsOf(statement.body);
    case 'switch':
      return statement.cases.reduce((sum, { body }) => sum + 1 + testsOf(body), 0);
    case 'constant':
    case 'return':
      return atomsOf(statement.value);
    case 'call':
    case 'members':
    case 'literal':
      return 0;
  }
}

function atomsOf(condition: Condition): number {
  if (condition.kind === 'constant') return 0;
  if (condition.kind === 'atom') return 1;
  return condition.operands.reduce((sum, operand) => sum + atomsOf(operand), 0);
}

/** How the parameter of such a function is declared. */
export function typeOfPart({ known }: Subject): Code {
  if (known === objectType) return code`{ readonly [name: string]: unknown }`;
  return known === arrayType ? code`readonly unknown[]` : code`unknown`;
}
