import type { Position } from '../core/origin.js';

/** The lines of a text, computed on first use. */
export interface LineIndex {
  /** The position of an offset. */
  position(offset: number): Position;
  /** One line without its line break, or `undefined` past the end. */
  line(number: number): string | undefined;
}

/** Creates a line index. Lines end with `\n`, `\r\n` or `\r`. */
export function createLineIndex(text: string): LineIndex {
  let starts: number[] | undefined;
  const offsets = (): number[] => (starts ??= lineStarts(text));
  return {
    position(offset) {
      const all = offsets();
      let low = 0;
      let high = all.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((all[middle] as number) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - (all[low] as number) + 1 };
    },
    line(number) {
      const all = offsets();
      const start = all[number - 1];
      if (start === undefined) return undefined;
      let end = all[number] ?? text.length;
      // A loop instead of a pattern, which would scan the entire line for each diagnostic. A minified document is one line of megabytes.
      while (end > start && '\r\n'.includes(text.charAt(end - 1))) end -= 1;
      return text.slice(start, end);
    },
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  if (!text.includes('\r')) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    return starts;
  }
  const ends = /\r\n|\n|\r/g;
  while (ends.exec(text) !== null) starts.push(ends.lastIndex);
  return starts;
}
