import { platform } from '../platform/node.js';
import { createLineIndex, type LineIndex } from './line-index.js';

/**
 * Line index of a text that is stored as UTF-8 bytes, one character of `encoded` for each. For text with characters beyond Latin-1 this
 * takes half the memory. Offsets count bytes; lines and columns refer to the decoded text.
 */
export function createEncodedLines(encoded: string): LineIndex {
  const lines = createLineIndex(encoded);
  let runs: readonly Run[] | undefined;
  /** Number of bytes before an offset in excess of the UTF-16 code units that they encode. */
  const surplusBefore = (offset: number): number => {
    const all = (runs ??= runsOf(encoded));
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((all[middle] as Run).end <= offset) low = middle + 1;
      else high = middle;
    }
    return all[low - 1]?.surplus ?? 0;
  };
  // Cached, because several diagnostics in a document of one line need the same line.
  let last: { readonly number: number; readonly text: string | undefined } | undefined;
  return {
    position(offset) {
      const { line, column } = lines.position(offset);
      return {
        line,
        column: column - surplusBefore(offset) + surplusBefore(offset - column + 1),
      };
    },
    line(number) {
      if (last?.number === number) return last.text;
      const line = lines.line(number);
      const text =
        line !== undefined && /[\u0080-\u00ff]/.test(line) ? platform.decodeLatin1(line) : line;
      last = { number, text };
      return text;
    },
  };
}

/** A sequence of consecutive non-ASCII bytes, and the total surplus up to its end. */
interface Run {
  readonly end: number;
  readonly surplus: number;
}

function runsOf(encoded: string): readonly Run[] {
  const runs: Run[] = [];
  let surplus = 0;
  for (const { 0: run, index } of encoded.matchAll(/[\u0080-\u00ff]+/g)) {
    for (let position = 0; position < run.length; position++) {
      const byte = run.charCodeAt(position);
      // A lead byte stands for the first code unit. A sequence of four bytes encodes two code units.
      surplus += byte < 0xc0 ? 1 : byte < 0xf0 ? 0 : -1;
    }
    runs.push({ end: index + run.length, surplus });
  }
  return runs;
}
