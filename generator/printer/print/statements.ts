import { empty, isLeaf, textOf, type Code } from '../code.js';
import { flat, oneLine } from '../flat.js';
import type { Branch, Guard, Shortest, StatementSyntax, Switch, SwitchCase } from '../syntax.js';
import { indentLines, printDoc, printWidth } from './print-doc.js';
import { breaksBetweenArguments, isLogical, isPair, type Logical } from './break-rules.js';
import { layOut } from './syntax-layout.js';

/** Prints a statement in lines of a given indentation, without that of its first line. */
export function statementLines(statement: Code, depth: number): string {
  if (isLeaf(statement)) return indentLines(textOf(statement), depth);
  const line = oneLine(statement, printWidth - depth);
  if (line !== undefined) return line;
  const lines: string[] = [];
  append(statement, depth, lines);
  return lines.join('\n').slice(depth);
}

/** Prints statements in indented lines. */
export function bodyLines(statements: readonly Code[], depth: number): readonly string[] {
  const lines: string[] = [];
  appendAll(statements, depth, lines);
  return lines;
}

function appendAll(statements: readonly Code[], depth: number, lines: string[]): void {
  for (const statement of statements) append(statement, depth, lines);
}

/** Appends the lines of a statement. Statements inside it are printed one by one, so that only a line is ever laid out. */
function append(statement: Code, depth: number, lines: string[]): void {
  if (isLeaf(statement)) {
    lines.push(pad(depth) + indentLines(textOf(statement), depth));
    return;
  }
  switch (statement.kind) {
    case 'branch':
      appendBranch(statement, 'if', depth, lines);
      return;
    case 'guard':
      appendGuard(statement, depth, lines);
      return;
    case 'switch':
      appendSwitch(statement, depth, lines);
      return;
    case 'shortest':
      lines.push(...shortest(statement, depth));
      return;
    case 'printed':
      lines.push(statement.lines);
      return;
    case 'block':
      lines.push(`${pad(depth)}${textOf(statement.head)} {`);
      appendAll(statement.body, depth + 2, lines);
      lines.push(`${pad(depth)}}`);
      return;
    case 'return':
      appendReturn(statement, depth, lines);
      return;
    default:
      lines.push(
        pad(depth) + (oneLine(statement, printWidth - depth) ?? printDoc(layOut(statement), depth)),
      );
  }
}

/** Appends a condition between texts. Its operands after the first are indented. */
function appendGroup(
  before: string,
  { operator, operands }: Logical,
  after: string,
  depth: number,
  lines: string[],
): void {
  const last = operands.length - 1;
  for (let index = 0; index <= last; index += 1) {
    const end = index === last ? after : ` ${operator}`;
    const operand = operands[index] ?? empty;
    if (index === 0) appendValue(before, operand, end, depth, lines);
    else appendValue('', operand, end, depth + 2, lines);
  }
}

/** Appends `return value;`, with parentheses around a condition of several lines. */
function appendReturn(
  statement: Extract<StatementSyntax, { kind: 'return' }>,
  depth: number,
  lines: string[],
): void {
  const { value } = statement;
  if (!isLogical(value)) {
    appendValue('return ', value, ';', depth, lines);
    return;
  }
  const line = oneLine(statement, printWidth - depth);
  if (line === undefined && !isPair(value)) {
    lines.push(`${pad(depth)}return (`);
    const inner = oneLine(value, printWidth - depth - 2);
    if (inner === undefined) appendOperands(value, depth + 2, lines);
    else lines.push(pad(depth + 2) + inner);
    lines.push(`${pad(depth)});`);
  } else lines.push(pad(depth) + (line ?? printDoc(layOut(statement), depth)));
}

/** Appends a statement that begins with `if` or `} else if`. */
function appendBranch(branch: Branch, word: string, depth: number, lines: string[]): void {
  const { test, then, otherwise } = branch;
  appendHead(test, word, depth, lines);
  appendAll(then, depth + 2, lines);
  if (otherwise.length > 0) appendElse(otherwise, depth, lines);
  else lines.push(`${pad(depth)}}`);
}

/** Appends `if (test) {`, with one line for each operand if it is too long. */
function appendHead(test: Code, word: string, depth: number, lines: string[]): void {
  const start = `${pad(depth)}${word} (`;
  const line = oneLine(test, printWidth - start.length - opening.length);
  if (line !== undefined) lines.push(start + line + opening);
  else {
    lines.push(start);
    appendOperands(test, depth + 2, lines);
    lines.push(`${pad(depth)}${opening}`);
  }
}

const opening = ') {';

/** Appends a condition with one line for each operand, between the parentheses of its statement. */
function appendOperands(test: Code, depth: number, lines: string[]): void {
  const operands = isLogical(test) ? test.operands : [test];
  const end = isLogical(test) ? ` ${test.operator}` : '';
  const last = operands.length - 1;
  for (let index = 0; index <= last; index += 1)
    appendValue('', operands[index] ?? empty, index === last ? '' : end, depth, lines);
}

/** Appends a value between texts. A call that is too long has one line for each argument. */
function appendValue(
  before: string,
  value: Code,
  after: string,
  depth: number,
  lines: string[],
): void {
  const line = oneLine(value, printWidth - depth - before.length - after.length);
  if (line !== undefined) lines.push(pad(depth) + before + line + after);
  else if (isLeaf(value)) lines.push(pad(depth) + before + textOf(value) + after);
  else if (value.kind === 'annotated' && value.after === '')
    appendValue(before + value.before, value.value, after, depth, lines);
  else if (value.kind === 'parenthesised' && isLogical(value.inner))
    appendGroup(`${before}(`, value.inner, `)${after}`, depth, lines);
  else if (value.kind === 'call' && isLeaf(value.callee) && breaksBetweenArguments(value)) {
    lines.push(`${pad(depth)}${before}${textOf(value.callee)}(`);
    for (const argument of value.args) appendValue('', argument, ',', depth + 2, lines);
    lines.push(`${pad(depth)})${after}`);
  } else lines.push(pad(depth) + printDoc([before, layOut(value), after], depth));
}

function appendElse(statements: readonly Code[], depth: number, lines: string[]): void {
  const [only] = statements;
  if (statements.length === 1 && typeof only === 'object') {
    if (only.kind === 'branch') {
      appendBranch(only, elseIf, depth, lines);
      return;
    }
    if (only.kind === 'if') {
      const { test, body } = only;
      const line = `${pad(depth)}${elseIf} (${flat(test)}) ${flat(body)}`;
      if (line.length <= printWidth) lines.push(line);
      else
        appendBranch({ kind: 'branch', test, then: [body], otherwise: [] }, elseIf, depth, lines);
      return;
    }
    const test = only.kind === 'guard' ? testOf(only.operands) : undefined;
    const start = `${pad(depth)}${elseIf} (`;
    const line = test && oneLine(test, printWidth - start.length - opening.length);
    if (line !== undefined) {
      lines.push(start + line + opening, `${pad(depth + 2)}${failure}`, `${pad(depth)}}`);
      return;
    }
  }
  lines.push(`${pad(depth)}} else {`);
  appendAll(statements, depth + 2, lines);
  lines.push(`${pad(depth)}}`);
}

const elseIf = '} else if';
const failure = 'return false;';

function appendGuard({ operands }: Guard, depth: number, lines: string[]): void {
  const whole: Guard = { kind: 'guard', operands };
  const line = oneLine(whole, printWidth - depth);
  if (line !== undefined) {
    lines.push(pad(depth) + line);
    return;
  }
  const before = operands.slice(0, -1);
  const last: Guard = { kind: 'guard', operands: operands.slice(-1) };
  const head = oneLine(testOf(before.length === 0 ? operands : before), printWidth - depth - 7);
  const inner = before.length === 0 ? failure : oneLine(last, printWidth - depth - 2);
  if (head !== undefined && inner !== undefined)
    lines.push(`${pad(depth)}if (${head}${opening}`, pad(depth + 2) + inner);
  else {
    lines.push(`${pad(depth)}if (`);
    appendOperands({ kind: 'logical', operator: '&&', operands }, depth + 2, lines);
    lines.push(`${pad(depth)}${opening}`, `${pad(depth + 2)}${failure}`);
  }
  lines.push(`${pad(depth)}}`);
}

/** Test of operands that must all be true. A single one needs no parentheses. */
function testOf(operands: readonly Code[]): Code {
  const [only] = operands;
  if (operands.length !== 1 || only === undefined)
    return { kind: 'logical', operator: '&&', operands };
  return typeof only === 'object' && only.kind === 'parenthesised' ? only.inner : only;
}

function appendSwitch({ on, cases }: Switch, depth: number, lines: string[]): void {
  lines.push(`${pad(depth)}switch (${textOf(on)}${opening}`);
  for (const each of cases) appendCase(each, depth + 2, lines);
  lines.push(`${pad(depth)}}`);
}

function appendCase({ labels, body, isBlock }: SwitchCase, depth: number, lines: string[]): void {
  const heads =
    labels.length === 0 ? ['default:'] : labels.map((label) => `case ${textOf(label)}:`);
  for (const [index, head] of heads.entries())
    lines.push(`${pad(depth)}${head}${isBlock && index === heads.length - 1 ? ' {' : ''}`);
  appendAll(body, depth + 2, lines);
  if (isBlock) lines.push(`${pad(depth)}}`);
}

/** Lines of the shortest form. One that has one line for each statement is always the shortest. */
function shortest({ forms: [first = [], ...others] }: Shortest, depth: number): readonly string[] {
  let best = bodyLines(first, depth);
  if (lineCount(best) <= first.length) return best;
  for (const form of others) {
    if (lineCount(best) <= leastLines(form)) continue;
    const lines = bodyLines(form, depth);
    if (lineCount(lines) < lineCount(best)) best = lines;
  }
  return best;
}

/** Least number of lines of a form whose conditions do not fit on one line. */
function leastLines(form: readonly Code[]): number {
  return form.reduce((sum, statement) => {
    if (isLeaf(statement)) return sum + 1;
    if (statement.kind === 'branch') return sum + operandCount(statement.test) + 4;
    return sum + (statement.kind === 'return' ? operandCount(statement.value) + 2 : 1);
  }, 0);
}

function operandCount(condition: Code): number {
  return isLogical(condition) ? condition.operands.length : 1;
}

/** Number of lines in texts that may have several. */
function lineCount(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.split('\n').length, 0);
}

const pads: string[] = [];

/** Spaces of an indentation. */
function pad(depth: number): string {
  return (pads[depth] ??= ' '.repeat(depth));
}
