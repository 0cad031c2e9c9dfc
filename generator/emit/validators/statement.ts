import { code, join, linesOf, type Code } from '../code.js';
import { flatLiteral, layOutLiteral, type LiteralTree } from './literal-tree.js';
import {
  all,
  any,
  brokenExpression,
  constant,
  expression,
  holds,
  not,
  type Condition,
} from './condition.js';

/** A statement before its lines are laid out: what fits stays on one line, what does not is broken. */
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
  /** `return when || !call;` */
  | { readonly kind: 'answer'; readonly when: Condition; readonly call: Call }
  | { readonly kind: 'switch'; readonly on: Code; readonly cases: readonly SwitchCase[] };

/** A call, with arguments that may be structures. */
export interface Call {
  readonly function: Code;
  readonly arguments: readonly LiteralTree[];
  /** It answers whether a value would do, and not whether to stop. */
  readonly answers?: true;
}

/** One arm of a switch; no labels make the default. */
export interface SwitchCase {
  readonly labels: readonly Code[];
  readonly body: readonly Statement[];
}

/** Columns that a line of a body may have: the 100 of the formatter without the indent of the body itself. */
const width = 98;

/** Statements as lines of text, indented by `depth` levels of two spaces. */
export function layOut(statements: readonly Statement[], depth = 0): readonly Code[] {
  const indent = ' '.repeat(depth * 2) as Code;
  const lines: Code[] = [];
  for (const statement of reachable(statements)) {
    if (typeof statement === 'string') lines.push(code`${indent}${statement}`);
    else for (const line of layOutOne(statement, depth, indent)) lines.push(line);
  }
  return lines;
}

/** Statements up to the first that always returns: TypeScript refuses what cannot be reached. */
export function reachable(statements: readonly Statement[]): readonly Statement[] {
  if (statements.length < 2) return statements;
  const end = statements.findIndex(isReturn);
  return end === -1 ? statements : statements.slice(0, end + 1);
}

/** Whether a statement always returns. */
export function isReturn(statement: Statement): boolean {
  return typeof statement === 'string'
    ? statement.startsWith('return')
    : statement.kind === 'return' || (statement.kind === 'call' && statement.prefix === returning);
}

/** Before a call whose answer is the function's. */
export const returning: Code = code`return `;

function layOutOne(
  statement: Exclude<Statement, Code>,
  depth: number,
  indent: Code,
): readonly Code[] {
  switch (statement.kind) {
    case 'if':
      return layOutIf(statement, depth, indent, code`${indent}if`);
    case 'fail':
      return layOutFail(statement, depth, indent);
    case 'call':
      return statement.prefix === returning
        ? layOutAnswer(statement, depth, indent)
        : layOutCall(statement, depth, code`${indent}${statement.prefix ?? code``}`, code`;`);
    case 'block':
      return [
        code`${indent}${statement.head} {`,
        ...layOut(statement.body, depth + 1),
        code`${indent}}${statement.tail ?? code``}`,
      ];
    case 'constant': {
      const start = code`${indent}const ${statement.name} =`;
      const line = code`${start} ${expression(statement.value)};`;
      if (line.length <= width) return [line];
      const lines = inParentheses(statement.value, width - indent.length - 3);
      const last = lines.length - 1;
      const inner = lines.map(
        (text, at) => code`${indent}  ${text}${at === last ? code`;` : code``}`,
      );
      return [start, ...inner];
    }
    case 'literal': {
      const literal = layOutLiteral(
        statement.tree,
        depth,
        indent.length + statement.start.length + 2,
      );
      return linesOf(code`${indent}${statement.start}${literal};`);
    }
    case 'members': {
      const type = statement.type === undefined ? code`` : code`: ${statement.type}`;
      const line = code`${indent}const { ${join(statement.names, ', ')} }${type} = ${statement.from};`;
      if (line.length <= width) return [line];
      const left = code`${indent}const { ${join(statement.names, ', ')} }${type} =`;
      if (left.length <= width && !hasOtherName(statement.names))
        return [left, code`${indent}  ${statement.from};`];
      const names = statement.names.map((name) => code`${indent}  ${name},`);
      return [code`${indent}const {`, ...names, code`${indent}}${type} = ${statement.from};`];
    }
    case 'answer': {
      const answer: Condition = any(statement.when, not(stops(statement.call)));
      const line = code`${indent}return ${expression(answer)};`;
      if (line.length <= width) return [line];
      const lines = inParentheses(answer, width - indent.length - 2);
      if (lines.every((text) => indent.length + 2 + text.length <= width)) {
        const inner = lines.map((text) => code`${indent}  ${text}`);
        return [code`${indent}return (`, ...inner, code`${indent});`];
      }
      return layOut(
        [{ kind: 'fail', when: not(statement.when), call: statement.call }, code`return true;`],
        depth,
      );
    }
    case 'return': {
      const line = code`${indent}return ${expression(statement.value)};`;
      if (line.length <= width) return [line];
      const lines = inParentheses(statement.value, width - indent.length - 2);
      return [
        code`${indent}return (`,
        ...lines.map((text) => code`${indent}  ${text}`),
        code`${indent});`,
      ];
    }
    case 'switch':
      return [
        code`${indent}switch (${statement.on}) {`,
        ...statement.cases.flatMap((arm) => layOutCase(arm, depth + 1)),
        code`${indent}}`,
      ];
  }
}

/** A call behind what stands before it on its line. */
function layOutCall(call: Call, depth: number, start: Code, end: Code): readonly Code[] {
  const line = code`${start}${flatCall(call)}${end}`;
  if (line.length <= width) return [line];
  const indent = ' '.repeat(depth * 2) as Code;
  return [
    code`${start}${call.function}(`,
    ...call.arguments.flatMap((item) =>
      linesOf(code`${indent}  ${layOutLiteral(item, depth + 1, indent.length + 4)},`),
    ),
    code`${indent})${end}`,
  ];
}

/** Whether to go on is the answer. */
function layOutAnswer(call: Call, depth: number, indent: Code): readonly Code[] {
  const sign = call.answers === true ? code`` : code`!`;
  return layOutCall(call, depth, code`${indent}return ${sign}`, code`;`);
}

/** Whether a call makes its function stop. */
function stops(call: Call): Condition {
  const flat = holds(flatCall(call));
  return call.answers === true ? not(flat) : flat;
}

/** A call on one line. */
export function flatCall(call: Call): Code {
  return code`${call.function}(${join(call.arguments.map(flatLiteral), ', ')})`;
}

/** On one line; or the call on a second one; or in a block, and broken. */
function layOutFail(
  { when, call }: Extract<Statement, { readonly kind: 'fail' }>,
  depth: number,
  indent: Code,
): readonly Code[] {
  const line = failLine(when, call);
  const sign = call.answers === true ? code`!` : code``;
  if (indent.length + line.length <= width) return [code`${indent}${line}`];
  if (when.kind !== 'constant') {
    const inner = failLine(constant(true), call);
    const head = code`${indent}if (${expression(when)})`;
    if (head.length <= width && indent.length + 2 + inner.length <= width)
      return [head, code`${indent}  ${inner}`];
    return [
      code`${indent}if (`,
      ...conjunction(when, width - indent.length - 2).map((text) => code`${indent}  ${text}`),
      ...layOutCall(call, depth + 1, code`${indent}  ${sign}`, code``),
      code`${indent}) {`,
      code`${indent}  return false;`,
      code`${indent}}`,
    ];
  }
  const test = code`${indent}if (${sign}${flatCall(call)})`;
  if (test.length <= width) return [test, code`${indent}  return false;`];
  return [
    code`${indent}if (`,
    ...layOutCall(call, depth + 1, code`${indent}  ${sign}`, code``),
    code`${indent}) {`,
    code`${indent}  return false;`,
    code`${indent}}`,
  ];
}

/** What stands between parentheses: on one line of its own, or broken. */
function inParentheses(condition: Condition, room: number): readonly Code[] {
  const line = expression(condition);
  return line.length <= room ? [line] : brokenExpression(condition, room);
}

/** The lines of a condition that another one follows, to hold as well. */
function conjunction(when: Condition, room: number): readonly Code[] {
  const open: Condition = { kind: 'atom', text: code``, negated: code`` };
  // What follows is not laid out here: an operand without a text leaves its line to it.
  return brokenExpression(all(when, open), room).slice(0, -1);
}

function failLine(when: Condition, call: Call): Code {
  const stop = call.answers === true ? code`!${flatCall(call)}` : flatCall(call);
  if (when.kind === 'constant') return code`if (${stop}) return false;`;
  const test = when.kind === 'or' ? code`(${expression(when)})` : expression(when);
  return code`if (${test} && ${stop}) return false;`;
}

function layOutIf(
  statement: Extract<Statement, { readonly kind: 'if' }>,
  depth: number,
  indent: Code,
  start: Code,
): readonly Code[] {
  const { when, then, otherwise = [] } = statement;
  const head = code`${start} (${expression(when)})`;
  if (otherwise.length === 0) {
    const only = onOneLine(then, width - head.length - 1);
    if (only !== undefined) return [code`${head} ${only}`];
    const below = onOneLine(then, width - indent.length - 2);
    if (below !== undefined && head.length <= width) return [head, code`${indent}  ${below}`];
  }
  const opening =
    head.length + 2 <= width
      ? [code`${head} {`]
      : [
          code`${start} (`,
          ...brokenExpression(when, width - indent.length - 2).map(
            (text) => code`${indent}  ${text}`,
          ),
          code`${indent}) {`,
        ];
  const lines = [...opening, ...layOut(then, depth + 1)];
  if (otherwise.length === 0) return [...lines, code`${indent}}`];
  const [next] = otherwise;
  if (otherwise.length === 1 && typeof next === 'object' && next.kind === 'fail') {
    const line = code`${indent}} else ${failLine(next.when, next.call)}`;
    if (line.length <= width) return [...lines, line];
  }
  if (otherwise.length === 1 && typeof next === 'object' && next.kind === 'if') {
    return [
      ...lines,
      ...layOutIf(
        { ...next, otherwise: next.otherwise ?? [] },
        depth,
        indent,
        code`${indent}} else if`,
      ),
    ];
  }
  return [...lines, code`${indent}} else {`, ...layOut(otherwise, depth + 1), code`${indent}}`];
}

/** The one line that statements fit on, if `room` columns are enough: asked before anything below is laid out. */
function onOneLine(statements: readonly Statement[], room: number): Code | undefined {
  const [only] = statements;
  if (only === undefined || statements.length > 1) return undefined;
  const line = lineOf(only, room);
  return line !== undefined && line.length <= room ? line : undefined;
}

function lineOf(statement: Statement, room: number): Code | undefined {
  if (typeof statement === 'string')
    return /^(?:const|let) |\n/.test(statement) ? undefined : statement;
  switch (statement.kind) {
    case 'answer':
    case 'fail':
    case 'call':
    case 'return': {
      const [line, ...others] = layOut([statement]);
      return others.length === 0 ? line : undefined;
    }
    case 'if': {
      if (statement.otherwise !== undefined && statement.otherwise.length > 0) return undefined;
      const head = code`if (${expression(statement.when)})`;
      const inner = onOneLine(statement.then, room - head.length - 1);
      return inner === undefined ? undefined : code`${head} ${inner}`;
    }
    case 'block':
    case 'constant':
    case 'literal':
    case 'members':
    case 'switch':
      return undefined;
  }
}

/** Where one of three members or more gets another name, the formatter opens the braces before it breaks elsewhere. */
function hasOtherName(names: readonly Code[]): boolean {
  return names.length > 2 && names.some((name) => name.includes(':'));
}

function layOutCase(arm: SwitchCase, depth: number): readonly Code[] {
  const indent = ' '.repeat(depth * 2) as Code;
  const labels = arm.labels.map((label) => code`${indent}case ${label}:`);
  if (labels.length === 0) labels.push(code`${indent}default:`);
  const last = labels.length - 1;
  if (!arm.body.some(isDeclaration)) return [...labels, ...layOut(arm.body, depth + 1)];
  return [
    ...labels.map((label, index) => (index === last ? code`${label} {` : label)),
    ...layOut(arm.body, depth + 1),
    code`${indent}}`,
  ];
}

function isDeclaration(statement: Statement): boolean {
  return typeof statement === 'string'
    ? /^(?:const|let) /.test(statement)
    : statement.kind === 'members' || statement.kind === 'constant';
}
