import { code, type Text, join } from '../../printer/code.js';

const printWidth = 100;

/**
 * Names in braces as in an import: on one line, unless the statement is then longer than the print
 * width. `others` is the number of columns that the rest of the statement takes.
 */
export function braced(names: readonly Text[], others: number): Text {
  const line = code`{ ${join(names, ', ')} }`;
  if (line.length + others <= printWidth) return line;
  const lines = names.map((name) => code`  ${name},`);
  return code`{\n${join(lines, '\n')}\n}`;
}

/** Imported names in braces, in alphabetical order. Empty if there are none. */
export function importedNames(names: readonly Text[], from: Text): Text {
  const sorted = [...new Set(names)].sort(ignoringCase);
  return sorted.length === 0 ? code`` : braced(sorted, `import  from ${from};`.length);
}

function ignoringCase(one: Text, other: Text): number {
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1;
}
