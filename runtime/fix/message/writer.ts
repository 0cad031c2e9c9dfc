import { FixEncodeError } from './codec.js';
import { RejectReason } from './reject-reason.js';

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

  /** Begins a message: BeginString (8), BodyLength (9) and MsgType (35). */
  begin(beginString: string, msgType: string): void {
    this.#beginString = beginString;
    this.#at = PREFIX;
    this.text(35, msgType);
  }

  /**
   * A field of text, each character the byte of its number.
   *
   * @throws {FixEncodeError} for an SOH, a character beyond 255, or nothing at all
   */
  text(tag: number, value: string): void {
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
    this.#reserve(16);
    const at = this.#tag(tag);
    this.#bytes[at] = value ? 89 : 78;
    this.#bytes[at + 1] = SOH;
    this.#at = at + 2;
  }

  /** A length field and its data, which may hold any byte. */
  data(lengthTag: number, tag: number, value: Uint8Array): void {
    if (value.length === 0) {
      throw new FixEncodeError(RejectReason.TagWithoutValue, tag, `field ${tag} has no value`);
    }
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
