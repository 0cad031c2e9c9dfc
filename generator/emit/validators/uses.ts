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
      return uses(expression(statement.when), name) || uses(flatCall(statement.call), name);
    case 'call':
      return uses(flatCall(statement), name);
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
    case 'return':
      return uses(expression(statement.value), name);
    case 'switch':
      return uses(statement.on, name) || statement.cases.some(({ body }) => mentions(body, name));
  }
}

/** Whether a name stands in code outside strings, as more than the name of a member. */
export function uses(text: string, name: Code): boolean {
  if (!text.includes(name)) return false;
  const code = withoutStrings(text);
  for (let at = code.indexOf(name); at >= 0; at = code.indexOf(name, at + 1)) {
    const end = at + name.length;
    // After a dot and before a colon stand the names of members.
    const isWhole = !/[\w$.\u0080-\uffff]/.test(code.charAt(at - 1));
    if (isWhole && !/[\w$:\u0080-\uffff]/.test(code.charAt(end))) return true;
  }
  return false;
}

/** The names that stand in code outside strings, those of members as well. */
export function namesIn(text: string): ReadonlySet<string> {
  return new Set(withoutStrings(text).match(anyName));
}

const anyName = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/g;

/** Code with nothing in its strings, none of which goes on in another line. */
export function withoutStrings(text: string): string {
  if (!text.includes("'") && !text.includes('"')) return text;
  return text.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");
}
