const SOH = 1;
const EQUALS = 61;
const ZERO = 48;
/** `10=ddd` and SOH. */
const TRAILER_LENGTH = 7;
/** A BeginString longer than this is none. */
const MAX_BEGIN = 24;
/** A BodyLength of more digits than this is none. */
const MAX_DIGITS = 9;

/**
 * Cuts a stream of bytes into messages, and gives the same ones wherever the stream was cut before. It knows BeginString (8),
 * BodyLength (9) and CheckSum (10) by their places, no version, and no other field. What is no beginning of a message is passed over.
 */
export class FixFramer {
  /** Where the bytes that {@link next} found lie. They hold good until the next call of {@link push}. */
  bytes: Uint8Array = new Uint8Array(0);
  start = 0;
  end = 0;
  readonly #maxLength: number;
  /** Whether `bytes` is ours to write to, and not what was pushed. */
  #owned = false;
  #at = 0;
  #filled = 0;
  /** How far the search for the end of garbled bytes has come; it never begins again. */
  #searched = 0;

  /** Takes how many bytes BodyLength may count at most. */
  constructor(maxLength = 1_048_576) {
    this.#maxLength = maxLength;
  }

  /** Adds bytes, which must not change until {@link next} has answered `undefined`. */
  push(chunk: Uint8Array): void {
    const rest = this.#filled - this.#at;
    if (rest === 0) {
      this.bytes = chunk;
      this.#owned = false;
      this.#searched = 0;
      this.#at = 0;
      this.#filled = chunk.length;
      return;
    }
    this.#reserve(rest, chunk.length);
    this.bytes.set(chunk, this.#filled);
    this.#filled += chunk.length;
  }

  /**
   * Finds the next message, and leaves its place in `bytes`, `start` and `end`: a `message`, whose BodyLength leads to a CheckSum, or
   * `garbled` bytes, which are to be ignored. `undefined` when more bytes are needed.
   */
  next(): 'message' | 'garbled' | undefined {
    const { bytes } = this;
    const filled = this.#filled;
    for (;;) {
      const at = this.#seek();
      if (at < 0) return undefined;
      const length = this.#bodyLength(at);
      if (length === undefined) return undefined;
      if (length < 0) {
        this.#at = at + 2;
        continue;
      }
      const trailer = this.#body + length;
      if (length > this.#maxLength) return this.#found('garbled', at, this.#body);
      if (trailer + TRAILER_LENGTH > filled) return undefined;
      if (isTrailer(bytes, trailer)) return this.#found('message', at, trailer + TRAILER_LENGTH);
      const end = this.#endOfGarbled(at, trailer);
      return end === undefined ? undefined : this.#found('garbled', at, end);
    }
  }

  /** Where the body of the message begins whose length was read last. */
  #body = 0;

  #found<Kind>(kind: Kind, start: number, end: number): Kind {
    this.start = start;
    this.end = end;
    this.#at = end;
    this.#searched = 0;
    return kind;
  }

  /** The place of the next `8=`; -1 if there is none, and what can not be part of one is dropped. */
  #seek(): number {
    const { bytes } = this;
    const filled = this.#filled;
    let at = this.#at;
    while (at < filled) {
      if (bytes[at] === ZERO + 8 && (at + 1 === filled || bytes[at + 1] === EQUALS)) break;
      at++;
    }
    this.#at = at;
    return at + 1 < filled ? at : -1;
  }

  /** What BodyLength says; -1 if the bytes are not a message's, `undefined` if there are too few of them. */
  #bodyLength(start: number): number | undefined {
    const { bytes } = this;
    const filled = this.#filled;
    let at = start + 2;
    const limit = start + MAX_BEGIN;
    while (at < filled && at < limit && bytes[at] !== SOH) at++;
    if (at === limit) return -1;
    if (at + 1 < filled && bytes[at + 1] !== ZERO + 9) return -1;
    if (at + 2 < filled && bytes[at + 2] !== EQUALS) return -1;
    if (at + 3 >= filled) return undefined;
    const digits = at + 3;
    let length = 0;
    for (at = digits; at < filled; at++) {
      const byte = bytes[at] as number;
      if (byte === SOH) {
        this.#body = at + 1;
        return at === digits ? -1 : length;
      }
      if (byte < ZERO || byte > ZERO + 9 || at - digits === MAX_DIGITS) return -1;
      length = length * 10 + byte - ZERO;
    }
    return undefined;
  }

  /**
   * Where bytes end whose length led to no CheckSum: after the next field 10, or before the next field 8, whichever comes first. If neither
   * comes within the longest message, only the beginning is garbled, and what follows is looked at again.
   */
  #endOfGarbled(start: number, trailer: number): number | undefined {
    const { bytes } = this;
    const limit = this.#body + this.#maxLength + TRAILER_LENGTH;
    const stop = Math.min(this.#filled, limit);
    let at = Math.max(trailer - 1, this.#searched + start);
    for (; at + 3 < stop; at++) {
      if (bytes[at] !== SOH) continue;
      if (bytes[at + 1] === ZERO + 8 && bytes[at + 2] === EQUALS) return at + 1;
      if (bytes[at + 1] !== ZERO + 1 || bytes[at + 2] !== ZERO || bytes[at + 3] !== EQUALS) {
        continue;
      }
      const end = bytes.indexOf(SOH, at + 4) + 1;
      if (end > 0 && end <= stop) return this.#beginWithin(at + 4, end) ?? end;
      break;
    }
    if (stop === limit) return this.#body;
    this.#searched = at - start;
    return undefined;
  }

  /** Where a message begins within the field 10 of another one, which lost the SOH at its end. */
  #beginWithin(from: number, to: number): number | undefined {
    const { bytes } = this;
    for (let at = from; at + 2 < to; at++)
      if (bytes[at] === ZERO + 8 && bytes[at + 1] === EQUALS) return at;
    return undefined;
  }

  /** Makes room behind the bytes that are left, which then begin at 0. */
  #reserve(rest: number, more: number): void {
    const { bytes } = this;
    if (this.#owned && this.#filled + more <= bytes.length) return;
    const fits = this.#owned && (rest + more) * 2 <= bytes.length;
    const room = fits ? bytes : new Uint8Array((rest + more) * 2);
    if (fits) bytes.copyWithin(0, this.#at, this.#filled);
    else room.set(bytes.subarray(this.#at, this.#filled));
    this.bytes = room;
    this.#owned = true;
    this.#at = 0;
    this.#filled = rest;
  }
}

function isTrailer(bytes: Uint8Array, at: number): boolean {
  return (
    bytes[at - 1] === SOH &&
    bytes[at] === ZERO + 1 &&
    bytes[at + 1] === ZERO &&
    bytes[at + 2] === EQUALS &&
    isDigit(bytes[at + 3]) &&
    isDigit(bytes[at + 4]) &&
    isDigit(bytes[at + 5]) &&
    bytes[at + 6] === SOH
  );
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= ZERO + 9;
}
