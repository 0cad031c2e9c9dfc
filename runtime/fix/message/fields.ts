import type { FixDecoded, FixOtherField } from './codec.js';
import type { Draft } from './draft.js';
import type { FixFault, FixFaultReport } from './fault.js';
import { isUnsigned } from './formats.js';
import { type FixPlan, planOf } from './plan.js';
import { RejectReason, rejectTexts } from './reject-reason.js';
import type { FixSlot } from './slot.js';
import { ValueReader } from './value-reader.js';
import { FixView } from './view.js';

/** Whether a tag belongs to some message of a dictionary. */
export type IsKnownTag = (tag: number) => boolean;

/** What a version of the protocol has, whatever the message. */
export interface FixKnown {
  readonly header: FixPlan;
  readonly trailer: FixPlan;
  /** Tags of the header, its frame and its groups included. */
  readonly headerTags: ReadonlySet<number>;
  /** What becomes of fields that a message does not have. */
  readonly unknown: 'refuse' | 'keepUserDefined' | 'keep';
}

/** The first tag that is nobody's but the users' (FIX 4.2 volume 1, "User Defined Fields"). */
const USER_DEFINED = 5000;
const CHECK_SUM = 10;

/** The number of the message, or of the entry, that was read last by any codec: codecs may share records, which remember it. */
let lastNumber = 0;

/**
 * What messages are read with: the fields of one, each checked as it is read. The first fault is kept and reading goes on, with values
 * that nobody will see; {@link message} says what came of it. One serves all messages of a codec, one after the other.
 */
export class FixFields {
  readonly #known: FixKnown;
  readonly #values: ValueReader = new ValueReader();
  /** The fields of the entry before, where it has no groups, in the order in which they stood. */
  readonly #row: FixSlot[] = [];
  #plan: FixPlan;
  /** Whether a tag belongs to some message of the dictionary of the message at hand. */
  #isKnown: IsKnownTag = () => false;
  #view: FixView = new FixView();
  #tags: Int32Array = new Int32Array(0);
  /** The index of CheckSum, the last field. */
  #end = 0;
  /** The index of the last field of the group that was read last. */
  #last = 0;
  /** The number of the message. */
  #number = 0;
  #inTrailer = false;
  #outOfOrder: number | undefined;
  #missing: number | undefined;

  constructor(known: FixKnown) {
    this.#known = known;
    this.#plan = known.header;
  }

  /**
   * Reads a message whose fields were indexed, its header and trailer with it. `isKnown` says of a field that the message does not have
   * whether any other message of its dictionary has it; `report` is told of every fault, of which the answer is the one that counts.
   */
  message(
    plan: FixPlan,
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
    if (this.#sound) this.#judge(plan.check(message), -1);
    if (this.#outOfOrder !== undefined)
      return rejected(RejectReason.TagOutOfOrder, this.#outOfOrder);
    if (this.#missing !== undefined)
      return rejected(RejectReason.RequiredTagMissing, this.#missing);
    const { reason, refTag } = this.#values;
    if (reason !== undefined) return rejected(reason, refTag);
    return { kind: 'message', message };
  }

  /** Checks the header, and answers where the body begins. */
  #header(): number {
    const { header } = this.#known;
    const number = this.#number;
    let at = 3;
    for (; at < this.#end; at++) {
      const slot = header.slotOf(this.#tags[at] as number);
      if (slot === undefined) break;
      this.#once(slot, number, at);
      if (slot.entry === undefined) this.#values.hasForm(at, slot.format);
      else {
        this.#entries(planOf(slot.entry), at);
        at = this.#last;
      }
    }
    this.#require(header, number, -1);
    return at;
  }

  /** Reads all that follows the header. */
  #body(plan: FixPlan, number: number, start: number): Draft {
    const message = new plan.Draft();
    message.type = plan.type;
    const end = this.#end;
    let other: FixOtherField[] | undefined;
    for (let at = start; at < end; at++) {
      const tag = this.#tags[at] as number;
      const slot = plan.slotOf(tag);
      if (slot !== undefined) {
        if (this.#inTrailer) this.#late(at);
        at = this.#field(slot, number, message, at);
      } else if (this.#isOther(at, number)) (other ??= []).push([tag, this.#values.text(at)]);
    }
    if (other !== undefined) message.other = other;
    this.#require(plan, number, -1);
    return message;
  }

  /** Reads the entries of the group whose number stands at an index. */
  #entries(plan: FixPlan, start: number): readonly object[] {
    const entries: object[] = [];
    const wasSound = this.#sound;
    const { firstTag, Draft } = plan;
    const end = this.#end;
    const tags = this.#tags;
    let at = start + 1;
    // How many fields the entry before had, if the next may have the same.
    let length = 0;
    while (at < end && tags[at] === firstTag) {
      const entry = new Draft();
      const began = at;
      if (length > 0 && this.#repeats(at, length)) {
        this.#again(entry, at, length);
        at += length;
      } else {
        const first = at;
        const isFlat = this.#entry(plan, entry, first);
        at = this.#last + 1;
        length = isFlat ? at - first : 0;
      }
      if (this.#sound) this.#judge(plan.check(entry), began);
      entries.push(entry);
    }
    this.#last = at - 1;
    this.#count(start, entries.length, wasSound);
    return entries;
  }

  /** Holds the number of a group to its entries. A wrong one is told before anything that is wrong within them. */
  #count(start: number, length: number, wasSound: boolean): void {
    const { bytes, starts, ends } = this.#view;
    const isRight =
      isUnsigned(bytes, starts[start] as number, ends[start] as number) &&
      this.#view.integerAt(start) === length;
    if (isRight) return;
    if (wasSound) {
      this.#values.reason = undefined;
      this.#missing = undefined;
    }
    if (this.#values.hasForm(start, isUnsigned))
      this.#values.refuse(RejectReason.IncorrectGroupCount, start);
  }

  /** Reads one entry field by field, and answers whether it consists of nothing but single fields that it is described to have. */
  #entry(plan: FixPlan, entry: Draft, first: number): boolean {
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
        if (this.#leaves(at, entry)) break;
        isFlat = false;
      } else {
        row[at - first] = slot;
        if (slot.entry !== undefined) isFlat = false;
        at = this.#field(slot, number, entry, at);
      }
    }
    this.#last = at - 1;
    this.#require(plan, number, first);
    return isFlat && this.#sound;
  }

  /** Whether the next entry has the same fields in the same order as the one before it, and then ends. */
  #repeats(at: number, length: number): boolean {
    const tags = this.#tags;
    const next = at + length;
    if (next > this.#end || (next < this.#end && tags[next] !== tags[at])) return false;
    for (let index = at; index < next; index++)
      if (tags[index] !== tags[index - length]) return false;
    return true;
  }

  /** Reads such an entry, whose members are there, and are those of the one before. */
  #again(entry: Draft, at: number, length: number): void {
    const row = this.#row;
    for (let index = 0; index < length; index++) {
      const slot = row[index] as FixSlot;
      if (slot.name === undefined) this.#values.hasForm(at + index, isUnsigned);
      else entry[slot.name] = this.#values.value(slot, at + index);
    }
  }

  /** Reads one field into its member, and answers the index of the last field that it took. */
  #field(slot: FixSlot, number: number, to: Draft, at: number): number {
    this.#once(slot, number, at);
    const { name, entry } = slot;
    if (name === undefined) {
      this.#values.hasForm(at, isUnsigned);
      return at;
    }
    if (entry === undefined) {
      to[name] = this.#values.value(slot, at);
      return at;
    }
    const entries = this.#entries(planOf(entry), at);
    to[name] = entries;
    this.#values.bound(slot, entries, at);
    return this.#last;
  }

  #once(slot: FixSlot, number: number, at: number): void {
    if (slot.seen === number) this.#values.refuse(RejectReason.TagAppearsTwice, at);
    slot.seen = number;
  }

  /** Whether nothing was found wrong so far. */
  get #sound(): boolean {
    return (
      this.#values.reason === undefined &&
      this.#missing === undefined &&
      this.#outOfOrder === undefined
    );
  }

  /** Notes a fault, if there is one. */
  #judge(fault: FixFault | undefined, index: number): void {
    if (fault === undefined) return;
    [this.#values.reason, this.#values.refTag] = fault;
    this.#values.report?.(...fault, index);
  }

  /** Notes a field that stands behind its part of the message. */
  #late(index: number): void {
    const tag = this.#tags[index] as number;
    this.#outOfOrder ??= tag;
    this.#values.report?.(RejectReason.TagOutOfOrder, tag, index);
  }

  /** Notes the first of the fields that are not there. */
  #require({ required }: FixPlan, number: number, index: number): void {
    for (const { seen, tag } of required) {
      if (seen === number) continue;
      this.#missing ??= tag;
      this.#values.report?.(RejectReason.RequiredTagMissing, tag, index);
    }
  }

  /** Whether a field that the message does not have is kept. It may be one of the trailer. */
  #isOther(index: number, number: number): boolean {
    const tag = this.#tags[index] as number;
    const { headerTags, trailer } = this.#known;
    const slot = trailer.slotOf(tag);
    if (tag === CHECK_SUM || slot !== undefined) {
      this.#inTrailer = true;
      // The CheckSum of the message is its last field, so that this is a second one.
      if (slot === undefined) this.#values.refuse(RejectReason.TagAppearsTwice, index);
      if (slot === undefined) return false;
      this.#once(slot, number, index);
      this.#values.hasForm(index, slot.format);
      return false;
    }
    if (this.#inTrailer || headerTags.has(tag)) {
      this.#late(index);
      return false;
    }
    const isKnown = this.#isKnown(tag);
    if (this.#keeps(tag, isKnown)) return true;
    this.#refuseOther(index, isKnown);
    return false;
  }

  /** Whether a field that an entry does not have ends the entry; one that nobody has is kept, or refused. */
  #leaves(index: number, entry: Draft): boolean {
    const tag = this.#tags[index] as number;
    const { headerTags, trailer } = this.#known;
    if (this.#plan.slotOf(tag) !== undefined || trailer.slotOf(tag) !== undefined) return true;
    if (tag === CHECK_SUM || headerTags.has(tag) || this.#isKnown(tag)) return true;
    if (this.#keeps(tag, false)) {
      const { other = [] } = entry as { readonly other?: readonly FixOtherField[] };
      entry.other = [...other, [tag, this.#values.text(index)]];
    } else this.#refuseOther(index, false);
    return false;
  }

  #keeps(tag: number, isKnown: boolean): boolean {
    const { unknown } = this.#known;
    if (unknown === 'keep') return tag > 0;
    return unknown === 'keepUserDefined' && !isKnown && tag >= USER_DEFINED;
  }

  #refuseOther(index: number, isKnown: boolean): void {
    this.#values.refuse(
      isKnown ? RejectReason.TagNotDefinedForMsgType : RejectReason.InvalidTagNumber,
      index,
    );
  }
}

/** The answer to a message that is refused. */
export function rejected(reason: RejectReason, refTag: number | undefined): FixDecoded<never> {
  return { kind: 'reject', reason, refTag, text: rejectTexts[reason] };
}
