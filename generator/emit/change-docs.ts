import type { Change } from '../model/changelog.js';
import { code, type Code, commentLines, join } from './code.js';

/** What changed, as a section of a doc comment; nothing where nothing did. */
export function changeDocs(changes: readonly Change[]): readonly Code[] {
  if (changes.length === 0) return [];
  const entries = changes.flatMap(({ date, text }) => {
    const [first = code``, ...rest] = commentLines(text.trim());
    const day = join(commentLines(date), '');
    return [
      code`- ${day}: ${first}`,
      ...rest.map((line) => (line === '' ? line : code`  ${line}`)),
    ];
  });
  return [join([code`Changes:`, ...entries], '\n')];
}
