import type { Name } from '../../printer/code.js';
import { usesName as occursIn } from '../../printer/names-in.js';
import type { Condition } from './condition.js';
import { reachable, type Statement } from './statement.js';

/** True if reachable statements use a name. The search ends at the first use. */
export function usesName(statements: readonly Statement[], name: Name): boolean {
  return reachable(statements).some((statement) => statementUses(statement, name));
}

function statementUses(statement: Statement, name: Name): boolean {
  if (typeof statement === 'string') return false;
  switch (statement.kind) {
    case 'named':
      return occursIn(statement, name);
    case 'if':
      return (
        conditionUses(statement.when, name) ||
        usesName(statement.then, name) ||
        usesName(statement.otherwise ?? [], name)
      );
    case 'fail':
      return conditionUses(statement.when, name) || occursIn(statement.call, name);
    case 'return':
      return occursIn(statement.call, name);
    case 'block':
      return occursIn(statement.head, name) || usesName(statement.body, name);
    case 'answers':
      return usesName(statement.tests, name);
    case 'jump':
    case 'declaration':
      return occursIn(statement.code, name);
    case 'members':
      return occursIn(statement.from, name);
    case 'constant':
      return conditionUses(statement.value, name);
    case 'switch':
      return (
        occursIn(statement.on, name) || statement.cases.some(({ body }) => usesName(body, name))
      );
  }
}

function conditionUses(condition: Condition, name: Name): boolean {
  switch (condition.kind) {
    case 'constant':
      return false;
    case 'atom':
      return occursIn(condition.code, name);
    default:
      return condition.operands.some((operand) => conditionUses(operand, name));
  }
}
