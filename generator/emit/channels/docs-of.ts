import { type Code, commentLines, join } from '../code.js';

/** Prose of the description as a comment, if there is any. */
export function docsOf(text: string | undefined): readonly Code[] {
  return text === undefined || text.trim() === '' ? [] : [join(commentLines(text.trim()), '\n')];
}
