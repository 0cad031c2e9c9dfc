import { code, type Leaf } from '../../printer/code.js';
import { constant, type Condition } from './condition.js';
import type { FunctionContext, Instance } from '../emit-context.js';
import { variableOf } from '../reports/instance-pointer.js';
import { isReturn, type Statement } from './statement.js';
import { allTypes, arrayType, objectType } from '../type-set.js';

/**
 * Maximum tests in a function. TypeScript's control flow analysis supports about 1,000 (TS2563).
 */
const maxTests = 600;

/** Maximum tests in each helper function, if the statements are split. */
const maxTestsPerPart = 300;

/**
 * Joins groups of statements about one value, which share no constants. If they have too many tests
 * for one function, they are moved to helper functions that are called in sequence.
 */
export function splitIntoParts(
  groups: readonly (readonly Statement[])[],
  instance: Instance,
  context: FunctionContext,
): readonly Statement[] {
  const statements = groups.flat();
  if (statements.length < 2 || !canBePassed(instance) || statements.some(isReturn))
    return statements;
  const tests = groups.map(countTests);
  if (tests.reduce((sum, each) => sum + each, 0) <= maxTests) return statements;
  const calls: Statement[] = [];
  let part: Statement[] = [];
  let weight = 0;
  const finish = (): void => {
    if (part.length === 0) return;
    const call = context.extractPart(instance, part);
    calls.push({ kind: 'fail', when: constant(true), call: { ...call, returnsValid: true } });
    part = [];
    weight = 0;
  };
  for (const [index, group] of groups.entries()) {
    const groupTests = tests[index] ?? 0;
    if (weight + groupTests > maxTestsPerPart) finish();
    part.push(...group);
    weight += groupTests;
  }
  finish();
  return calls;
}

/** True if a helper function can establish the same types of a value and report its pointer. */
function canBePassed({ known, narrowed, pointer }: Instance): boolean {
  if (narrowed || variableOf(pointer) !== undefined) return false;
  return known === allTypes || known === objectType || known === arrayType;
}

/** Approximate number of tests in statements: conditions, and calls with a result. */
function countTests(statements: readonly Statement[]): number {
  return statements.reduce((sum, statement) => sum + countTestsOf(statement), 0);
}

function countTestsOf(statement: Statement): number {
  if (typeof statement === 'string') return 0;
  switch (statement.kind) {
    case 'named':
    case 'declaration':
    case 'jump':
    case 'members':
    case 'return':
      return 0;
    case 'if':
      return (
        countAtoms(statement.when) +
        countTests(statement.then) +
        countTests(statement.otherwise ?? [])
      );
    case 'fail':
      return countAtoms(statement.when) + 1;
    case 'block':
      return 1 + countTests(statement.body);
    case 'switch':
      return statement.cases.reduce((sum, { body }) => sum + 1 + countTests(body), 0);
    case 'constant':
      return countAtoms(statement.value);
    case 'answers':
      return countTests(statement.tests);
  }
}

function countAtoms(condition: Condition): number {
  if (condition.kind === 'constant') return 0;
  if (condition.kind === 'atom') return 1;
  return condition.operands.reduce((sum, operand) => sum + countAtoms(operand), 0);
}

/** Type of the parameter of a helper function. */
export function typeOfPart({ known }: Instance): Leaf {
  if (known === objectType) return code`{ readonly [name: string]: unknown }`;
  return known === arrayType ? code`readonly unknown[]` : code`unknown`;
}
