import { code, join, linesOf, type Text as Code } from '../printer/code.js';
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
import { flatLiteral, layOutLiteral, mustBreak } from './literal-tree.js';
import {
  isFail,
  isReturn,
  reachable,
  returning,
  type Call,
  type Fail,
  type Statement,
  type SwitchCase,
} from './statement.js';

/**
 * Maximum columns of a line in a function body: the formatter's 100, without the indentation of the
 * body.
 */
const width = 98;

/** Prints statements as lines, indented by `depth` levels of two spaces. */
export function layOut(statements: readonly Statement[], depth = 0): readonly Code[] {
  const indent = ' '.repeat(depth * 2) as Code;
  const lines: Code[] = [];
  let tests: Fail[] = [];
  const finish = (): void => {
    for (const line of layOutFails(tests, depth, indent)) lines.push(line);
    tests = [];
  };
  for (const statement of reachable(statements)) {
    if (isFail(statement)) {
      tests.push(statement);
      continue;
    }
    finish();
    if (typeof statement === 'string') lines.push(code`${indent}${statement}`);
    else for (const line of layOutOne(statement, depth, indent)) lines.push(line);
  }
  finish();
  return lines;
}

/** Lays out consecutive tests: as one `if`, or each in its own one if that takes no more lines. */
function layOutFails(tests: readonly Fail[], depth: number, indent: Code): readonly Code[] {
  const separate = tests.flatMap((test) => layOutFail(test, depth, indent));
  if (tests.length < 2 || separate.length <= tests.length) return separate;
  const joined = [
    code`${indent}if (`,
    ...layOutChain(tests, true, depth + 1),
    code`${indent}) {`,
    code`${indent}  return false;`,
    code`${indent}}`,
  ];
  return joined.length < separate.length ? joined : separate;
}

/**
 * Operands of a chain: failing tests with `||`, or, negated, passing ones with `&&`. Each stays on
 * one line if it fits.
 */
function layOutChain(tests: readonly Fail[], fails: boolean, depth: number): readonly Code[] {
  const indent = ' '.repeat(depth * 2) as Code;
  return tests.flatMap(({ when, call }, index) => {
    const end = index === tests.length - 1 ? code`` : fails ? code` ||` : code` &&`;
    const sign = (call.returnsValid === true) === fails ? code`!` : code``;
    const test = fails ? when : not(when);
    if (when.kind === 'constant') return layOutCall(call, depth, code`${indent}${sign}`, end);
    const symbol = fails ? code`&&` : code`||`;
    const isGroup = test.kind === (fails ? 'or' : 'and');
    const head = isGroup ? code`(${expression(test)})` : expression(test);
    const line = code`${indent}(${head} ${symbol} ${sign}${flatCall(call)})${end}`;
    if (isFlat(line, call)) return [line];
    const [first = code``, ...others] = operandsBefore(test, fails, width - indent.length - 2);
    return [
      code`${indent}(${first}`,
      ...others.map((text) => code`${indent}  ${text}`),
      ...layOutCall(call, depth + 1, code`${indent}  ${sign}`, code`)${end}`),
    ];
  });
}

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
        ? layOutReturnedCall(statement, depth, indent)
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
      if (left.length <= width && !renamesMember(statement.names))
        return [left, code`${indent}  ${statement.from};`];
      const names = statement.names.map((name) => code`${indent}  ${name},`);
      return [code`${indent}const {`, ...names, code`${indent}}${type} = ${statement.from};`];
    }
    case 'answer': {
      const answer: Condition = any(statement.when, not(returnsFalse(statement.call)));
      const line = code`${indent}return ${expression(answer)};`;
      if (isFlat(line, statement.call)) return [line];
      const lines = inParentheses(answer, width - indent.length - 2);
      if (
        !statement.call.arguments.some(mustBreak) &&
        lines.every((text) => indent.length + 2 + text.length <= width)
      ) {
        const inner = lines.map((text) => code`${indent}  ${text}`);
        return [code`${indent}return (`, ...inner, code`${indent});`];
      }
      return layOut(
        [{ kind: 'fail', when: not(statement.when), call: statement.call }, code`return true;`],
        depth,
      );
    }
    case 'answers': {
      const chain = [
        code`${indent}return (`,
        ...layOutChain(statement.tests, false, depth + 1),
        code`${indent});`,
      ];
      const separate = layOut(statement.otherwise, depth);
      return chain.length < separate.length ? chain : separate;
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
        ...statement.cases.flatMap((switchCase) => layOutCase(switchCase, depth + 1)),
        code`${indent}}`,
      ];
  }
}

/** Lays out a call after a prefix on its line. */
function layOutCall(call: Call, depth: number, start: Code, end: Code): readonly Code[] {
  const line = code`${start}${flatCall(call)}${end}`;
  if (isFlat(line, call)) return [line];
  const indent = ' '.repeat(depth * 2) as Code;
  return [
    code`${start}${call.function}(`,
    ...call.arguments.flatMap((item) =>
      linesOf(code`${indent}  ${layOutLiteral(item, depth + 1, indent.length + 4, 2)},`),
    ),
    code`${indent})${end}`,
  ];
}

/** Lays out a returned call. */
function layOutReturnedCall(call: Call, depth: number, indent: Code): readonly Code[] {
  const sign = call.returnsValid === true ? code`` : code`!`;
  return layOutCall(call, depth, code`${indent}return ${sign}`, code`;`);
}

/** Condition that a call makes its function return false. */
function returnsFalse(call: Call): Condition {
  const flat = holds(flatCall(call));
  return call.returnsValid === true ? not(flat) : flat;
}

/** True if a call fits on one line of the given text. */
function isFlat(line: Code, call: Call): boolean {
  return line.length <= width && !call.arguments.some(mustBreak);
}

/** Prints a call on one line. */
export function flatCall(call: Call): Code {
  return code`${call.function}(${join(call.arguments.map(flatLiteral), ', ')})`;
}

/**
 * Lays out a test and its call: on one line, with the call on a second line, or over several lines.
 */
function layOutFail({ when, call }: Fail, depth: number, indent: Code): readonly Code[] {
  const line = failLine(when, call);
  const sign = call.returnsValid === true ? code`!` : code``;
  if (isFlat(code`${indent}${line}`, call)) return [code`${indent}${line}`];
  if (when.kind !== 'constant') {
    const inner = failLine(constant(true), call);
    const head = code`${indent}if (${expression(when)}) {`;
    if (head.length <= width && isFlat(code`${indent}  ${inner}`, call))
      return [head, code`${indent}  ${inner}`, code`${indent}}`];
    return [
      code`${indent}if (`,
      ...operandsBefore(when, true, width - indent.length - 2).map(
        (text) => code`${indent}  ${text}`,
      ),
      ...layOutCall(call, depth + 1, code`${indent}  ${sign}`, code``),
      code`${indent}) {`,
      code`${indent}  return false;`,
      code`${indent}}`,
    ];
  }
  const test = code`${indent}if (${sign}${flatCall(call)}) {`;
  if (isFlat(test, call)) return [test, code`${indent}  return false;`, code`${indent}}`];
  return [
    code`${indent}if (`,
    ...layOutCall(call, depth + 1, code`${indent}  ${sign}`, code``),
    code`${indent}) {`,
    code`${indent}  return false;`,
    code`${indent}}`,
  ];
}

/** Content of parentheses: on a separate line, or over several lines. */
function inParentheses(condition: Condition, room: number): readonly Code[] {
  const line = expression(condition);
  return line.length <= room ? [line] : brokenExpression(condition, room);
}

/** Lines of a condition that is followed by `&&` and another operand, or by `||`. */
function operandsBefore(when: Condition, isAnd: boolean, room: number): readonly Code[] {
  const placeholder: Condition = { kind: 'atom', text: code``, negated: code`` };
  // The following operand is printed by the caller. An empty operand reserves its line.
  const whole = isAnd ? all(when, placeholder) : any(when, placeholder);
  return brokenExpression(whole, room).slice(0, -1);
}

function failLine(when: Condition, call: Call): Code {
  return code`if (${failCondition(when, call)}) return false;`;
}

function failCondition(when: Condition, call: Call): Code {
  const stop = call.returnsValid === true ? code`!${flatCall(call)}` : flatCall(call);
  if (when.kind === 'constant') return stop;
  const test = when.kind === 'or' ? code`(${expression(when)})` : expression(when);
  return code`${test} && ${stop}`;
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
    const jump = jumpLine(then);
    if (jump !== undefined && head.length + 1 + jump.length <= width)
      return [code`${head} ${jump}`];
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
    const line = code`${indent}} else if (${failCondition(next.when, next.call)}) {`;
    if (isFlat(line, next.call))
      return [...lines, line, code`${indent}  return false;`, code`${indent}}`];
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

/** Single statement that leaves a block or a function, which needs no braces. */
function jumpLine(statements: readonly Statement[]): Code | undefined {
  const [single, ...others] = statements;
  if (single === undefined || others.length > 0) return undefined;
  if (typeof single === 'string')
    return /^(?:return|continue|break)\b[^\n]*$/.test(single) ? single : undefined;
  if (!isReturn(single)) return undefined;
  const [line, ...more] = layOut([single]);
  return more.length === 0 ? line : undefined;
}

/**
 * If a destructuring of three or more members renames one, the formatter breaks its braces first.
 */
function renamesMember(names: readonly Code[]): boolean {
  return names.length > 2 && names.some((name) => name.includes(':'));
}

function layOutCase(switchCase: SwitchCase, depth: number): readonly Code[] {
  const indent = ' '.repeat(depth * 2) as Code;
  const labels = switchCase.labels.map((label) => code`${indent}case ${label}:`);
  if (labels.length === 0) labels.push(code`${indent}default:`);
  const last = labels.length - 1;
  if (!switchCase.body.some(isDeclaration))
    return [...labels, ...layOut(switchCase.body, depth + 1)];
  return [
    ...labels.map((label, index) => (index === last ? code`${label} {` : label)),
    ...layOut(switchCase.body, depth + 1),
    code`${indent}}`,
  ];
}

function isDeclaration(statement: Statement): boolean {
  return typeof statement === 'string'
    ? /^(?:const|let) /.test(statement)
    : statement.kind === 'members' || statement.kind === 'constant';
}
