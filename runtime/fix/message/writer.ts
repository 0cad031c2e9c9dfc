import { FixEncodeError, type FixOtherField } from './codec.js';
import { isCanonicalDecimal, isDecimal, type FixFormat } from './formats.js';
import type { FixFault } from './fields.js';
import { RejectReason, rejectTexts } from './reject-reason.js';
import type { FixValues } from './values.js';

const SOH = 1;
const EQUALS = 61;
const ZERO = 48;
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
  #at = PREFIX;
  #beginString = '';
  #collects = false;
  /** How many groups are open. */
  #depth = 0;
  readonly #tags: number[] = [];
  readonly #starts: number[] = [];

  /** Begins a message: BeginString (8), BodyLength (9) and MsgType (35). */
  begin(beginString: string, msgType: string): void {
    this.#beginString = beginString;
    this.#collects = false;
    this.#at = PREFIX;
    this.text(35, msgType);
  }

  /**
   * A field of text, each character the byte of its number.
   *
   * @throws {FixEncodeError} for an SOH, a character beyond 255, or nothing at all
   */
  text(tag: number, value: string): void {
    if (typeof value !== 'string') throw missing(tag, value);
    const { length } = value;
    if (length === 0)
      throw new FixEncodeError(RejectReason.TagWithoutValue, tag, `field ${tag} has no value`);
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
    this.formatted(tag, value, isDecimal);
  }

  canonicalDecimal(tag: number, value: string): void {
    this.formatted(tag, value, isCanonicalDecimal);
  }

  /** One of the values that a field may have. */
  choice(tag: number, value: string, values: FixValues<string>): void {
    if (!values.all.has(value)) throw forbidden(tag, value);
    this.text(tag, value);
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

  /** Begins a group: the number of its entries, which are written next. */
  group(tag: number, entries: readonly unknown[]): void {
    if (!Array.isArray(entries)) throw missing(tag, entries);
    this.integer(tag, entries.length);
    this.#depth++;
  }

  endGroup(): void {
    this.#depth--;
  }

  /** Remembers where fields begin from here on, for {@link sort}. */
  collect(): void {
    this.#collects = true;
    this.#depth = 0;
    this.#tags.length = 0;
    this.#starts.length = 0;
  }

  /** Puts the fields since {@link collect} into ascending order of their tags, groups behind the tags that count them. */
  sort(): void {
    this.#collects = false;
    const tags = this.#tags;
    if (tags.every((tag, index) => index === 0 || (tags[index - 1] as number) <= tag)) return;
    const starts = this.#starts;
    const [from = this.#at] = starts;
    const copy = this.#bytes.slice(from, this.#at);
    const order = tags
      .map((_, index) => index)
      .sort((a, b) => (tags[a] as number) - (tags[b] as number));
    let at = from;
    for (const index of order) {
      const piece = copy.subarray(
        (starts[index] as number) - from,
        (starts[index + 1] ?? this.#at) - from,
      );
      this.#bytes.set(piece, at);
      at += piece.length;
    }
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
    if (!Number.isSafeInteger(value)) {
      throw new FixEncodeError(
        RejectReason.IncorrectDataFormat,
        tag,
        `field ${tag} is not an integer`,
      );
    }
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
    this.#depth++;
    const at = this.#tag(tag);
    this.#depth--;
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
    let sum = 0;
    for (at = start; at < end; at++) sum += bytes[at] as number;
    sum &= 255;
    bytes[end] = ZERO + 1;
    bytes[end + 1] = ZERO;
    bytes[end + 2] = EQUALS;
    bytes[end + 3] = ZERO + ((sum / 100) | 0);
    bytes[end + 4] = ZERO + (((sum / 10) | 0) % 10);
    bytes[end + 5] = ZERO + (sum % 10);
    bytes[end + 6] = SOH;
    return bytes.subarray(start, end + 7);
  }

  /** Writes a tag and the sign after it, and answers the place of the value. */
  #tag(tag: number): number {
    const bytes = this.#bytes;
    if (this.#collects && this.#depth === 0) {
      this.#tags.push(tag);
      this.#starts.push(this.#at);
    }
    const at = digits(bytes, this.#at, tag);
    bytes[at] = EQUALS;
    return at + 1;
  }

  #reserve(more: number): void {
    if (this.#at + more <= this.#bytes.length) return;
    const twice = new Uint8Array(Math.max(this.#bytes.length * 2, this.#at + more));
    twice.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = twice;
  }
}

function digits(bytes: Uint8Array, start: number, value: number): number {
  const end = start + digitCount(value);
  let rest = value;
  for (let at = end - 1; at >= start; at--) {
    const tens = Math.floor(rest / 10);
    bytes[at] = ZERO + rest - tens * 10;
    rest = tens;
  }
  return end;
}

function digitCount(value: number): number {
  if (value < 10) return 1;
  if (value < 100) return 2;
  if (value < 1000) return 3;
  if (value < 10_000) return 4;
  let count = 4;
  for (let rest = Math.floor(value / 10_000); rest > 0; rest = Math.floor(rest / 10)) count++;
  return count;
}

function unwritable(tag: number, code: number): FixEncodeError {
  return new FixEncodeError(
    RejectReason.IncorrectDataFormat,
    tag,
    code === SOH
      ? `field ${tag} holds the character that ends a field`
      : `field ${tag} holds a character that one byte can not say`,
  );
}

function empty(tag: number): FixEncodeError {
  return new FixEncodeError(RejectReason.TagWithoutValue, tag, `field ${tag} has no value`);
}

/** What is there is not what a field of this kind holds; most often there is nothing. */
function missing(tag: number, value: unknown): FixEncodeError {
  if (value !== undefined) return misshapen(tag, value);
  return new FixEncodeError(RejectReason.RequiredTagMissing, tag, `field ${tag} is missing`);
}

function misshapen(tag: number, value: unknown): FixEncodeError {
  return new FixEncodeError(
    RejectReason.IncorrectDataFormat,
    tag,
    `${shown(value)} has not the form of field ${tag}`,
  );
}

function forbidden(tag: number, value: unknown): FixEncodeError {
  return new FixEncodeError(
    RejectReason.ValueIncorrect,
    tag,
    `${shown(value)} is not a value of field ${tag}`,
  );
}

/** A value as an error shows it, however long it is. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
