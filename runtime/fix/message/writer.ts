import { FixEncodeError, type FixOtherField } from './codec.js';
import type { FixFormat } from './formats.js';
import type { FixFault } from './fault.js';
import { digitCount, digits } from './digits.js';
import { empty, forbidden, missing, misshapen, unwritable } from './encode-error.js';
import { rejectTexts } from './reject-reason.js';
import type { FixValues } from './values.js';

const SOH = 1;
const EQUALS = 61;
const ZERO = 48;
const MINUS = 45;
const POINT = 46;
/** Room for `8=…`, `9=…`, which are written last: a BeginString of at most 16 bytes, a length of at most 9 digits. */
const PREFIX = 32;

/**
 * Writes one message after the other into a buffer of its own, which grows. BodyLength and CheckSum are added by {@link end}.
 *
 * ```
 * writer.begin('FIX.4.2', '0'); writer.integer(34, 7); …; socket.write(writer.end());
 * ```
 */
export class FixWriter {
  #bytes: Uint8Array = new Uint8Array(1024);
  /** The same bytes, four at a time. */
  #words: Uint32Array = new Uint32Array(this.#bytes.buffer);
  #at = PREFIX;
  /** Where MsgType ends. */
  #body = PREFIX;
  #beginString = '';

  /** Begins a message: BeginString (8), BodyLength (9) and MsgType (35). */
  begin(beginString: string, msgType: string): void {
    this.#beginString = beginString;
    this.#at = PREFIX;
    this.text(35, msgType);
    this.#body = this.#at;
  }

  /** A copy of the fields that were written since MsgType (35), for {@link fields}. */
  takeFields(): Uint8Array {
    return this.#bytes.slice(this.#body, this.#at);
  }

  /** Fields as {@link takeFields} gave them. */
  fields(bytes: Uint8Array): void {
    this.#reserve(bytes.length + 16);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /**
   * A field of text, each character the byte of its number.
   *
   * @throws {FixEncodeError} for an SOH, a character beyond 255, or nothing at all
   */
  text(tag: number, value: string): void {
    if (typeof value !== 'string') throw missing(tag, value);
    const { length } = value;
    if (length === 0) throw empty(tag);
    this.#reserve(length + 16);
    let at = this.#tag(tag);
    const bytes = this.#bytes;
    for (let index = 0; index < length; index++) {
      const code = value.charCodeAt(index);
      if (code === SOH || code > 255) throw unwritable(tag, code);
      bytes[at++] = code;
    }
    bytes[at++] = SOH;
    this.#at = at;
  }

  /** Text of a form. */
  formatted(tag: number, value: string, format: FixFormat): void {
    this.text(tag, value);
    const end = this.#at - 1;
    if (!format(this.#bytes, end - value.length, end)) throw misshapen(tag, value);
  }

  /** A number with a point, exact. */
  decimal(tag: number, value: string): void {
    this.#decimal(tag, value);
  }

  /** The same without zeros in front. */
  canonicalDecimal(tag: number, value: string): void {
    if (typeof value !== 'string') throw missing(tag, value);
    const first = value.charCodeAt(0) === MINUS ? 1 : 0;
    const isPadded =
      value.charCodeAt(first) === ZERO &&
      value.length > first + 1 &&
      value.charCodeAt(first + 1) !== POINT;
    if (isPadded) throw misshapen(tag, value);
    this.#decimal(tag, value);
  }

  /** One of the values that a field may have. */
  choice(tag: number, value: string, values: FixValues<string>): void {
    const { characters } = values;
    if (characters === undefined || typeof value !== 'string' || value.length !== 1) {
      if (!values.all.has(value))
        throw value === undefined ? missing(tag, value) : forbidden(tag, value);
      return this.text(tag, value);
    }
    const code = value.charCodeAt(0);
    if (characters[code] !== 1) throw forbidden(tag, value);
    this.#reserve(16);
    const at = this.#tag(tag);
    this.#bytes[at] = code;
    this.#bytes[at + 1] = SOH;
    this.#at = at + 2;
  }

  integerChoice(tag: number, value: number, values: FixValues<number>): void {
    if (!values.all.has(value)) throw forbidden(tag, value);
    this.integer(tag, value);
  }

  /** Values with single spaces between. */
  list(tag: number, values: readonly string[]): void {
    for (const value of values)
      if (value === '' || value.includes(' ')) throw misshapen(tag, value);
    this.text(tag, values.join(' '));
  }

  choices(tag: number, values: readonly string[], allowed: FixValues<string>): void {
    for (const value of values) if (!allowed.all.has(value)) throw forbidden(tag, value);
    this.text(tag, values.join(' '));
  }

  character(tag: number, value: string): void {
    if (value.length !== 1) throw misshapen(tag, value);
    this.text(tag, value);
  }

  /** A number that counts. */
  unsigned(tag: number, value: number): void {
    if (value < 0) throw misshapen(tag, value);
    this.integer(tag, value);
  }

  /** Fields that the message's description does not have. */
  others(fields: readonly FixOtherField[]): void {
    for (const [tag, value] of fields) this.text(tag, value);
  }

  /** Refuses a message for a fault, if there is one. */
  judge(fault: FixFault | undefined): void {
    if (fault === undefined) return;
    const [reason, tag] = fault;
    throw new FixEncodeError(reason, tag, `field ${tag}: ${rejectTexts[reason]}`);
  }

  /** Holds a field to something else that its schema demands. */
  demand(tag: number, value: unknown, holds: boolean): void {
    if (!holds) throw forbidden(tag, value);
  }

  /**
   * A field whose value is an integer.
   *
   * @throws {FixEncodeError} for a number that is no integer
   */
  integer(tag: number, value: number): void {
    if (!Number.isSafeInteger(value)) throw missing(tag, value);
    this.#reserve(40);
    let at = this.#tag(tag);
    if (value < 0) this.#bytes[at++] = 45;
    at = digits(this.#bytes, at, Math.abs(value));
    this.#bytes[at++] = SOH;
    this.#at = at;
  }

  boolean(tag: number, value: boolean): void {
    if (typeof value !== 'boolean') throw missing(tag, value);
    this.#reserve(16);
    const at = this.#tag(tag);
    this.#bytes[at] = value ? 89 : 78;
    this.#bytes[at + 1] = SOH;
    this.#at = at + 2;
  }

  /** A length field and its data, which may hold any byte. */
  data(lengthTag: number, tag: number, value: Uint8Array): void {
    if (value.length === 0) throw empty(tag);
    this.integer(lengthTag, value.length);
    this.#reserve(value.length + 16);
    const at = this.#tag(tag);
    this.#bytes.set(value, at);
    this.#bytes[at + value.length] = SOH;
    this.#at = at + value.length + 1;
  }

  /** Ends the message, and gives its bytes. They lie in the writer's buffer: copy what is to outlive the next message. */
  end(): Uint8Array {
    this.#reserve(16);
    const bytes = this.#bytes;
    const end = this.#at;
    const length = end - PREFIX;
    const begin = this.#beginString;
    const start = PREFIX - 6 - begin.length - digitCount(length);
    let at = start;
    bytes[at++] = ZERO + 8;
    bytes[at++] = EQUALS;
    for (let index = 0; index < begin.length; index++) bytes[at++] = begin.charCodeAt(index);
    bytes[at++] = SOH;
    bytes[at++] = ZERO + 9;
    bytes[at++] = EQUALS;
    at = digits(bytes, at, length);
    bytes[at] = SOH;
    const sum = this.#sum(start, end);
    bytes[end] = ZERO + 1;
    bytes[end + 1] = ZERO;
    bytes[end + 2] = EQUALS;
    bytes[end + 3] = ZERO + ((sum / 100) | 0);
    bytes[end + 4] = ZERO + (((sum / 10) | 0) % 10);
    bytes[end + 5] = ZERO + (sum % 10);
    bytes[end + 6] = SOH;
    return bytes.subarray(start, end + 7);
  }

  /** The sum of bytes, modulo 256. The body begins at a multiple of four, so that it is added up in words. */
  #sum(start: number, end: number): number {
    const bytes = this.#bytes;
    const words = this.#words;
    let sum = 0;
    for (let at = start; at < PREFIX; at++) sum += bytes[at] as number;
    const last = end >>> 2;
    let even = 0;
    let odd = 0;
    let at = PREFIX >>> 2;
    while (at < last) {
      // Each half of a word holds the sum of at most 256 bytes.
      for (const stop = Math.min(last, at + 256); at < stop; at++) {
        const word = words[at] as number;
        even += word & 0x00ff00ff;
        odd += (word >>> 8) & 0x00ff00ff;
      }
      sum += (even & 0xffff) + (even >>> 16) + (odd & 0xffff) + (odd >>> 16);
      even = 0;
      odd = 0;
    }
    for (at = last << 2; at < end; at++) sum += bytes[at] as number;
    return sum & 255;
  }

  /** Writes what `isDecimal` accepts, and checks it on the way. */
  #decimal(tag: number, value: string): void {
    if (typeof value !== 'string') throw missing(tag, value);
    const { length } = value;
    this.#reserve(length + 16);
    let at = this.#tag(tag);
    const bytes = this.#bytes;
    let others = 0;
    let hasPoint = false;
    for (let index = 0; index < length; index++) {
      const code = value.charCodeAt(index);
      if (code < ZERO || code > ZERO + 9) {
        others++;
        if (code === POINT && !hasPoint) hasPoint = true;
        else if (code !== MINUS || index > 0) throw misshapen(tag, value);
      }
      bytes[at++] = code;
    }
    if (others === length) throw length === 0 ? empty(tag) : misshapen(tag, value);
    bytes[at++] = SOH;
    this.#at = at;
  }

  /** Writes a tag and the sign after it, and answers the place of the value. */
  #tag(tag: number): number {
    const bytes = this.#bytes;
    const at = digits(bytes, this.#at, tag);
    bytes[at] = EQUALS;
    return at + 1;
  }

  #reserve(more: number): void {
    if (this.#at + more <= this.#bytes.length) return;
    let length = this.#bytes.length * 2;
    while (length < this.#at + more) length *= 2;
    const twice = new Uint8Array(length);
    twice.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = twice;
    this.#words = new Uint32Array(twice.buffer);
  }
}
