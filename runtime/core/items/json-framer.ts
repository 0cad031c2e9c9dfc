import { concatBytes } from '../body.js';
import { ItemTooLargeError } from './item-types.js';

/** Splits chunks of bytes into the texts of items. Chunks may be split anywhere. */
export interface JsonFramer {
  /** @throws {ItemTooLargeError} @throws {FramingError} */
  push(piece: Uint8Array): readonly Uint8Array[];
  /** Returns the remaining items at the end of the stream. @throws {FramingError} */
  end(): readonly Uint8Array[];
}

/** Thrown if the bytes are not a stream of items. */
export class FramingError extends Error {
  override readonly name = 'FramingError';
}

const lineFeed = 0x0a;
const recordSeparator = 0x1e;

/** Frames lines of JSON. Blank lines are ignored, and the last line may be unterminated. */
export function createLineFramer(limit: number): JsonFramer {
  const cut = createCutter(lineFeed, limit);
  return {
    push: (piece) => cut.push(piece).filter((line) => !isBlank(line)),
    end: () => cut.end().filter((line) => !isBlank(line)),
  };
}

/** Frames JSON text sequences (RFC 7464): each text is preceded by a record separator and followed by a line feed. */
export function createSequenceFramer(limit: number): JsonFramer {
  const cut = createCutter(recordSeparator, limit);
  let started = false;
  const texts = (records: readonly Uint8Array[]): readonly Uint8Array[] => {
    const [before, ...others] = records;
    if (started || before === undefined) return records.filter((record) => !isBlank(record));
    started = true;
    if (!isBlank(before)) throw new FramingError('a text precedes the first record separator');
    return others.filter((record) => !isBlank(record));
  };
  return {
    push: (piece) => texts(cut.push(piece)),
    end() {
      const last = texts(cut.end());
      for (const record of last) {
        // A trailing number or literal may be truncated (section 2.4).
        if (mayBeTruncated(record)) throw new FramingError('the last text is truncated');
      }
      return last;
    },
  };
}

function mayBeTruncated(record: Uint8Array): boolean {
  const last = record.at(-1) ?? 0;
  return !isSpace(last) && last !== 0x7d && last !== 0x5d && last !== 0x22;
}

interface Cutter {
  push(piece: Uint8Array): readonly Uint8Array[];
  end(): readonly Uint8Array[];
}

const nothing = /* @__PURE__ */ new Uint8Array(0);

function createCutter(mark: number, limit: number): Cutter {
  let chunks: Uint8Array[] = [];
  let length = 0;
  const append = (bytes: Uint8Array): void => {
    if (bytes.length === 0) return;
    length += bytes.length;
    if (length > limit) throw new ItemTooLargeError(limit);
    chunks.push(bytes);
  };
  const release = (): Uint8Array => {
    if (length === 0) return nothing;
    const [only] = chunks;
    const bytes = chunks.length === 1 && only !== undefined ? only : concatBytes(chunks, length);
    chunks = [];
    length = 0;
    return bytes;
  };
  return {
    push(piece) {
      const cuts: Uint8Array[] = [];
      let from = 0;
      for (let at = piece.indexOf(mark); at >= 0; at = piece.indexOf(mark, from)) {
        append(piece.subarray(from, at));
        cuts.push(release());
        from = at + 1;
      }
      // Copied, because a source may reuse its buffer for the next chunk.
      append(piece.slice(from));
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
