import { Buffer } from 'node:buffer';

/**
 * Why bytes are not a message: the first three fields are not 8, 9 and 35 or the last is not 10 (`structure`), a field has no
 * tag (`tag`), a length, of the body or of data, is not what is there (`length`), or the sum is another (`checksum`).
 */
export type FixGarble = 'structure' | 'tag' | 'length' | 'checksum';

const SOH = 1;
const EQUALS = 61;
const MINUS = 45;
const ZERO = 48;
/** `10=ddd` and SOH. */
const TRAILER_LENGTH = 7;
const MAX_TAG = 100_000_000;
/** No tag. */
const NONE = -0x80000000;

/**
 * One message in a buffer, its fields indexed once: for each its tag, and where its value begins and ends. Made once and filled again with
 * every message, it allocates nothing for a field until that field is asked for. It holds good as long as nobody writes to the buffer.
 */
export class FixView {
  /** Fields in all, header and trailer included. */
  count = 0;
  /** Tags by the index of their field; what lies beyond `count` belongs to no field. */
  tags: Int32Array = new Int32Array(64);
  /** Where each value begins in `bytes`. */
  starts: Int32Array = new Int32Array(64);
  /** Where each value ends; an SOH is there. */
  ends: Int32Array = new Int32Array(64);
  bytes: Uint8Array = new Uint8Array(0);
  /** Where the message begins in `bytes`, and where it ends. */
  start = 0;
  end = 0;
  /** The index of the field at which the last message was found to be none; what lies before it was read. */
  garbledAt = 0;
  readonly #dataTags: Int32Array;
  #buffer: Buffer = Buffer.alloc(0);
  #text: string | undefined;

  /** Takes the data field that each length field counts, by tag: a codec's `dataFields`. */
  constructor(dataFields: ReadonlyMap<number, number> = new Map()) {
    this.#dataTags = new Int32Array(Math.max(0, ...dataFields.keys()) + 1).fill(NONE);
    for (const [length, data] of dataFields) this.#dataTags[length] = data;
  }

  /**
   * Indexes the fields of one whole message, from the `8` of BeginString to the SOH after CheckSum, and adds up its bytes. With a wrong
   * sum (`checksum`) all fields are there nevertheless; after any other answer but `undefined` none of them counts.
   */
  read(bytes: Uint8Array, start = 0, end: number = bytes.length): FixGarble | undefined {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.count = 0;
    this.garbledAt = 0;
    this.#text = undefined;
    const trailer = end - TRAILER_LENGTH;
    if (trailer <= start || bytes[trailer - 1] !== SOH || bytes[end - 1] !== SOH) {
      return 'structure';
    }
    const dataTags = this.#dataTags;
    let { tags, starts, ends } = this;
    let sum = 0;
    let count = 0;
    let dataTag = NONE;
    let at = start;
    while (at < end) {
      if (at === trailer) return this.#finish(count, sum & 255);
      let byte = bytes[at] as number;
      let tag = byte - ZERO;
      if (tag >>> 0 < 10) {
        sum += byte;
        byte = bytes[++at] as number;
        for (let digit = byte - ZERO; digit >>> 0 < 10; digit = byte - ZERO) {
          tag = tag * 10 + digit;
          sum += byte;
          byte = bytes[++at] as number;
        }
        if (byte !== EQUALS || tag >= MAX_TAG) return this.#garbled('tag', count);
      } else {
        const length = byte === MINUS ? digitsAt(bytes, at + 1) : 0;
        if (length === 0) return this.#garbled('tag', count);
        tag = -numberAt(bytes, at + 1, at + 1 + length);
        for (const stop = at + 1 + length; at < stop; at++) sum += bytes[at] as number;
      }
      sum += EQUALS + SOH;
      if (count === tags.length) ({ tags, starts, ends } = this.#grow());
      tags[count] = tag;
      starts[count] = ++at;
      if (tag === dataTag) {
        const stop = at + numberAt(bytes, starts[count - 1] as number, ends[count - 1] as number);
        if (stop >= trailer || bytes[stop] !== SOH) return this.#garbled('length', count);
        for (; at < stop; at++) sum += bytes[at] as number;
      } else {
        while ((byte = bytes[at] as number) !== SOH) {
          sum += byte;
          at++;
        }
      }
      ends[count++] = at++;
      dataTag = tag > 0 && tag < dataTags.length ? (dataTags[tag] as number) : NONE;
    }
    return this.#garbled('structure', count);
  }

  /** The text of MsgType (35). */
  get msgType(): string {
    return this.textAt(2);
  }

  /** The index of the first field with a tag; -1 if there is none. */
  find(tag: number): number {
    const { tags, count } = this;
    for (let index = 0; index < count; index++) if (tags[index] === tag) return index;
    return -1;
  }

  has(tag: number): boolean {
    return this.find(tag) >= 0;
  }

  /** The value of the first field with a tag, each byte the character of its number. */
  text(tag: number): string | undefined {
    const index = this.find(tag);
    return index < 0 ? undefined : this.textAt(index);
  }

  /** The integer of the first field with a tag; `undefined` without one, or where its value is no integer that a number holds exactly. */
  integer(tag: number): number | undefined {
    const index = this.find(tag);
    return index < 0 ? undefined : this.integerAt(index);
  }

  /** The bytes of the first field with a tag, a copy. */
  data(tag: number): Uint8Array | undefined {
    const index = this.find(tag);
    return index < 0 ? undefined : this.dataAt(index);
  }

  /** The whole message as text, each byte the character of its number. Made once, when it is first needed. */
  latin1(): string {
    return (this.#text ??= this.#decode());
  }

  textAt(index: number): string {
    const { start } = this;
    return this.latin1().slice(
      (this.starts[index] as number) - start,
      (this.ends[index] as number) - start,
    );
  }

  integerAt(index: number): number | undefined {
    const { bytes } = this;
    const end = this.ends[index] as number;
    let at = this.starts[index] as number;
    const negative = bytes[at] === MINUS;
    if (negative) at++;
    if (at === end) return undefined;
    let value = 0;
    for (; at < end; at++) {
      const digit = (bytes[at] as number) - ZERO;
      if (digit < 0 || digit > 9) return undefined;
      value = value * 10 + digit;
    }
    if (value > Number.MAX_SAFE_INTEGER) return undefined;
    return negative && value !== 0 ? -value : value;
  }

  dataAt(index: number): Uint8Array {
    return new Uint8Array(this.bytes.subarray(this.starts[index], this.ends[index]));
  }

  #garbled(garble: FixGarble, index: number): FixGarble {
    this.garbledAt = index;
    return garble;
  }

  #finish(count: number, sum: number): FixGarble | undefined {
    const { bytes, tags, ends, start, end } = this;
    const at = end - TRAILER_LENGTH;
    const isTrailer = bytes[at] === ZERO + 1 && bytes[at + 1] === ZERO && bytes[at + 2] === EQUALS;
    if (!isTrailer || count < 3 || tags[0] !== 8 || tags[1] !== 9 || tags[2] !== 35) {
      return 'structure';
    }
    if (bytes[start + 1] !== EQUALS) return 'structure';
    const body = (ends[1] as number) + 1;
    if (this.integerAt(1) !== at - body) return this.#garbled('length', 1);
    const last = count === tags.length ? this.#grow() : this;
    last.tags[count] = 10;
    last.starts[count] = at + 3;
    last.ends[count] = at + 6;
    this.count = count + 1;
    const isRight = this.integerAt(count) === sum && digitsAt(bytes, at + 3) === 3;
    return isRight ? undefined : this.#garbled('checksum', count);
  }

  #grow(): Pick<FixView, 'tags' | 'starts' | 'ends'> {
    this.tags = doubled(this.tags);
    this.starts = doubled(this.starts);
    this.ends = doubled(this.ends);
    return this;
  }

  #decode(): string {
    const { bytes } = this;
    if (this.#buffer.buffer !== bytes.buffer || this.#buffer.byteOffset !== bytes.byteOffset) {
      this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    return this.#buffer.toString('latin1', this.start, this.end);
  }
}

/** How many digits there are from a place on. */
function digitsAt(bytes: Uint8Array, start: number): number {
  let at = start;
  while ((bytes[at] as number) >= ZERO && (bytes[at] as number) <= ZERO + 9) at++;
  return at - start;
}

/** The number of digits that stand between two places; infinite if something else does. */
function numberAt(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] as number) - ZERO;
    if (digit < 0 || digit > 9) return Number.POSITIVE_INFINITY;
    value = value * 10 + digit;
  }
  return value;
}

function doubled(old: Int32Array): Int32Array {
  const twice = new Int32Array(old.length * 2);
  twice.set(old);
  return twice;
}
