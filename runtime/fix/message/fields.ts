import type { FixDecoded, FixOtherField } from './codec.js';
import type { Draft } from './draft.js';
import { type FixFault, type FixFaultReport, RejectReason, rejectTexts } from './reject-reason.js';
import { isUnsigned } from './formats.js';
import { type FixRecordCodec, recordCodecOf } from './record-codec.js';
import type { FixSlot } from './slot.js';
import { ValueReader } from './value-reader.js';
import { FixView } from './view.js';

/** True if a tag belongs to a message of the dictionary. */
export type IsKnownTag = (tag: number) => boolean;

/** Properties of a protocol version that apply to all messages. */
export interface FixProtocolFields {
  readonly header: FixRecordCodec;
  readonly trailer: FixRecordCodec;
  /** Tags of the header, including those of its frame and its groups. */
  readonly headerTags: ReadonlySet<number>;
  /** Treatment of fields that a message does not contain. */
  readonly unknown: 'refuse' | 'keepUserDefined' | 'keep';
}

/** First tag for user-defined fields (FIX 4.2 volume 1, "User Defined Fields"). */
const USER_DEFINED = 5000;
const CHECK_SUM = 10;

/** Number of the last message or entry, over all codecs: codecs may share records, which store it. */
let lastNumber = 0;

/**
 * Decodes the fields of messages, checking each as it is read.
 *
 * After the first fault, reading continues with values that are discarded; {@link message} returns the result. One
 * instance decodes all messages of a codec, one after another.
 */
export class FixFields {
  readonly #protocol: FixProtocolFields;
  readonly #values: ValueReader = new ValueReader();
  /** Fields in order of the previous entry, if it has no groups. */
  readonly #row: FixSlot[] = [];
  #plan: FixRecordCodec;
  /** True for tags of the current message's dictionary. */
  #isKnown: IsKnownTag = () => false;
  #view: FixView = new FixView();
  #tags: Int32Array = new Int32Array(0);
  /** Index of CheckSum (10), the last field. */
  #end = 0;
  /** Index of the last field of the last group. */
  #last = 0;
  /** Number of the message. */
  #number = 0;
  #inTrailer = false;
  #outOfOrder: number | undefined;
  #missing: number | undefined;

  constructor(protocol: FixProtocolFields) {
    this.#protocol = protocol;
    this.#plan = protocol.header;
  }

  /**
   * Decodes a message with indexed fields, including its header and trailer.
   *
   * `isKnown` is true for tags that any message of the dictionary
   * contains. `report` receives every fault; the decisive one is returned.
   */
  message(
    plan: FixRecordCodec,
    view: FixView,
    isKnown: IsKnownTag,
    report?: FixFaultReport,
  ): FixDecoded<object> {
    this.#plan = plan;
    this.#isKnown = isKnown;
    this.#view = view;
    this.#values.begin(view);
    this.#values.report = report;
    this.#tags = view.tags;
    this.#end = view.count - 1;
    this.#number = ++lastNumber;
    this.#inTrailer = false;
    this.#outOfOrder = undefined;
    this.#missing = undefined;
    const message = this.#body(plan, this.#number, this.#header());
    if (this.#isValid) this.#record(plan.check(message), -1);
    if (this.#outOfOrder !== undefined)
      return rejected(RejectReason.TagOutOfOrder, this.#outOfOrder);
    if (this.#missing !== undefined)
      return rejected(RejectReason.RequiredTagMissing, this.#missing);
    const { reason, refTag } = this.#values;
    if (reason !== undefined) return rejected(reason, refTag);
    return { kind: 'message', message };
  }

  /** Checks the header. Returns the index of the body. */
  #header(): number {
    const { header } = this.#protocol;
    const number = this.#number;
    let at = 3;
    for (; at < this.#end; at++) {
      const slot = header.slotOf(this.#tags[at] as number);
      if (slot === undefined) break;
      this.#requireOnce(slot, number, at);
      if (slot.entry === undefined) this.#values.checkFormat(at, slot.format);
      else {
        this.#entries(recordCodecOf(slot.entry), at);
        at = this.#last;
      }
    }
    this.#require(header, number, -1);
    return at;
  }

  /** Decodes everything after the header. */
  #body(plan: FixRecordCodec, number: number, start: number): Draft {
    const message = new plan.Draft();
    message['type'] = plan.type;
    const end = this.#end;
    let other: FixOtherField[] | undefined;
    for (let at = start; at < end; at++) {
      const tag = this.#tags[at] as number;
      const slot = plan.slotOf(tag);
      if (slot !== undefined) {
        if (this.#inTrailer) this.#recordOutOfOrder(at);
        at = this.#field(slot, number, message, at);
      } else if (this.#isKept(at, number)) (other ??= []).push([tag, this.#values.text(at)]);
    }
    if (other !== undefined) message['other'] = other;
    this.#require(plan, number, -1);
    return message;
  }

  /** Decodes the entries of the group with its count field at `start`. */
  #entries(plan: FixRecordCodec, start: number): readonly object[] {
    const entries: object[] = [];
    const wasValid = this.#isValid;
    const { firstTag, Draft } = plan;
    const end = this.#end;
    const tags = this.#tags;
    let at = start + 1;
    // Number of fields of the previous entry, if the next may repeat them.
    let length = 0;
    while (at < end && tags[at] === firstTag) {
      const entry = new Draft();
      const entryStart = at;
      if (length > 0 && this.#repeats(at, length)) {
        this.#readRepeated(entry, at, length);
        at += length;
      } else {
        const first = at;
        const isFlat = this.#entry(plan, entry, first);
        at = this.#last + 1;
        length = isFlat ? at - first : 0;
      }
      if (this.#isValid) this.#record(plan.check(entry), entryStart);
      entries.push(entry);
    }
    this.#last = at - 1;
    this.#count(start, entries.length, wasValid);
    return entries;
  }

  /** Checks the count of a group. A wrong count takes precedence over faults within the entries. */
  #count(start: number, length: number, wasValid: boolean): void {
    const { bytes, starts, ends } = this.#view;
    const isRight =
      isUnsigned(bytes, starts[start] as number, ends[start] as number) &&
      this.#view.integerAt(start) === length;
    if (isRight) return;
    if (wasValid) {
      this.#values.reason = undefined;
      this.#missing = undefined;
    }
    if (this.#values.checkFormat(start, isUnsigned))
      this.#values.reject(RejectReason.IncorrectGroupCount, start);
  }

  /** Decodes one entry field by field. Returns true if it consists only of known fields without groups. */
  #entry(plan: FixRecordCodec, entry: Draft, first: number): boolean {
    const { firstTag } = plan;
    const number = ++lastNumber;
    const row = this.#row;
    let isFlat = true;
    let at = first;
    for (; at < this.#end; at++) {
      const tag = this.#tags[at] as number;
      if (tag === firstTag && at > first) break;
      const slot = plan.slotOf(tag);
      if (slot === undefined) {
        if (this.#endsEntry(at, entry)) break;
        isFlat = false;
      } else {
        row[at - first] = slot;
        if (slot.entry !== undefined) isFlat = false;
        at = this.#field(slot, number, entry, at);
      }
    }
    this.#last = at - 1;
    this.#require(plan, number, first);
    return isFlat && this.#isValid;
  }

  /** True if the next entry has the same fields in the same order as the previous one, and ends after them. */
  #repeats(at: number, length: number): boolean {
    const tags = this.#tags;
    const next = at + length;
    if (next > this.#end || (next < this.#end && tags[next] !== tags[at])) return false;
    for (let index = at; index < next; index++)
      if (tags[index] !== tags[index - length]) return false;
    return true;
  }

  /** Decodes an entry that repeats the fields of the previous one. */
  #readRepeated(entry: Draft, at: number, length: number): void {
    const row = this.#row;
    for (let index = 0; index < length; index++) {
      const slot = row[index] as FixSlot;
      if (slot.name === undefined) this.#values.checkFormat(at + index, isUnsigned);
      else entry[slot.name] = this.#values.value(slot, at + index);
    }
  }

  /** Decodes one field into its member. Returns the index of the last field that belongs to it. */
  #field(slot: FixSlot, number: number, to: Draft, at: number): number {
    this.#requireOnce(slot, number, at);
    const { name, entry } = slot;
    if (name === undefined) {
      this.#values.checkFormat(at, isUnsigned);
      return at;
    }
    if (entry === undefined) {
      to[name] = this.#values.value(slot, at);
      return at;
    }
    const entries = this.#entries(recordCodecOf(entry), at);
    to[name] = entries;
    this.#values.checkBounds(slot, entries, at);
    return this.#last;
  }

  #requireOnce(slot: FixSlot, number: number, at: number): void {
    if (slot.seen === number) this.#values.reject(RejectReason.TagAppearsTwice, at);
    slot.seen = number;
  }

  /** True if no fault has been found so far. */
  get #isValid(): boolean {
    return (
      this.#values.reason === undefined &&
      this.#missing === undefined &&
      this.#outOfOrder === undefined
    );
  }

  /** Records a fault, if there is one. */
  #record(fault: FixFault | undefined, index: number): void {
    if (fault === undefined) return;
    [this.#values.reason, this.#values.refTag] = fault;
    this.#values.report?.(...fault, index);
  }

  /** Records a field that is behind its part of the message. */
  #recordOutOfOrder(index: number): void {
    const tag = this.#tags[index] as number;
    this.#outOfOrder ??= tag;
    this.#values.report?.(RejectReason.TagOutOfOrder, tag, index);
  }

  /** Records the first missing field. */
  #require({ required }: FixRecordCodec, number: number, index: number): void {
    for (const { seen, tag } of required) {
      if (seen === number) continue;
      this.#missing ??= tag;
      this.#values.report?.(RejectReason.RequiredTagMissing, tag, index);
    }
  }

  /** True if a field that the message does not contain is kept. Also handles the fields of the trailer. */
  #isKept(index: number, number: number): boolean {
    const tag = this.#tags[index] as number;
    const { headerTags, trailer } = this.#protocol;
    const slot = trailer.slotOf(tag);
    if (tag === CHECK_SUM || slot !== undefined) {
      this.#inTrailer = true;
      // The CheckSum of the message is its last field, so this is a second one.
      if (slot === undefined) this.#values.reject(RejectReason.TagAppearsTwice, index);
      if (slot === undefined) return false;
      this.#requireOnce(slot, number, index);
      this.#values.checkFormat(index, slot.format);
      return false;
    }
    if (this.#inTrailer || headerTags.has(tag)) {
      this.#recordOutOfOrder(index);
      return false;
    }
    const isKnown = this.#isKnown(tag);
    if (this.#keepsUnknown(tag, isKnown)) return true;
    this.#rejectUnknown(index, isKnown);
    return false;
  }

  /** True if a field that the entry does not contain ends the entry. An unknown field is kept or rejected. */
  #endsEntry(index: number, entry: Draft): boolean {
    const tag = this.#tags[index] as number;
    const { headerTags, trailer } = this.#protocol;
    if (this.#plan.slotOf(tag) !== undefined || trailer.slotOf(tag) !== undefined) return true;
    if (tag === CHECK_SUM || headerTags.has(tag) || this.#isKnown(tag)) return true;
    if (this.#keepsUnknown(tag, false)) {
      const { other = [] } = entry as { readonly other?: readonly FixOtherField[] };
      entry['other'] = [...other, [tag, this.#values.text(index)]];
    } else this.#rejectUnknown(index, false);
    return false;
  }

  #keepsUnknown(tag: number, isKnown: boolean): boolean {
    const { unknown } = this.#protocol;
    if (unknown === 'keep') return tag > 0;
    return unknown === 'keepUserDefined' && !isKnown && tag >= USER_DEFINED;
  }

  #rejectUnknown(index: number, isKnown: boolean): void {
    this.#values.reject(
      isKnown ? RejectReason.TagNotDefinedForMsgType : RejectReason.InvalidTagNumber,
      index,
    );
  }
}

/** Result for a rejected message. */
export function rejected(reason: RejectReason, refTag: number | undefined): FixDecoded<never> {
  return { kind: 'reject', reason, refTag, text: rejectTexts[reason] };
}
