import type { SourceFile } from '../emit/source-file.js';
import { printDeclarations } from './print/declarations.js';

/**
 * The text of a file. TypeScript is printed here and not by ts-morph, which takes hundreds of milliseconds to
 * load: the same tokens in the same order, in the layout of the formatter.
 *
 * @throws if a structure asks for something that no emitter uses
 */
export function printSourceFile(file: SourceFile): string {
  return file.kind === 'text' ? file.text : printDeclarations(file.declarations);
}
