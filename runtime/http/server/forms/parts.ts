import { concatBytes } from '../../../core/body.js';
import { invalidRequest, type Refusal } from '../../../core/server/fault.js';
import { type PartHead, readPartHead } from './part-head.js';

/** A part of a multipart body. Its bytes must be read before the next part is requested; unread bytes are skipped. */
export interface IncomingPart extends PartHead {
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** Maximum size of a part's head in bytes: ample for a name, a file name and a media type. */
const maxHead = 8192;

const carriageReturn = 13;

/**
 * Splits a multipart body (RFC 2046 section 5.1.1, RFC 7578) into parts while it arrives.
 *
 * It buffers no more than a piece, a delimiter and one part's head. A body that does not begin with a delimiter or end
 * with the final one is refused with 400.
 */
export async function* readParts(
  pieces: AsyncIterable<Uint8Array>,
  boundary: string,
  maxParts: number,
): AsyncGenerator<IncomingPart, void, undefined> {
  const splitter = createSplitter(pieces, new TextEncoder().encode(`\r\n--${boundary}`));
  try {
    // The preamble is ignored (RFC 2046 section 5.1.1).
    await drain(splitter.untilDelimiter());
    for (let count = 0; await splitter.hasNextPart(); count++) {
      if (count === maxParts) throw malformed(`at most ${maxParts} parts`, 'maxProperties');
      const head = readPartHead(await splitter.head());
      const body = splitter.untilDelimiter();
      yield { ...head, pieces: body };
      await drain(body);
    }
  } finally {
    await splitter.close();
  }
}

async function drain(pieces: AsyncIterator<Uint8Array>): Promise<void> {
  for (;;) if ((await pieces.next()).done === true) return;
}

interface Splitter {
  /** Yields the bytes up to the next delimiter and consumes the delimiter. */
  untilDelimiter(): AsyncIterableIterator<Uint8Array>;
  /** Resolves to true if another part follows the delimiter. */
  hasNextPart(): Promise<boolean>;
  /** Returns the bytes up to and including an empty line. */
  head(): Promise<Uint8Array>;
  close(): Promise<void>;
}

function createSplitter(pieces: AsyncIterable<Uint8Array>, delimiter: Uint8Array): Splitter {
  const source = pieces[Symbol.asyncIterator]();
  // The first delimiter may be at the very beginning, without the line break that precedes all others.
  let rest: Uint8Array = Uint8Array.of(13, 10);
  let ended = false;

  const readMore = async (): Promise<boolean> => {
    if (ended) return false;
    const step = await source.next();
    ended = step.done === true;
    if (step.done !== true) rest = rest.length === 0 ? step.value : concatBytes([rest, step.value]);
    return !ended;
  };
  const requireBytes = async (count: number): Promise<void> => {
    while (rest.length < count) if (!(await readMore())) throw malformed('the final delimiter');
  };
  const consume = (count: number): Uint8Array => {
    const consumed = rest.subarray(0, count);
    rest = rest.subarray(count);
    return consumed;
  };

  return {
    async *untilDelimiter() {
      for (;;) {
        const { offset, isComplete } = find(rest, delimiter);
        if (offset > 0) yield consume(offset);
        if (isComplete) {
          consume(delimiter.length);
          return;
        }
        if (!(await readMore())) throw malformed('the final delimiter');
      }
    },
    async hasNextPart() {
      await requireBytes(2);
      if (rest[0] === 0x2d && rest[1] === 0x2d) return false;
      // White space may follow the delimiter on its line (RFC 2046 section 5.1.1).
      while (rest[0] === 0x20 || rest[0] === 0x09) {
        consume(1);
        await requireBytes(2);
      }
      const [first, second] = consume(2);
      if (first !== 13 || second !== 10) throw malformed('a line break after a delimiter');
      return true;
    },
    async head() {
      for (let from = 0; ;) {
        // The head may be empty, so that the empty line comes first.
        const end = emptyLine(rest, from);
        if ((end < 0 ? rest.length : end) > maxHead)
          throw malformed(`a head of at most ${maxHead} bytes`);
        if (end >= 0) return consume(end);
        from = Math.max(0, rest.length - 3);
        if (!(await readMore())) throw malformed('the final delimiter');
      }
    },
    async close() {
      if (!ended) await source.return?.();
    },
  };
}

/** Offset of a delimiter, complete or cut off by the end of the bytes; the number of bytes if there is none. */
function find(
  bytes: Uint8Array,
  delimiter: Uint8Array,
): { readonly offset: number; readonly isComplete: boolean } {
  for (
    let offset = bytes.indexOf(carriageReturn);
    offset >= 0;
    offset = bytes.indexOf(carriageReturn, offset + 1)
  ) {
    const length = Math.min(delimiter.length, bytes.length - offset);
    let matched = 1;
    while (matched < length && bytes[offset + matched] === delimiter[matched]) matched += 1;
    if (matched === length) return { offset, isComplete: length === delimiter.length };
  }
  return { offset: bytes.length, isComplete: false };
}

/** Number of bytes up to and including the empty line; negative if there is none yet. */
function emptyLine(bytes: Uint8Array, from: number): number {
  if (bytes[0] === 13 && bytes[1] === 10) return 2;
  for (
    let offset = bytes.indexOf(carriageReturn, from);
    offset >= 0;
    offset = bytes.indexOf(carriageReturn, offset + 1)
  ) {
    if (bytes[offset + 1] === 10 && bytes[offset + 2] === 13 && bytes[offset + 3] === 10)
      return offset + 4;
  }
  return -1;
}

function malformed(expected: string, keyword = 'syntax'): Refusal {
  return invalidRequest('malformed-multipart', [
    { path: 'body', keyword, message: `expected ${expected}` },
  ]);
}
