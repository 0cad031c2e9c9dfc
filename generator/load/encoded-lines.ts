import { createLines, type Lines } from './text.js';

/**
 * The lines of a text that is kept as its bytes in UTF-8, each a character of `encoded`: half the memory of a text with a single
 * character beyond Latin-1. Offsets count bytes; columns and lines are those of the text.
 */
export function createEncodedLines(encoded: string): Lines {
  const lines = createLines(encoded);
  let runs: readonly Run[] | undefined;
  /** How many more bytes than UTF-16 units there are before an offset. */
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
  // Whoever shows several places of a document that is one line asks for the same line.
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
        line !== undefined && /[\u0080-\u00ff]/.test(line)
          ? Buffer.from(line, 'latin1').toString()
          : line;
      last = { number, text };
      return text;
    },
  };
}

/** Bytes beyond ASCII that follow one another, and the surplus up to their end. */
interface Run {
  readonly end: number;
  readonly surplus: number;
}

function runsOf(encoded: string): readonly Run[] {
  const runs: Run[] = [];
  let surplus = 0;
  for (const { 0: run, index } of encoded.matchAll(/[\u0080-\u00ff]+/g)) {
    for (let at = 0; at < run.length; at++) {
      const byte = run.charCodeAt(at);
      // The first byte of a character is a unit, and two where four bytes make one.
      surplus += byte < 0xc0 ? 1 : byte < 0xf0 ? 0 : -1;
    }
    runs.push({ end: index + run.length, surplus });
  }
  return runs;
}
