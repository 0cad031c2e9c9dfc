import type { FixDecoded, FixOtherField } from './codec.js';
import { isBoolean, isCanonicalDecimal, isDecimal, isUnsigned, type FixFormat } from './formats.js';
import { RejectReason, rejectTexts } from './reject-reason.js';
import { characterOf, type FixValues } from './values.js';
import { FixView } from './view.js';

/** What the description of a version says of tags, whatever the message. */
export interface FixTags {
  /** Tags of the header, and of the trailer. */
  readonly header: ReadonlySet<number>;
  readonly trailer: ReadonlySet<number>;
  /** Tags that messages and entries of groups have. */
  readonly body: ReadonlySet<number>;
  /** What becomes of fields that a message does not have. */
  readonly unknown: 'refuse' | 'keepUserDefined' | 'keep';
}

/** A message that is being read: whatever it will have may still be missing. */
export type FixDraft<Value> = { -readonly [Name in keyof Value]?: Value[Name] };

/** Reads one message, from the first field of its body on. */
export type FixDecoder<Message> = (fields: FixFields, start: number) => Message;

/** What is wrong, and with which field. */
export type FixFault = readonly [reason: RejectReason, tag: number];

/** The first tag that is nobody's but the users' (FIX 4.2 volume 1, "User Defined Fields"). */
const USER_DEFINED = 5000;
const MAX_MESSAGE = 0x7fffffff;

/**
 * What a generated decoder reads with: the fields of one message, each checked as it is read. The first fault is kept and reading goes on,
 * with values that nobody will see; {@link finish} says what came of it. One serves all messages of a codec, one after the other.
 */
export class FixFields {
  /** The index of CheckSum, the last field. */
  end = 0;
  /** The index of the last field of the group that was read last. */
  last = 0;
  readonly #known: FixTags;
  /** Of each tag, the number of the message that had it last. */
  readonly #seen: Int32Array;
  #view: FixView = new FixView();
  #text = '';
  #tags: Int32Array = this.#view.tags;
  #starts: Int32Array = this.#view.starts;
  #ends: Int32Array = this.#view.ends;
  #bytes: Uint8Array = this.#view.bytes;
  #message = 0;
  #inTrailer = false;
  #reason: RejectReason | undefined;
  #refTag: number | undefined;
  #outOfOrder: number | undefined;
  #missing: number | undefined;
  #other: FixOtherField[] | undefined;

  constructor(known: FixTags) {
    this.#known = known;
    this.#seen = new Int32Array(Math.max(0, ...known.body, ...known.header, ...known.trailer) + 1);
  }

  /** Begins with a message whose fields were indexed. */
  begin(view: FixView): void {
    this.#view = view;
    this.#text = view.latin1();
    this.#tags = view.tags;
    this.#starts = view.starts;
    this.#ends = view.ends;
    this.#bytes = view.bytes;
    this.end = view.count - 1;
    this.last = 0;
    if (this.#message === MAX_MESSAGE) this.#seen.fill(0);
    this.#message = this.#message === MAX_MESSAGE ? 1 : this.#message + 1;
    this.#inTrailer = false;
    this.#reason = undefined;
    this.#refTag = undefined;
    this.#outOfOrder = undefined;
    this.#missing = undefined;
    this.#other = undefined;
  }

  /** What came of it: the message, or why it is refused. */
  finish<Message>(message: Message): FixDecoded<Message> {
    if (this.#outOfOrder !== undefined)
      return rejected(RejectReason.TagOutOfOrder, this.#outOfOrder);
    if (this.#missing !== undefined)
      return rejected(RejectReason.RequiredTagMissing, this.#missing);
    if (this.#reason !== undefined) return rejected(this.#reason, this.#refTag);
    return { kind: 'message', message };
  }

  /** Whether nothing was found wrong so far. */
  get sound(): boolean {
    return (
      this.#reason === undefined && this.#missing === undefined && this.#outOfOrder === undefined
    );
  }

  /** Notes a fault of the field at an index, unless there is one already. */
  refuse(reason: RejectReason, index: number): void {
    this.refuseTag(reason, this.#tags[index] as number);
  }

  /** Notes a fault, unless there is one already. */
  refuseTag(reason: RejectReason, tag: number | undefined): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#refTag = tag;
  }

  /** Notes a fault, if there is one. */
  judge(fault: FixFault | undefined): void {
    if (fault !== undefined) this.refuseTag(...fault);
  }

  /** The tag at an index; 0 for CheckSum, behind which there is nothing. */
  tag(index: number): number {
    return index < this.end ? (this.#tags[index] as number) : 0;
  }

  /** The tag at an index of the header or the body, where each comes once. */
  take(index: number): number {
    const tag = this.#tags[index] as number;
    const seen = this.#seen;
    if (tag > 0 && tag < seen.length) {
      if (seen[tag] === this.#message) this.refuseTag(RejectReason.TagAppearsTwice, tag);
      seen[tag] = this.#message;
    }
    if (this.#inTrailer && !this.#known.trailer.has(tag)) this.#outOfOrder ??= tag;
    return tag;
  }

  /** Notes the first of the tags that the message does not have. */
  require(tags: readonly number[]): void {
    const seen = this.#seen;
    for (const tag of tags) if (seen[tag] !== this.#message) this.need(undefined, tag);
  }

  /** Notes that a field is missing, if it is. */
  need(value: unknown, tag: number): void {
    if (value === undefined && this.#missing === undefined) this.#missing = tag;
  }

  /** Notes that a field of an entry comes twice, if it was there before. */
  single(index: number, before: unknown): void {
    if (before !== undefined) this.refuse(RejectReason.TagAppearsTwice, index);
  }

  /** A field that the message does not have. */
  other(index: number): void {
    const tag = this.#tags[index] as number;
    const { header, trailer, body } = this.#known;
    if (trailer.has(tag)) {
      this.#inTrailer = true;
      if (this.#starts[index] === this.#ends[index])
        this.refuse(RejectReason.TagWithoutValue, index);
      return;
    }
    if (header.has(tag)) {
      this.#outOfOrder ??= tag;
      return;
    }
    if (this.#keeps(tag, body.has(tag))) (this.#other ??= []).push(this.otherField(index));
    else this.#refuseOther(index, body.has(tag));
  }

  /** Whether a field that an entry does not have ends the entry; one that nobody has is kept, or refused. */
  leaves(index: number, entry: { other?: readonly FixOtherField[] } = {}): boolean {
    const tag = this.#tags[index] as number;
    const { header, trailer, body } = this.#known;
    if (body.has(tag) || header.has(tag) || trailer.has(tag)) return true;
    if (this.#keeps(tag, false)) entry.other = [...(entry.other ?? []), this.otherField(index)];
    else this.#refuseOther(index, false);
    return false;
  }

  /** Gives a message the fields that it does not have and that are kept. */
  keep(message: { other?: readonly FixOtherField[] }): void {
    if (this.#other !== undefined) message.other = this.#other;
  }

  otherField(index: number): FixOtherField {
    return [this.#tags[index] as number, this.text(index)];
  }

  /** Ends a group that began at an index: holds its entries against the number that stands there. */
  group<Entry>(start: number, last: number, entries: readonly Entry[]): readonly Entry[] {
    this.last = last;
    if (this.count(start) !== entries.length) this.refuse(RejectReason.IncorrectGroupCount, start);
    return entries;
  }

  /** A number of entries. */
  count(index: number): number {
    return this.#hasForm(index, isUnsigned) ? this.integer(index) : 0;
  }

  text(index: number): string {
    const { start } = this.#view;
    const from = this.#starts[index] as number;
    const to = this.#ends[index] as number;
    if (to === from) this.refuse(RejectReason.TagWithoutValue, index);
    return this.#text.slice(from - start, to - start);
  }

  /** A number with a point, exact, as it stands in the message. */
  decimal(index: number): string {
    return this.formatted(index, isDecimal);
  }

  canonicalDecimal(index: number): string {
    return this.formatted(index, isCanonicalDecimal);
  }

  /** Text of a form. */
  formatted(index: number, format: FixFormat): string {
    this.#hasForm(index, format);
    return this.text(index);
  }

  character(index: number): string {
    const from = this.#starts[index] as number;
    if ((this.#ends[index] as number) - from !== 1) this.#refuseForm(index);
    return characterOf[this.#bytes[from] as number] as string;
  }

  integer(index: number): number {
    const value = this.#view.integerAt(index);
    if (value === undefined) this.#refuseForm(index);
    return value ?? 0;
  }

  unsigned(index: number): number {
    return this.#hasForm(index, isUnsigned) ? this.integer(index) : 0;
  }

  boolean(index: number): boolean {
    this.#hasForm(index, isBoolean);
    return this.#bytes[this.#starts[index] as number] === 89;
  }

  data(index: number): Uint8Array {
    if (this.#starts[index] === this.#ends[index]) this.refuse(RejectReason.TagWithoutValue, index);
    return this.#view.dataAt(index);
  }

  /** One of the values that a field may have. */
  choice<Value extends string>(index: number, values: FixValues<Value>): Value {
    const from = this.#starts[index] as number;
    const byte = this.#bytes[from] as number;
    if (values.characters !== undefined && (this.#ends[index] as number) - from === 1) {
      if (values.characters[byte] !== 1) this.refuse(RejectReason.ValueIncorrect, index);
      return characterOf[byte] as Value;
    }
    const value = this.text(index) as Value;
    if (!values.all.has(value)) this.refuse(RejectReason.ValueIncorrect, index);
    return value;
  }

  integerChoice<Value extends number>(index: number, values: FixValues<Value>): Value {
    const value = this.integer(index) as Value;
    if (!values.all.has(value)) this.refuse(RejectReason.ValueIncorrect, index);
    return value;
  }

  /** Values with single spaces between. */
  list(index: number): readonly string[] {
    const items = this.text(index).split(' ');
    if (items.includes('')) this.#refuseForm(index);
    return items;
  }

  choices<Value extends string>(index: number, values: FixValues<Value>): readonly Value[] {
    const items = this.list(index) as readonly Value[];
    for (const item of items) {
      if (!values.all.has(item)) this.refuse(RejectReason.ValueIncorrect, index);
    }
    return items;
  }

  /** Holds a field to something else that its schema demands. */
  demand(index: number, holds: boolean): void {
    if (!holds) this.refuse(RejectReason.ValueIncorrect, index);
  }

  /** Checks a field whose value nobody asks for. */
  check(index: number, format: FixFormat): void {
    this.#hasForm(index, format);
  }

  /** Whether a field has a form; refused otherwise. */
  #hasForm(index: number, format: FixFormat): boolean {
    const holds = format(this.#bytes, this.#starts[index] as number, this.#ends[index] as number);
    if (!holds) this.#refuseForm(index);
    return holds;
  }

  #refuseForm(index: number): void {
    const isEmpty = this.#starts[index] === this.#ends[index];
    this.refuse(isEmpty ? RejectReason.TagWithoutValue : RejectReason.IncorrectDataFormat, index);
  }

  #keeps(tag: number, isKnown: boolean): boolean {
    const { unknown } = this.#known;
    if (unknown === 'keep') return tag > 0;
    return unknown === 'keepUserDefined' && !isKnown && tag >= USER_DEFINED;
  }

  #refuseOther(index: number, isKnown: boolean): void {
    this.refuse(
      isKnown ? RejectReason.TagNotDefinedForMsgType : RejectReason.InvalidTagNumber,
      index,
    );
  }
}

function rejected(reason: RejectReason, refTag: number | undefined): FixDecoded<never> {
  return { kind: 'reject', reason, refTag, text: rejectTexts[reason] };
}

/** The answer to a MsgType (35) that the description does not know. */
export const unknownMsgType: FixDecoded<never> = rejected(RejectReason.InvalidMsgType, undefined);
