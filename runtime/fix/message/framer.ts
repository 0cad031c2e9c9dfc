const SOH = 1;
const EQUALS = 61;
const ZERO = 48;
/** Length of `10=ddd` and SOH. */
const TRAILER_LENGTH = 7;
/** Maximum length of BeginString (8). */
const MAX_BEGIN = 24;
/** Maximum number of digits of BodyLength (9). */
const MAX_DIGITS = 9;

/**
 * Splits a stream of bytes into messages, independently of how the stream was divided into chunks.
 *
 * It recognises only BeginString (8), BodyLength (9) and CheckSum (10) by their positions, and no particular version.
 * Bytes that cannot begin a message are skipped.
 */
export class FixFramer {
  /** Buffer with the bytes that {@link next} found. Valid until the next call of {@link push}. */
  bytes: Uint8Array = new Uint8Array(0);
  start = 0;
  end = 0;
  readonly #maxLength: number;
  /** True if `bytes` is an internal buffer rather than a pushed chunk. */
  #isOwned = false;
  #offset = 0;
  #filled = 0;
  /** Progress of the search for the end of garbled bytes, so that nothing is searched twice. */
  #searched = 0;

  /** Creates a framer. `maxLength` is the maximum BodyLength in bytes. */
  constructor(maxLength = 1_048_576) {
    this.#maxLength = maxLength;
  }

  /** Adds bytes, which must not change until {@link next} has returned `undefined`. */
  push(chunk: Uint8Array): void {
    const rest = this.#filled - this.#offset;
    if (rest === 0) {
      this.bytes = chunk;
      this.#isOwned = false;
      this.#searched = 0;
      this.#offset = 0;
      this.#filled = chunk.length;
      return;
    }
    this.#reserve(rest, chunk.length);
    this.bytes.set(chunk, this.#filled);
    this.#filled += chunk.length;
  }

  /**
   * Finds the next message and stores its position in `bytes`, `start` and `end`.
   *
   * Returns `message` if BodyLength leads to a CheckSum field, `garbled` for bytes to be ignored, or `undefined` if
   * more bytes are needed.
   */
  next(): 'message' | 'garbled' | undefined {
    const { bytes } = this;
    const filled = this.#filled;
    for (;;) {
      const offset = this.#seek();
      if (offset < 0) return undefined;
      const length = this.#bodyLength(offset);
      if (length === undefined) return undefined;
      if (length < 0) {
        this.#offset = offset + 2;
        continue;
      }
      const trailer = this.#body + length;
      if (length > this.#maxLength) return this.#finish('garbled', offset, this.#body);
      if (trailer + TRAILER_LENGTH > filled) return undefined;
      if (isTrailer(bytes, trailer))
        return this.#finish('message', offset, trailer + TRAILER_LENGTH);
      const end = this.#endOfGarbled(offset, trailer);
      return end === undefined ? undefined : this.#finish('garbled', offset, end);
    }
  }

  /** Offset of the body after the last BodyLength. */
  #body = 0;

  #finish<Kind>(kind: Kind, start: number, end: number): Kind {
    this.start = start;
    this.end = end;
    this.#offset = end;
    this.#searched = 0;
    return kind;
  }

  /** Offset of the next `8=`, or -1. Bytes that cannot belong to one are dropped. */
  #seek(): number {
    const { bytes } = this;
    const filled = this.#filled;
    let offset = this.#offset;
    while (offset < filled) {
      if (bytes[offset] === ZERO + 8 && (offset + 1 === filled || bytes[offset + 1] === EQUALS))
        break;
      offset++;
    }
    this.#offset = offset;
    return offset + 1 < filled ? offset : -1;
  }

  /** Value of BodyLength (9); -1 if the bytes are not a message, `undefined` if more bytes are needed. */
  #bodyLength(start: number): number | undefined {
    const { bytes } = this;
    const filled = this.#filled;
    let offset = start + 2;
    const limit = start + MAX_BEGIN;
    while (offset < filled && offset < limit && bytes[offset] !== SOH) offset++;
    if (offset === limit) return -1;
    if (offset + 1 < filled && bytes[offset + 1] !== ZERO + 9) return -1;
    if (offset + 2 < filled && bytes[offset + 2] !== EQUALS) return -1;
    if (offset + 3 >= filled) return undefined;
    const digits = offset + 3;
    let length = 0;
    for (offset = digits; offset < filled; offset++) {
      const byte = bytes[offset] as number;
      if (byte === SOH) {
        this.#body = offset + 1;
        return offset === digits ? -1 : length;
      }
      if (byte < ZERO || byte > ZERO + 9 || offset - digits === MAX_DIGITS) return -1;
      length = length * 10 + byte - ZERO;
    }
    return undefined;
  }

  /**
   * End of garbled bytes, whose BodyLength led to no CheckSum: after the next field 10, or before the next field 8,
   * whichever comes first.
   *
   * If neither occurs within the maximum length, only the beginning is garbled, and the rest is examined again.
   */
  #endOfGarbled(start: number, trailer: number): number | undefined {
    const { bytes } = this;
    const limit = this.#body + this.#maxLength + TRAILER_LENGTH;
    const stop = Math.min(this.#filled, limit);
    let offset = Math.max(trailer - 1, this.#searched + start);
    for (; offset + 3 < stop; offset++) {
      if (bytes[offset] !== SOH) continue;
      if (bytes[offset + 1] === ZERO + 8 && bytes[offset + 2] === EQUALS) return offset + 1;
      if (
        bytes[offset + 1] !== ZERO + 1 ||
        bytes[offset + 2] !== ZERO ||
        bytes[offset + 3] !== EQUALS
      ) {
        continue;
      }
      const end = bytes.indexOf(SOH, offset + 4) + 1;
      if (end > 0 && end <= stop) return this.#beginWithin(offset + 4, end) ?? end;
      break;
    }
    if (stop === limit) return this.#body;
    this.#searched = offset - start;
    return undefined;
  }

  /** Offset at which a message begins within the field 10 of another one, whose final SOH was lost. */
  #beginWithin(from: number, to: number): number | undefined {
    const { bytes } = this;
    for (let offset = from; offset + 2 < to; offset++)
      if (bytes[offset] === ZERO + 8 && bytes[offset + 1] === EQUALS) return offset;
    return undefined;
  }

  /** Makes room after the remaining bytes, which are moved to offset 0. */
  #reserve(rest: number, more: number): void {
    const { bytes } = this;
    if (this.#isOwned && this.#filled + more <= bytes.length) return;
    const fits = this.#isOwned && (rest + more) * 2 <= bytes.length;
    const room = fits ? bytes : new Uint8Array((rest + more) * 2);
    if (fits) bytes.copyWithin(0, this.#offset, this.#filled);
    else room.set(bytes.subarray(this.#offset, this.#filled));
    this.bytes = room;
    this.#isOwned = true;
    this.#offset = 0;
    this.#filled = rest;
  }
}

function isTrailer(bytes: Uint8Array, offset: number): boolean {
  return (
    bytes[offset - 1] === SOH &&
    bytes[offset] === ZERO + 1 &&
    bytes[offset + 1] === ZERO &&
    bytes[offset + 2] === EQUALS &&
    isDigit(bytes[offset + 3]) &&
    isDigit(bytes[offset + 4]) &&
    isDigit(bytes[offset + 5]) &&
    bytes[offset + 6] === SOH
  );
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= ZERO + 9;
}
