import { code, type Text } from '../../printer/code.js';
import { printInTemplate } from '../../printer/print.js';
import { objectLiteral } from '../../printer/values.js';

/**
 * Names in braces as in an import: on one line, unless the statement is then longer than the print
 * width. `others` is the number of columns that the rest of the statement takes.
 */
export function braced(names: readonly Text[], others: number): Text {
  const members = objectLiteral(names.map((value) => ({ value })));
  return printInTemplate(members, { column: 0, after: others });
}

/** Imported names in braces, in alphabetical order. Empty if there are none. */
export function importedNames(names: readonly Text[], from: Text): Text {
  const sorted = [...new Set(names)].sort(ignoringCase);
  return sorted.length === 0 ? code`` : braced(sorted, `import  from ${from};`.length);
}

function ignoringCase(one: Text, other: Text): number {
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1;
}
