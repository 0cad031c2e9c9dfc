import { concatBytes } from '../body.js';
import { ItemTooLargeError } from './too-large.js';

/** Cuts pieces of bytes into the texts of items, whatever the pieces are cut at. */
export interface JsonFramer {
  /** @throws {ItemTooLargeError} @throws {FramingError} */
  push(piece: Uint8Array): readonly Uint8Array[];
  /** What is left when no more pieces come. @throws {FramingError} */
  end(): readonly Uint8Array[];
}

/** Bytes are no stream of items at all. */
export class FramingError extends Error {
  override readonly name = 'FramingError';
}

const lineFeed = 0x0a;
const recordSeparator = 0x1e;

/** Lines of JSON: a blank line is no item, and the last line needs no end. */
export function createLineFramer(limit: number): JsonFramer {
  const cut = createCutter(lineFeed, limit);
  return {
    push: (piece) => cut.push(piece).filter((line) => !isBlank(line)),
    end: () => cut.end().filter((line) => !isBlank(line)),
  };
}

/** JSON text sequences (RFC 7464): a record separator stands before each text, a line feed after it. */
export function createSequenceFramer(limit: number): JsonFramer {
  const cut = createCutter(recordSeparator, limit);
  let started = false;
  const texts = (records: readonly Uint8Array[]): readonly Uint8Array[] => {
    const [before, ...others] = records;
    if (started || before === undefined) return records.filter((record) => !isBlank(record));
    started = true;
    if (!isBlank(before)) throw new FramingError('a text stands before the first record separator');
    return others.filter((record) => !isBlank(record));
  };
  return {
    push: (piece) => texts(cut.push(piece)),
    end() {
      const last = texts(cut.end());
      for (const record of last) {
        // Of a number or a word it can not be known whether it goes on (section 2.4).
        if (mayGoOn(record)) throw new FramingError('the last text is cut off');
      }
      return last;
    },
  };
}

function mayGoOn(record: Uint8Array): boolean {
  const last = record.at(-1) ?? 0;
  return !isSpace(last) && last !== 0x7d && last !== 0x5d && last !== 0x22;
}

interface Cutter {
  push(piece: Uint8Array): readonly Uint8Array[];
  end(): readonly Uint8Array[];
}

const nothing = new Uint8Array(0);

function createCutter(mark: number, limit: number): Cutter {
  let held: Uint8Array[] = [];
  let length = 0;
  const hold = (bytes: Uint8Array): void => {
    if (bytes.length === 0) return;
    length += bytes.length;
    if (length > limit) throw new ItemTooLargeError(limit);
    held.push(bytes);
  };
  const release = (): Uint8Array => {
    if (length === 0) return nothing;
    const [only] = held;
    const whole = held.length === 1 && only !== undefined ? only : concatBytes(held, length);
    held = [];
    length = 0;
    return whole;
  };
  return {
    push(piece) {
      const cuts: Uint8Array[] = [];
      let from = 0;
      for (let at = piece.indexOf(mark); at >= 0; at = piece.indexOf(mark, from)) {
        hold(piece.subarray(from, at));
        cuts.push(release());
        from = at + 1;
      }
      // A copy: a source may use its bytes again for the next piece.
      hold(piece.slice(from));
      return cuts;
    },
    end: () => (length === 0 ? [] : [release()]),
  };
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every(isSpace);
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
