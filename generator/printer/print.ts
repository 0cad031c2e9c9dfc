import type { Code, Text } from './code.js';
import { printDoc } from './print/print-doc.js';
import { printDeclarations } from './print/declarations.js';
import { layOut } from './print/syntax-layout.js';
import type { SourceFile } from './source-file.js';
import { flat, isCode } from './syntax.js';

/**
 * Prints a file. TypeScript is not printed by ts-morph, which takes hundreds of milliseconds to load. The tokens are the same and in the
 * same order; the layout is that of the formatter.
 *
 * @throws if a structure has a member that no emitter uses
 */
export function printSourceFile(file: SourceFile): string {
  if (file.kind !== 'text') return printDeclarations(file.declarations);
  return isCode(file.text) ? flat(file.text) : file.text;
}

/**
 * Prints code that a template contains. It begins at `column` of a line, and `after` columns of its last line are needed for what
 * follows. Its other lines have the given indentation.
 */
export function printInTemplate(
  value: Code,
  { column, indentation = 0, after = 1 }: { column: number; indentation?: number; after?: number },
): Text {
  const reserved = ';'.repeat(after);
  return printDoc([layOut(value), reserved], indentation, column).slice(0, -after) as Text;
}
