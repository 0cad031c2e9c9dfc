import { code, join, linesOf, type Code } from '../code.js';
import { layOutLiteral, type LiteralTree } from './literal-tree.js';
import { brokenExpression, expression, type Condition } from './condition.js';

/** A statement before its lines are laid out: what fits stays on one line, what does not is broken. */
export type Statement =
  | Code
  | {
      readonly kind: 'if';
      readonly when: Condition;
      readonly then: readonly Statement[];
      readonly otherwise?: readonly Statement[];
    }
  | {
      readonly kind: 'call';
      readonly function: Code;
      readonly arguments: readonly Code[];
      readonly prefix?: Code;
    }
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
  | { readonly kind: 'literal'; readonly start: Code; readonly tree: LiteralTree }
  | { readonly kind: 'return'; readonly value: Condition }
  | { readonly kind: 'switch'; readonly on: Code; readonly cases: readonly SwitchCase[] };

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
  return reachable(statements).flatMap((statement) =>
    typeof statement === 'string'
      ? [code`${indent}${statement}`]
      : layOutOne(statement, depth, indent),
  );
}

/** Statements up to the first that always returns: TypeScript refuses what cannot be reached. */
export function reachable(statements: readonly Statement[]): readonly Statement[] {
  const end = statements.findIndex(isReturn);
  return end === -1 ? statements : statements.slice(0, end + 1);
}

function isReturn(statement: Statement): boolean {
  return typeof statement === 'string'
    ? statement.startsWith('return')
    : statement.kind === 'return';
}

function layOutOne(
  statement: Exclude<Statement, Code>,
  depth: number,
  indent: Code,
): readonly Code[] {
  switch (statement.kind) {
    case 'if':
      return layOutIf(statement, depth, indent, code`${indent}if`);
    case 'call': {
      const start = code`${indent}${statement.prefix ?? code``}${statement.function}(`;
      const line = code`${start}${join(statement.arguments, ', ')});`;
      if (line.length <= width) return [line];
      return [
        start,
        ...statement.arguments.map((item) => code`${indent}  ${item},`),
        code`${indent});`,
      ];
    }
    case 'block':
      return [
        code`${indent}${statement.head} {`,
        ...layOut(statement.body, depth + 1),
        code`${indent}}${statement.tail ?? code``}`,
      ];
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
    case 'return': {
      const line = code`${indent}return ${expression(statement.value)};`;
      if (line.length <= width) return [line];
      const lines = brokenExpression(statement.value, width - indent.length - 2);
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
  if (
    otherwise.length === 1 &&
    next !== undefined &&
    typeof next !== 'string' &&
    next.kind === 'if'
  ) {
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
  return [...labels, ...layOut(arm.body, depth + 1)];
}

/** Whether a name stands in the code of statements that can be reached, outside strings and not as the name of a member. */
export function mentions(statements: readonly Statement[], name: Code): boolean {
  return usesOf(statements).has(name);
}

/** Every name that is mentioned so. Each statement is read once, however deep it nests. */
export function usesOf(statements: readonly Statement[]): ReadonlySet<string> {
  const uses = new Set<string>();
  for (const statement of reachable(statements)) {
    if (typeof statement === 'string') addUses(statement, uses);
    else for (const name of usesOfOne(statement)) uses.add(name);
  }
  return uses;
}

const known = new WeakMap<Exclude<Statement, Code>, ReadonlySet<string>>();

function usesOfOne(statement: Exclude<Statement, Code>): ReadonlySet<string> {
  const remembered = known.get(statement);
  if (remembered !== undefined) return remembered;
  const { texts, below } = partsOf(statement);
  const uses = new Set<string>();
  for (const text of texts) addUses(text, uses);
  for (const inner of below) for (const name of usesOf(inner)) uses.add(name);
  known.set(statement, uses);
  return uses;
}

/** What a statement says itself, and the statements within it. */
function partsOf(statement: Exclude<Statement, Code>): {
  readonly texts: readonly Code[];
  readonly below: readonly (readonly Statement[])[];
} {
  switch (statement.kind) {
    case 'if':
      return {
        texts: [expression(statement.when)],
        below: [statement.then, statement.otherwise ?? []],
      };
    case 'call':
      return { texts: [statement.function, ...statement.arguments], below: [] };
    case 'block':
      return { texts: [statement.head, statement.tail ?? code``], below: [statement.body] };
    case 'literal':
      return { texts: [layOutLiteral(statement.tree)], below: [] };
    case 'members':
      return { texts: [statement.from], below: [] };
    case 'return':
      return { texts: [expression(statement.value)], below: [] };
    case 'switch':
      return { texts: [statement.on], below: statement.cases.map(({ body }) => body) };
  }
}

function addUses(text: Code, uses: Set<string>): void {
  if (/^'[^'\\]*'$/.test(text)) return;
  for (const found of withoutStrings(text).match(usedName) ?? []) {
    // After a dot and before a colon stand the names of members.
    if (!found.startsWith('.') && !found.endsWith(':')) uses.add(found);
  }
}

/** A name with the mark that tells whether it is a member's. Every letter beyond ASCII may be part of a name. */
const usedName = /\.?[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*:?/g;

/** The same for lines that are laid out. */
export function mentionedIn(lines: readonly Code[], name: Code): boolean {
  const word = new RegExp(`(?<![\\w$.'])${name.replaceAll('$', '\\$')}(?![\\w$':])`);
  return lines.some((line) => line.includes(name) && word.test(withoutStrings(line)));
}

/** The names that stand in code, those of members as well. */
export function namesIn(lines: readonly Code[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const line of lines) {
    for (const name of withoutStrings(line).match(anyName) ?? []) names.add(name);
  }
  return names;
}

const anyName = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/g;

function withoutStrings(line: string): string {
  if (!line.includes("'") && !line.includes('"')) return line;
  return line.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, "''");
}
