import { code, type Code } from '../code.js';
import { expression } from './condition.js';
import { layOutLiteral } from './literal-tree.js';
import { flatCall, reachable, type Statement } from './statement.js';

/**
 * Whether a name stands in the code of statements that can be reached, outside strings and not as the name of a
 * member. What is asked for mostly stands in the first of them, where looking ends.
 */
export function mentions(statements: readonly Statement[], name: Code): boolean {
  return reachable(statements).some((statement) =>
    typeof statement === 'string' ? uses(statement, name) : mentionedBy(statement, name),
  );
}

function mentionedBy(statement: Exclude<Statement, Code>, name: Code): boolean {
  switch (statement.kind) {
    case 'if':
      return (
        uses(expression(statement.when), name) ||
        mentions(statement.then, name) ||
        mentions(statement.otherwise ?? [], name)
      );
    case 'answer':
    case 'fail':
      return (
        statement.call.arguments.includes(name) ||
        uses(expression(statement.when), name) ||
        uses(flatCall(statement.call), name)
      );
    case 'call':
      return statement.arguments.includes(name) || uses(flatCall(statement), name);
    case 'block':
      return (
        uses(statement.head, name) ||
        uses(statement.tail ?? code``, name) ||
        mentions(statement.body, name)
      );
    case 'literal':
      return uses(layOutLiteral(statement.tree), name);
    case 'members':
      return uses(statement.from, name);
    case 'constant':
    case 'return':
      return uses(expression(statement.value), name);
    case 'switch':
      return uses(statement.on, name) || statement.cases.some(({ body }) => mentions(body, name));
  }
}

/** Whether a name stands in code outside strings, as more than the name of a member. */
export function uses(text: string, name: Code): boolean {
  return text.includes(name) && standsIn(withoutStrings(text), name);
}

/** The same of code in which nothing is left in strings. */
export function standsIn(code: string, name: Code): boolean {
  for (let at = code.indexOf(name); at >= 0; at = code.indexOf(name, at + 1))
    if (isWhole(code, at, at + name.length)) return true;
  return false;
}

/** Those of some names that stand in such code: many are looked for in one pass, because a long text has many. */
export function namesIn(code: string, names: ReadonlySet<Code>): readonly Code[] {
  if (names.size <= few) return [...names].filter((name) => standsIn(code, name));
  const standing = new Set<string>();
  for (const { 0: word, index } of code.matchAll(/[\w$\u0080-\uffff]+/g))
    if (isWhole(code, index, index + word.length)) standing.add(word);
  return [...names].filter((name) => standing.has(name));
}

const few = 20;

/** Whether what stands at a place is no part of a longer name; after a dot and before a colon stand the names of members. */
function isWhole(code: string, start: number, end: number): boolean {
  const before = code.charCodeAt(start - 1);
  const after = code.charCodeAt(end);
  return !isNamePart(before) && before !== dot && !isNamePart(after) && after !== colon;
}

/** Whether a character may be in a name, by its code; what is past the end of a text is in none. */
function isNamePart(unit: number): boolean {
  // What is past the end of a text is no number, and in no name.
  return unit < 128 ? isInName[unit] === 1 : unit >= 128;
}

const isInName = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[\w$]/.test(String.fromCharCode(unit)) ? 1 : 0,
);

const dot = 46;
const colon = 58;

/** Code with nothing in its strings, none of which goes on in another line. */
export function withoutStrings(text: string): string {
  if (!text.includes("'") && !text.includes('"')) return text;
  return text.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");
}
