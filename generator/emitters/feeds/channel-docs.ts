import { type Code, commentLines, join } from '../../printer/code.js';

/** Doc comment with the description's prose, if there is any. */
export function docsOf(text: string | undefined): readonly Code[] {
  return text === undefined || text.trim() === '' ? [] : [join(commentLines(text.trim()), '\n')];
}
