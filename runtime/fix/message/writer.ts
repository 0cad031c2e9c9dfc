import { FixEncodeError, type FixOtherField } from './codec.js';
import type { FixFormat } from './formats.js';
import { type FixFault, rejectTexts } from './reject-reason.js';
import { digitCount, writeDigits } from './digits.js';
import {
  emptyField,
  disallowedValue,
  missingField,
  malformedValue,
  unwritableCharacter,
} from './encode-error.js';
import type { FixValues } from './values.js';

const SOH = 1;
const EQUALS = 61;
const ZERO = 48;
const MINUS = 45;
const POINT = 46;
/** Space for `8=…` and `9=…`, which are written last: a BeginString of at most 16 bytes, and a length of at most 9 digits. */
const PREFIX = 32;

/**
 * Writes messages one after another into a growing buffer. {@link end} adds BodyLength (9) and CheckSum (10).
 *
 * ```ts
 * writer.begin('FIX.4.2', '0');
 * writer.integer(34, 7);
 * socket.write(writer.end());
 * ```
 */
export class FixWriter {
  #bytes: Uint8Array = new Uint8Array(1024);
  /** The same buffer as 32-bit words. */
  #words: Uint32Array = new Uint32Array(this.#bytes.buffer);
  #offset = PREFIX;
  /** Offset after MsgType (35). */
  #body = PREFIX;
  #beginString = '';

  /** Begins a message: BeginString (8), BodyLength (9) and MsgType (35). */
  begin(beginString: string, msgType: string): void {
    this.#beginString = beginString;
    this.#offset = PREFIX;
    this.text(35, msgType);
    this.#body = this.#offset;
  }

  /** Copies the fields written since MsgType (35), for use with {@link fields}. */
  takeFields(): Uint8Array {
    return this.#bytes.slice(this.#body, this.#offset);
  }

  /** Writes fields that {@link takeFields} has copied. */
  fields(bytes: Uint8Array): void {
    this.#reserve(bytes.length + 16);
    this.#bytes.set(bytes, this.#offset);
    this.#offset += bytes.length;
  }

  /**
   * Writes a text field, with one byte per character (Latin-1).
   *
   * @throws {FixEncodeError} for an SOH, a character above 255, or an empty text.
   */
  text(tag: number, value: string): void {
    if (typeof value !== 'string') throw missingField(tag, value);
    const { length } = value;
    if (length === 0) throw emptyField(tag);
    this.#reserve(length + 16);
    let offset = this.#tag(tag);
    const bytes = this.#bytes;
    for (let index = 0; index < length; index++) {
      const code = value.charCodeAt(index);
      if (code === SOH || code > 255) throw unwritableCharacter(tag, code);
      bytes[offset++] = code;
    }
    bytes[offset++] = SOH;
    this.#offset = offset;
  }

  /** Writes text with a format. */
  formatted(tag: number, value: string, format: FixFormat): void {
    this.text(tag, value);
    const end = this.#offset - 1;
    if (!format(this.#bytes, end - value.length, end)) throw malformedValue(tag, value);
  }

  /** Writes an exact decimal number. */
  decimal(tag: number, value: string): void {
    this.#decimal(tag, value);
  }

  /** Writes an exact decimal number without leading zeros. */
  canonicalDecimal(tag: number, value: string): void {
    if (typeof value !== 'string') throw missingField(tag, value);
    const first = value.charCodeAt(0) === MINUS ? 1 : 0;
    const isPadded =
      value.charCodeAt(first) === ZERO &&
      value.length > first + 1 &&
      value.charCodeAt(first + 1) !== POINT;
    if (isPadded) throw malformedValue(tag, value);
    this.#decimal(tag, value);
  }

  /** Writes one of the allowed values. */
  choice(tag: number, value: string, values: FixValues<string>): void {
    const { characters } = values;
    if (characters === undefined || typeof value !== 'string' || value.length !== 1) {
      if (!values.all.has(value))
        throw value === undefined ? missingField(tag, value) : disallowedValue(tag, value);
      return this.text(tag, value);
    }
    const code = value.charCodeAt(0);
    if (characters[code] !== 1) throw disallowedValue(tag, value);
    this.#reserve(16);
    const offset = this.#tag(tag);
    this.#bytes[offset] = code;
    this.#bytes[offset + 1] = SOH;
    this.#offset = offset + 2;
  }

  integerChoice(tag: number, value: number, values: FixValues<number>): void {
    if (!values.all.has(value)) throw disallowedValue(tag, value);
    this.integer(tag, value);
  }

  /** Writes values separated by single spaces. */
  list(tag: number, values: readonly string[]): void {
    for (const value of values)
      if (value === '' || value.includes(' ')) throw malformedValue(tag, value);
    this.text(tag, values.join(' '));
  }

  choices(tag: number, values: readonly string[], allowed: FixValues<string>): void {
    for (const value of values) if (!allowed.all.has(value)) throw disallowedValue(tag, value);
    this.text(tag, values.join(' '));
  }

  character(tag: number, value: string): void {
    if (value.length !== 1) throw malformedValue(tag, value);
    this.text(tag, value);
  }

  /** Writes a non-negative integer. */
  unsigned(tag: number, value: number): void {
    if (value < 0) throw malformedValue(tag, value);
    this.integer(tag, value);
  }

  /** Writes fields that the message's description does not contain. */
  others(fields: readonly FixOtherField[]): void {
    for (const [tag, value] of fields) this.text(tag, value);
  }

  /** Throws the error of a fault, if there is one. */
  throwFault(fault: FixFault | undefined): void {
    if (fault === undefined) return;
    const [reason, tag] = fault;
    throw new FixEncodeError(reason, tag, `field ${tag}: ${rejectTexts[reason]}`);
  }

  /** Throws if a field does not satisfy another constraint of its schema. */
  requireAllowed(tag: number, value: unknown, isAllowed: boolean): void {
    if (!isAllowed) throw disallowedValue(tag, value);
  }

  /**
   * Writes an integer field.
   *
   * @throws {FixEncodeError} for a number that is not a safe integer.
   */
  integer(tag: number, value: number): void {
    if (!Number.isSafeInteger(value)) throw missingField(tag, value);
    this.#reserve(40);
    let offset = this.#tag(tag);
    if (value < 0) this.#bytes[offset++] = 45;
    offset = writeDigits(this.#bytes, offset, Math.abs(value));
    this.#bytes[offset++] = SOH;
    this.#offset = offset;
  }

  boolean(tag: number, value: boolean): void {
    if (typeof value !== 'boolean') throw missingField(tag, value);
    this.#reserve(16);
    const offset = this.#tag(tag);
    this.#bytes[offset] = value ? 89 : 78;
    this.#bytes[offset + 1] = SOH;
    this.#offset = offset + 2;
  }

  /** Writes a length field and its data, which may contain any bytes. */
  data(lengthTag: number, tag: number, value: Uint8Array): void {
    if (value.length === 0) throw emptyField(tag);
    this.integer(lengthTag, value.length);
    this.#reserve(value.length + 16);
    const offset = this.#tag(tag);
    this.#bytes.set(value, offset);
    this.#bytes[offset + value.length] = SOH;
    this.#offset = offset + value.length + 1;
  }

  /**
   * Completes the message and returns its bytes. They are in the
   * writer's buffer: copy them to keep them beyond the next message.
   */
  end(): Uint8Array {
    this.#reserve(16);
    const bytes = this.#bytes;
    const end = this.#offset;
    const length = end - PREFIX;
    const begin = this.#beginString;
    const start = PREFIX - 6 - begin.length - digitCount(length);
    let offset = start;
    bytes[offset++] = ZERO + 8;
    bytes[offset++] = EQUALS;
    for (let index = 0; index < begin.length; index++) bytes[offset++] = begin.charCodeAt(index);
    bytes[offset++] = SOH;
    bytes[offset++] = ZERO + 9;
    bytes[offset++] = EQUALS;
    offset = writeDigits(bytes, offset, length);
    bytes[offset] = SOH;
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

  /** Sum of bytes, modulo 256. The body starts at a multiple of four, so that whole words can be added. */
  #sum(start: number, end: number): number {
    const bytes = this.#bytes;
    const words = this.#words;
    let sum = 0;
    for (let offset = start; offset < PREFIX; offset++) sum += bytes[offset] as number;
    const last = end >>> 2;
    let even = 0;
    let odd = 0;
    let at = PREFIX >>> 2;
    while (at < last) {
      // Each half of a word contains the sum of at most 256 bytes.
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

  /** Writes a text that `isDecimal` accepts, checking it at the same time. */
  #decimal(tag: number, value: string): void {
    if (typeof value !== 'string') throw missingField(tag, value);
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
        else if (code !== MINUS || index > 0) throw malformedValue(tag, value);
      }
      bytes[at++] = code;
    }
    if (others === length) throw length === 0 ? emptyField(tag) : malformedValue(tag, value);
    bytes[at++] = SOH;
    this.#offset = at;
  }

  /** Writes a tag and the equals sign. Returns the offset of the value. */
  #tag(tag: number): number {
    const bytes = this.#bytes;
    const at = writeDigits(bytes, this.#offset, tag);
    bytes[at] = EQUALS;
    return at + 1;
  }

  #reserve(required: number): void {
    if (this.#offset + required <= this.#bytes.length) return;
    let length = this.#bytes.length * 2;
    while (length < this.#offset + required) length *= 2;
    const larger = new Uint8Array(length);
    larger.set(this.#bytes.subarray(0, this.#offset));
    this.#bytes = larger;
    this.#words = new Uint32Array(larger.buffer);
  }
}
