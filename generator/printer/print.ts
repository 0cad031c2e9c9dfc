import type { SourceFile } from './source-file.js';
import { printDeclarations } from './print/declarations.js';

/**
 * Prints a file. TypeScript is not printed by ts-morph, which takes hundreds of milliseconds to load. The tokens are the same and in the
 * same order; the layout is that of the formatter.
 *
 * @throws if a structure has a member that no emitter uses
 */
export function printSourceFile(file: SourceFile): string {
  return file.kind === 'text' ? file.text : printDeclarations(file.declarations);
}
