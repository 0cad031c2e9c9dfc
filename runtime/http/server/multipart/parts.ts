import { concatBytes } from '../../../core/body.js';
import { invalidRequest, type Refusal } from '../../../core/server/fault.js';
import { type PartHead, readPartHead } from './part-head.js';

/** One part of a multipart body. Its bytes are to be read before the next part is asked for; what is not read is skipped. */
export interface IncomingPart extends PartHead {
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** Bytes of a part's head, more than anybody needs for a name, a file's name and a type. */
const longestHead = 8192;

const carriageReturn = 13;

/**
 * Cuts a multipart body (RFC 2046 section 5.1.1, RFC 7578) into its parts while it comes. No more is kept of it than a
 * piece, a delimiter and one part's head. Refuses with 400 what does not begin with a delimiter or end with the last one.
 */
export async function* readParts(
  pieces: AsyncIterable<Uint8Array>,
  boundary: string,
  mostParts: number,
): AsyncGenerator<IncomingPart, void, undefined> {
  const cutter = createCutter(pieces, new TextEncoder().encode(`\r\n--${boundary}`));
  try {
    // What stands before the first delimiter is nobody's (RFC 2046 section 5.1.1).
    await drain(cutter.untilDelimiter());
    for (let count = 0; await cutter.anotherPart(); count++) {
      if (count === mostParts) throw malformed(`at most ${mostParts} parts`, 'maxProperties');
      const head = readPartHead(await cutter.head());
      const body = cutter.untilDelimiter();
      yield { ...head, pieces: body };
      await drain(body);
    }
  } finally {
    await cutter.leave();
  }
}

async function drain(pieces: AsyncIterator<Uint8Array>): Promise<void> {
  for (;;) if ((await pieces.next()).done === true) return;
}

interface Cutter {
  /** The bytes up to the next delimiter, which is taken as well. */
  untilDelimiter(): AsyncIterableIterator<Uint8Array>;
  /** Whether another part begins behind the delimiter. */
  anotherPart(): Promise<boolean>;
  /** The bytes up to an empty line, which is taken as well. */
  head(): Promise<Uint8Array>;
  leave(): Promise<void>;
}

function createCutter(pieces: AsyncIterable<Uint8Array>, delimiter: Uint8Array): Cutter {
  const source = pieces[Symbol.asyncIterator]();
  // The first delimiter may stand at the very beginning, where no line break is before it.
  let rest: Uint8Array = Uint8Array.of(13, 10);
  let ended = false;

  const more = async (): Promise<boolean> => {
    if (ended) return false;
    const step = await source.next();
    ended = step.done === true;
    if (step.done !== true) rest = rest.length === 0 ? step.value : concatBytes([rest, step.value]);
    return !ended;
  };
  const need = async (count: number): Promise<void> => {
    while (rest.length < count) if (!(await more())) throw malformed('its last delimiter');
  };
  const take = (count: number): Uint8Array => {
    const taken = rest.subarray(0, count);
    rest = rest.subarray(count);
    return taken;
  };

  return {
    async *untilDelimiter() {
      for (;;) {
        const { at, whole } = find(rest, delimiter);
        if (at > 0) yield take(at);
        if (whole) {
          take(delimiter.length);
          return;
        }
        if (!(await more())) throw malformed('its last delimiter');
      }
    },
    async anotherPart() {
      await need(2);
      if (rest[0] === 0x2d && rest[1] === 0x2d) return false;
      // White space may fill up the line (RFC 2046 section 5.1.1).
      while (rest[0] === 0x20 || rest[0] === 0x09) {
        take(1);
        await need(2);
      }
      const [first, second] = take(2);
      if (first !== 13 || second !== 10) throw malformed('a line break behind a delimiter');
      return true;
    },
    async head() {
      for (let from = 0; ;) {
        // The head may be empty, and then its empty line comes at once.
        const end = emptyLine(rest, from);
        if ((end < 0 ? rest.length : end) > longestHead)
          throw malformed(`a head of at most ${longestHead} bytes`);
        if (end >= 0) return take(end);
        from = Math.max(0, rest.length - 3);
        if (!(await more())) throw malformed('its last delimiter');
      }
    },
    async leave() {
      if (!ended) await source.return?.();
    },
  };
}

/** Where a delimiter begins, whole or as far as the bytes go; behind the last byte where none does. */
function find(
  bytes: Uint8Array,
  delimiter: Uint8Array,
): { readonly at: number; readonly whole: boolean } {
  for (
    let at = bytes.indexOf(carriageReturn);
    at >= 0;
    at = bytes.indexOf(carriageReturn, at + 1)
  ) {
    const length = Math.min(delimiter.length, bytes.length - at);
    let same = 1;
    while (same < length && bytes[at + same] === delimiter[same]) same += 1;
    if (same === length) return { at, whole: length === delimiter.length };
  }
  return { at: bytes.length, whole: false };
}

/** How many bytes an empty line ends, itself included; negative where none is in sight. */
function emptyLine(bytes: Uint8Array, from: number): number {
  if (bytes[0] === 13 && bytes[1] === 10) return 2;
  for (
    let at = bytes.indexOf(carriageReturn, from);
    at >= 0;
    at = bytes.indexOf(carriageReturn, at + 1)
  ) {
    if (bytes[at + 1] === 10 && bytes[at + 2] === 13 && bytes[at + 3] === 10) return at + 4;
  }
  return -1;
}

function malformed(expected: string, keyword = 'syntax'): Refusal {
  return invalidRequest('malformed-multipart', [
    { path: 'body', keyword, message: `expected ${expected}` },
  ]);
}
