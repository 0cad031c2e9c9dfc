import { code, type Code } from '../code.js';
import { expression } from './condition.js';
import { layOutLiteral } from './literal-tree.js';
import { flatCall, reachable, type Statement } from './statement.js';

/**
 * Every name that stands in the code of statements that can be reached, outside strings and not as the name of a
 * member. Each statement is read once, however deep it nests.
 */
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
    case 'answer':
    case 'fail':
      return { texts: [expression(statement.when), flatCall(statement.call)], below: [] };
    case 'call':
      return { texts: [flatCall(statement)], below: [] };
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

/** The names that stand in lines of code outside strings, those of members as well. */
export function namesIn(lines: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const line of lines) {
    for (const name of withoutStrings(line).match(anyName) ?? []) names.add(name);
  }
  return names;
}

const anyName = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/g;

/** Code with nothing in its strings. */
export function withoutStrings(line: string): string {
  if (!line.includes("'") && !line.includes('"')) return line;
  return line.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, "''");
}
