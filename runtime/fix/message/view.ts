import { Buffer } from 'node:buffer';

/**
 * Reason for which bytes are not a message.
 *
 * - `structure`: the first three fields are not 8, 9 and 35, or the last is not 10.
 * - `tag`: a field has no valid tag.
 * - `length`: the length of the body or of a data field is wrong.
 * - `checksum`: the checksum is wrong.
 */
export type FixGarble = 'structure' | 'tag' | 'length' | 'checksum';

const SOH = 1;
const EQUALS = 61;
const MINUS = 45;
const ZERO = 48;
/** Length of `10=ddd` and SOH. */
const TRAILER_LENGTH = 7;
const MAX_TAG = 100_000_000;
/** Represents the absence of a tag. */
const NONE = -0x80000000;

/**
 * Index of the fields of one message in a buffer: for each field its tag, and the start and end of its value.
 *
 * It is created once and reused for every message. Nothing is allocated for a field until it is accessed. The index is
 * valid as long as the buffer does not change.
 */
export class FixView {
  /** Number of fields, including header and trailer. */
  count = 0;
  /** Tags by field index. Elements from `count` on are invalid. */
  tags: Int32Array = new Int32Array(64);
  /** Offset of each value in `bytes`. */
  starts: Int32Array = new Int32Array(64);
  /** Offset after each value in `bytes`, at which there is an SOH. */
  ends: Int32Array = new Int32Array(64);
  bytes: Uint8Array = new Uint8Array(0);
  /** Start and end of the message in `bytes`. */
  start = 0;
  end = 0;
  /** Index of the field at which the last message was found to be invalid. The fields before it were read. */
  garbledAt = 0;
  readonly #dataTags: Int32Array;
  #buffer: Buffer = Buffer.alloc(0);
  #text: string | undefined;

  /**
   * Creates an index. `dataFields` contains the data fields by the tag of their length field; use that of the codec.
   */
  constructor(dataFields: ReadonlyMap<number, number> = new Map()) {
    this.#dataTags = new Int32Array(Math.max(0, ...dataFields.keys()) + 1).fill(NONE);
    for (const [length, data] of dataFields) this.#dataTags[length] = data;
  }

  /**
   * Indexes the fields of one complete message, from the `8` of
   * BeginString to the SOH after CheckSum, and verifies its checksum.
   *
   * With a wrong checksum (`checksum`) all fields are nevertheless indexed. With any other fault, none are valid.
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
    let offset = start;
    while (offset < end) {
      if (offset === trailer) return this.#finish(count, sum & 255);
      let byte = bytes[offset] as number;
      let tag = byte - ZERO;
      if (tag >>> 0 < 10) {
        sum += byte;
        byte = bytes[++offset] as number;
        for (let digit = byte - ZERO; digit >>> 0 < 10; digit = byte - ZERO) {
          tag = tag * 10 + digit;
          sum += byte;
          byte = bytes[++offset] as number;
        }
        if (byte !== EQUALS || tag >= MAX_TAG) return this.#garbled('tag', count);
      } else {
        const length = byte === MINUS ? digitsAt(bytes, offset + 1) : 0;
        if (length === 0) return this.#garbled('tag', count);
        tag = -numberAt(bytes, offset + 1, offset + 1 + length);
        for (const stop = offset + 1 + length; offset < stop; offset++)
          sum += bytes[offset] as number;
      }
      sum += EQUALS + SOH;
      if (count === tags.length) ({ tags, starts, ends } = this.#grow());
      tags[count] = tag;
      starts[count] = ++offset;
      if (tag === dataTag) {
        const stop =
          offset + numberAt(bytes, starts[count - 1] as number, ends[count - 1] as number);
        if (stop >= trailer || bytes[stop] !== SOH) return this.#garbled('length', count);
        for (; offset < stop; offset++) sum += bytes[offset] as number;
      } else {
        while ((byte = bytes[offset] as number) !== SOH) {
          sum += byte;
          offset++;
        }
      }
      ends[count++] = offset++;
      dataTag = tag > 0 && tag < dataTags.length ? (dataTags[tag] as number) : NONE;
    }
    return this.#garbled('structure', count);
  }

  /** MsgType (35). */
  get msgType(): string {
    return this.textAt(2);
  }

  /** Index of the first field with a tag; -1 if there is none. */
  find(tag: number): number {
    const { tags, count } = this;
    for (let index = 0; index < count; index++) if (tags[index] === tag) return index;
    return -1;
  }

  has(tag: number): boolean {
    return this.find(tag) >= 0;
  }

  /** Value of the first field with a tag, with one character per byte (Latin-1). */
  text(tag: number): string | undefined {
    const index = this.find(tag);
    return index < 0 ? undefined : this.textAt(index);
  }

  /** Integer value of the first field with a tag; `undefined` if the field is missing or its value is not a safe integer. */
  integer(tag: number): number | undefined {
    const index = this.find(tag);
    return index < 0 ? undefined : this.integerAt(index);
  }

  /** Copy of the bytes of the first field with a tag. */
  data(tag: number): Uint8Array | undefined {
    const index = this.find(tag);
    return index < 0 ? undefined : this.dataAt(index);
  }

  /** The whole message as text with one character per byte (Latin-1). Created on first use. */
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
    let offset = this.starts[index] as number;
    const negative = bytes[offset] === MINUS;
    if (negative) offset++;
    if (offset === end) return undefined;
    let value = 0;
    for (; offset < end; offset++) {
      const digit = (bytes[offset] as number) - ZERO;
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
    const offset = end - TRAILER_LENGTH;
    const isTrailer =
      bytes[offset] === ZERO + 1 && bytes[offset + 1] === ZERO && bytes[offset + 2] === EQUALS;
    if (!isTrailer || count < 3 || tags[0] !== 8 || tags[1] !== 9 || tags[2] !== 35) {
      return 'structure';
    }
    if (bytes[start + 1] !== EQUALS) return 'structure';
    const body = (ends[1] as number) + 1;
    if (this.integerAt(1) !== offset - body) return this.#garbled('length', 1);
    const last = count === tags.length ? this.#grow() : this;
    last.tags[count] = 10;
    last.starts[count] = offset + 3;
    last.ends[count] = offset + 6;
    this.count = count + 1;
    const isCorrect = this.integerAt(count) === sum && digitsAt(bytes, offset + 3) === 3;
    return isCorrect ? undefined : this.#garbled('checksum', count);
  }

  #grow(): Pick<FixView, 'tags' | 'starts' | 'ends'> {
    this.tags = doubleCapacity(this.tags);
    this.starts = doubleCapacity(this.starts);
    this.ends = doubleCapacity(this.ends);
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

/** Number of digits from an offset on. */
function digitsAt(bytes: Uint8Array, start: number): number {
  let offset = start;
  while ((bytes[offset] as number) >= ZERO && (bytes[offset] as number) <= ZERO + 9) offset++;
  return offset - start;
}

/** Value of the digits between two offsets; infinite if there is anything else. */
function numberAt(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let offset = start; offset < end; offset++) {
    const digit = (bytes[offset] as number) - ZERO;
    if (digit < 0 || digit > 9) return Number.POSITIVE_INFINITY;
    value = value * 10 + digit;
  }
  return value;
}

function doubleCapacity(old: Int32Array): Int32Array {
  const larger = new Int32Array(old.length * 2);
  larger.set(old);
  return larger;
}
