import { namedText, type Code, type Leaf, type Text } from './code.js';
import { namesIn, namesInDeclarations } from './names-in.js';
import { printDoc } from './print/print-doc.js';
import { printDeclaration, printDeclarations } from './print/declarations.js';
import { bodyLines } from './print/statements.js';
import { layOut } from './print/syntax-layout.js';
import type { Declaration, SourceFile } from './source-file.js';
import { flat } from './flat.js';
import { isCode, type Printed } from './syntax.js';

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

/** Prints the statements of a function before its file is complete: their lines take less memory than their tree. */
export function printBody(statements: readonly Code[]): Printed {
  return {
    kind: 'printed',
    lines: bodyLines(statements, 2).join('\n') as Text,
    names: namesIn(statements),
  };
}

/** Prints declarations on consecutive lines, without empty lines between them. */
export function printTogether(declarations: readonly Declaration[]): Leaf {
  const text = declarations.map(printDeclaration).join('\n') as Text;
  return namedText(text, [...namesInDeclarations(declarations)]);
}

/** Prints code on one line, except where it must break. */
export function printOnOneLine(value: Code): Leaf {
  return namedText(flat(value), [...namesIn([value])]);
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
