import type { Change } from '../model/changelog.js';
import { code, type Text, commentLines, join } from '../printer/code.js';

/** Formats changes as a section of a doc comment. Empty if there are none. */
export function changeDocs(changes: readonly Change[]): readonly Text[] {
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
