import { code, type Text as Code } from '../printer/code.js';
import { expression } from './condition.js';
import { layOutLiteral } from './literal-tree.js';
import { reachable, type Statement } from './statement.js';
import { flatCall } from './statement-layout.js';

/**
 * True if reachable statements use a name, outside strings and not as a property name. The search
 * ends at the first use.
 */
export function usesName(statements: readonly Statement[], name: Code): boolean {
  return reachable(statements).some((statement) =>
    typeof statement === 'string' ? uses(statement, name) : statementUsesName(statement, name),
  );
}

function statementUsesName(statement: Exclude<Statement, Code>, name: Code): boolean {
  switch (statement.kind) {
    case 'if':
      return (
        uses(expression(statement.when), name) ||
        usesName(statement.then, name) ||
        usesName(statement.otherwise ?? [], name)
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
        usesName(statement.body, name)
      );
    case 'answers':
      return usesName(statement.tests, name);
    case 'literal':
      return uses(layOutLiteral(statement.tree), name);
    case 'members':
      return uses(statement.from, name);
    case 'constant':
    case 'return':
      return uses(expression(statement.value), name);
    case 'switch':
      return uses(statement.on, name) || statement.cases.some(({ body }) => usesName(body, name));
  }
}

/** True if code uses a name, outside strings and not as a property name. */
export function uses(text: string, name: Code): boolean {
  return text.includes(name) && occursIn(withoutStrings(text), name);
}

/** Same test for code without string contents. */
export function occursIn(code: string, name: Code): boolean {
  for (let at = code.indexOf(name); at >= 0; at = code.indexOf(name, at + 1))
    if (isCompleteName(code, at, at + name.length)) return true;
  return false;
}

/** Names that occur in such code. Many names are searched in one pass. */
export function namesIn(code: string, names: ReadonlySet<Code>): readonly Code[] {
  if (names.size <= maxSingleSearches) return [...names].filter((name) => occursIn(code, name));
  const occurring = new Set<string>();
  for (const { 0: word, index } of code.matchAll(/[\w$\u0080-\uffff]+/g))
    if (isCompleteName(code, index, index + word.length)) occurring.add(word);
  return [...names].filter((name) => occurring.has(name));
}

const maxSingleSearches = 20;

/** True if a range is a complete name, and not a property name after a dot or before a colon. */
function isCompleteName(code: string, start: number, end: number): boolean {
  const before = code.charCodeAt(start - 1);
  const after = code.charCodeAt(end);
  return !isNamePart(before) && before !== dot && !isNamePart(after) && after !== colon;
}

/** True if a character code may be part of a name. */
function isNamePart(unit: number): boolean {
  // The code past the end of a text is NaN, which is not part of a name.
  return unit < 128 ? isInName[unit] === 1 : unit >= 128;
}

const isInName = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[\w$]/.test(String.fromCharCode(unit)) ? 1 : 0,
);

const dot = 46;
const colon = 58;

/** Removes the contents of string literals, which never span lines. */
export function withoutStrings(text: string): string {
  if (!text.includes("'") && !text.includes('"')) return text;
  return text.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");
}
