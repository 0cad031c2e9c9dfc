import { code, type Code } from '../../printer/code.js';
import type { SwitchCase as CaseCode } from '../../printer/syntax.js';
import {
  assigns,
  branch,
  destructuring,
  guard,
  ifStatement,
  returns,
  shortest,
  block,
} from '../../printer/values.js';
import { all, any, conditionCode, holds, not, operandsOfAnd, type Condition } from './condition.js';
import {
  isFail,
  isReturn,
  reachable,
  type Call,
  type Fail,
  type Statement,
  type SwitchCase,
} from './statement.js';

/**
 * Code of statements. Consecutive tests are one `if`, or each has its own one if that takes no more
 * lines.
 */
export function statementsCode(statements: readonly Statement[]): readonly Code[] {
  const list: Code[] = [];
  let tests: Fail[] = [];
  const finish = (): void => {
    if (tests.length > 0) list.push(guardsCode(tests));
    tests = [];
  };
  for (const statement of reachable(statements)) {
    if (isFail(statement)) tests.push(statement);
    else {
      finish();
      list.push(statementCode(statement));
    }
  }
  finish();
  return list;
}

function guardsCode(tests: readonly Fail[]): Code {
  const [only] = tests;
  if (only !== undefined && tests.length === 1) return guardCode(only);
  const failure = any(...tests.map(({ when, call }) => all(when, failureOf(call))));
  return shortest([tests.map(guardCode), [branch(conditionCode(failure), [returnFalse])]]);
}

const returnFalse = code`return false;`;

function guardCode({ when, call }: Fail): Code {
  return guard([...operandsOfAnd(when), conditionCode(failureOf(call))]);
}

/** Condition that a call makes its function return false. */
function failureOf(call: Call): Condition {
  return call.returnsValid === true ? not(holds(call)) : holds(call);
}

function statementCode(statement: Exclude<Statement, Fail>): Code {
  if (typeof statement === 'string') return statement;
  switch (statement.kind) {
    case 'named':
      return statement;
    case 'jump':
    case 'declaration':
      return statement.code;
    case 'if':
      return ifCode(statement);
    case 'return':
      return returns(conditionCode(not(failureOf(statement.call))));
    case 'block':
      return block(statement.head, statementsCode(statement.body));
    case 'members':
      return destructuring(statement.names, statement.from);
    case 'constant':
      return assigns(code`const ${statement.name}`, conditionCode(statement.value));
    case 'answers':
      return answersCode(statement);
    case 'switch':
      return { kind: 'switch', on: statement.on, cases: statement.cases.map(caseCode) };
  }
}

function ifCode({ when, then, otherwise = [] }: Extract<Statement, { kind: 'if' }>): Code {
  const test = conditionCode(when);
  const body = statementsCode(then);
  const [only] = body;
  if (only !== undefined && otherwise.length === 0 && then.length === 1 && then.every(isJump))
    return ifStatement(test, only);
  return branch(test, body, statementsCode(otherwise));
}

/** True for a statement that leaves a block or a function, which needs no braces. */
function isJump(statement: Statement): boolean {
  return isReturn(statement) || (typeof statement === 'object' && statement.kind === 'jump');
}

function answersCode({ tests, otherwise }: Extract<Statement, { kind: 'answers' }>): Code {
  const success = all(...tests.map(({ when, call }) => any(not(when), not(failureOf(call)))));
  const answer = returns(conditionCode(success));
  return otherwise === undefined ? answer : shortest([statementsCode(otherwise), [answer]]);
}

function caseCode({ labels, body }: SwitchCase): CaseCode {
  return { labels, body: statementsCode(body), isBlock: body.some(isDeclaration) };
}

function isDeclaration(statement: Statement): boolean {
  if (typeof statement === 'string') return false;
  return ['declaration', 'members', 'constant'].includes(statement.kind);
}
