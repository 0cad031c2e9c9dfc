import { type FixFaultReport, RejectReason } from './reject-reason.js';
import type { FixFormat } from './formats.js';
import { type FixSlot, isWithin } from './slot.js';
import { characterOf, type FixValues } from './values.js';
import { FixView } from './view.js';

const YES = 89;

/** Reads the values of messages, one message after another. After the first fault, values are discarded. */
export class ValueReader {
  /** First fault of the message, and its tag. */
  reason: RejectReason | undefined;
  refTag: number | undefined;
  /** Receives every fault, not only the first. */
  report: FixFaultReport | undefined;
  #view: FixView = new FixView();
  #text = '';
  #tags: Int32Array = this.#view.tags;
  #starts: Int32Array = this.#view.starts;
  #ends: Int32Array = this.#view.ends;
  #bytes: Uint8Array = this.#view.bytes;

  /** Starts a message with indexed fields. */
  begin(view: FixView): void {
    this.#view = view;
    this.#text = view.latin1();
    this.#tags = view.tags;
    this.#starts = view.starts;
    this.#ends = view.ends;
    this.#bytes = view.bytes;
    this.reason = undefined;
    this.refTag = undefined;
  }

  /** Records a fault of the field at an index, unless there is one already. */
  reject(reason: RejectReason, index: number): void {
    this.report?.(reason, this.#tags[index] as number, index);
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.refTag = this.#tags[index] as number;
  }

  /** Value of a field of any type except a group. */
  value(slot: FixSlot, index: number): unknown {
    const value = this.#value(slot, index);
    if (slot.bounds !== undefined) this.checkBounds(slot, value, index);
    return value;
  }

  /** Checks the constraints of a value other than its format. */
  checkBounds({ bounds }: FixSlot, value: unknown, index: number): void {
    if (bounds !== undefined && !isWithin(value, bounds))
      this.reject(RejectReason.ValueIncorrect, index);
  }

  /** Text of a field, without a format. */
  text(index: number): string {
    const { start } = this.#view;
    const from = this.#starts[index] as number;
    const to = this.#ends[index] as number;
    if (to === from) this.reject(RejectReason.TagWithoutValue, index);
    return this.#text.slice(from - start, to - start);
  }

  /** Value of a non-negative integer. */
  unsigned(index: number, format: FixFormat): number {
    return this.checkFormat(index, format) ? this.#integer(index) : 0;
  }

  /** True if a field has the format; records a fault otherwise. */
  checkFormat(index: number, format: FixFormat): boolean {
    const isValid = format(this.#bytes, this.#starts[index] as number, this.#ends[index] as number);
    if (!isValid) this.#rejectFormat(index);
    return isValid;
  }

  #value({ kind, values, format }: FixSlot, index: number): unknown {
    switch (kind) {
      case 'text':
        return this.text(index);
      case 'choice':
        return this.#choice(index, values);
      case 'integer':
        return this.#integer(index);
      case 'unsigned':
        return this.unsigned(index, format);
      case 'boolean':
        this.checkFormat(index, format);
        return this.#bytes[this.#starts[index] as number] === YES;
      case 'integerChoice':
        return this.#integerChoice(index, values);
      case 'list':
        return this.#list(index);
      case 'choices':
        return this.#choices(index, values);
      case 'data':
        this.checkFormat(index, format);
        return this.#view.dataAt(index);
      default:
        this.checkFormat(index, format);
        return this.text(index);
    }
  }

  #choice(index: number, { characters, all }: FixValues): string {
    const from = this.#starts[index] as number;
    const byte = this.#bytes[from] as number;
    if (characters !== undefined && (this.#ends[index] as number) - from === 1) {
      if (characters[byte] !== 1) this.reject(RejectReason.ValueIncorrect, index);
      return characterOf[byte] as string;
    }
    const value = this.text(index);
    if (!all.has(value)) this.reject(RejectReason.ValueIncorrect, index);
    return value;
  }

  #integer(index: number): number {
    const value = this.#view.integerAt(index);
    if (value === undefined) this.#rejectFormat(index);
    return value ?? 0;
  }

  #integerChoice(index: number, { all }: FixValues): number {
    const value = this.#integer(index);
    if (!all.has(value)) this.reject(RejectReason.ValueIncorrect, index);
    return value;
  }

  #list(index: number): readonly string[] {
    const items = this.text(index).split(' ');
    if (items.includes('')) this.#rejectFormat(index);
    return items;
  }

  #choices(index: number, { all }: FixValues): readonly string[] {
    const items = this.#list(index);
    for (const item of items) {
      if (!all.has(item)) this.reject(RejectReason.ValueIncorrect, index);
    }
    return items;
  }

  #rejectFormat(index: number): void {
    const isEmpty = this.#starts[index] === this.#ends[index];
    this.reject(isEmpty ? RejectReason.TagWithoutValue : RejectReason.IncorrectDataFormat, index);
  }
}
