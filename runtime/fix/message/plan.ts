import { createDraft, type Draft } from './draft.js';
import type { FixFault } from './fault.js';
import type { FixField } from './field.js';
import type { FixMessageRecord, FixRecord } from './record.js';
import { type FixSlot, lengthSlot, valueSlot } from './slot.js';

/** Names of members in one order, and their fields in the order in which they are written, what is missing among them. */
export interface FixLayout {
  readonly names: readonly string[];
  readonly slots: readonly FixSlot[];
  /** Of each of those fields, the place of its name. */
  readonly places: readonly number[];
  /** Members of the object that is being written, by the places of their names. */
  readonly given: unknown[];
}

/**
 * A record as it is read and written: made once, when the first message that has it comes or goes. It is a class because its lookup by tag
 * is called for every field of every message, and has to be one function for all of them.
 */
export class FixPlan {
  /** The word for a message; none for an entry. */
  readonly type: string | undefined;
  /** In the order in which they are written, lengths of data included. */
  readonly slots: readonly FixSlot[];
  readonly byName: ReadonlyMap<string, FixSlot>;
  readonly required: readonly FixSlot[];
  /** The tag that begins an entry. */
  readonly firstTag: number;
  /** What objects are made of whose members are given one by one. */
  readonly Draft: new () => Draft;
  /** Members of messages that were written lately, in the order of each, and the order in which they are written. */
  readonly layouts: FixLayout[] = [];
  readonly #record: FixRecord;
  readonly #tags: Int32Array;
  readonly #found: readonly (FixSlot | undefined)[];
  readonly #mask: number;

  constructor(record: FixRecord | FixMessageRecord) {
    this.#record = record;
    this.type = 'type' in record ? record.type : undefined;
    const slots = slotsOf(record, this.type !== undefined);
    this.slots = slots;
    this.byName = new Map(
      slots.flatMap((slot) => (slot.name === undefined ? [] : [[slot.name, slot] as const])),
    );
    this.required = slots.filter(({ isRequired }) => isRequired);
    this.firstTag = slots[0]?.tag ?? 0;
    this.Draft = createDraft();
    // Open addressing, at most half full.
    const size = 2 << (32 - Math.clz32(slots.length));
    const found = Array.from({ length: size }, (): FixSlot | undefined => undefined);
    this.#mask = size - 1;
    this.#tags = new Int32Array(size);
    for (const slot of slots) {
      let at = slot.tag & this.#mask;
      while (this.#tags[at] !== 0 && this.#tags[at] !== slot.tag) at = (at + 1) & this.#mask;
      if (this.#tags[at] === slot.tag) continue;
      this.#tags[at] = slot.tag;
      found[at] = slot;
    }
    this.#found = found;
  }

  /** The field with a tag. */
  slotOf(tag: number): FixSlot | undefined {
    const tags = this.#tags;
    const mask = this.#mask;
    for (let at = tag & mask; ; at = (at + 1) & mask) {
      const there = tags[at];
      if (there === tag) return this.#found[at];
      if (there === 0) return undefined;
    }
  }

  /** What is wrong between fields. */
  check(value: object): FixFault | undefined {
    return this.#record.check?.(value);
  }
}

/** What is made of a record; always the same of the same. */
export function planOf(record: FixRecord | FixMessageRecord): FixPlan {
  const known = plans.get(record);
  if (known !== undefined) return known;
  const plan = new FixPlan(record);
  plans.set(record, plan);
  return plan;
}

const plans = new WeakMap<FixRecord, FixPlan>();

function slotsOf(record: FixRecord, isMessage: boolean): readonly FixSlot[] {
  const fields = [...fieldsOf(record)].map(([name, field]) => ({ name, field }));
  const { first } = record;
  // Messages are written by ascending tags, entries as they are described, whatever begins them first.
  if (isMessage) fields.sort((a, b) => firstOf(a.field) - firstOf(b.field));
  else if (first !== undefined) {
    fields.sort((a, b) => Number(b.name === first) - Number(a.name === first));
  }
  const required = requiredOf(record);
  const slots: FixSlot[] = [];
  for (const { name, field } of fields) {
    const isNeeded = required.has(name);
    const { lengthTag } = field;
    if (lengthTag !== undefined) slots.push(lengthSlot(lengthTag, isNeeded, slots.length));
    slots.push(valueSlot(name, field, isNeeded, slots.length));
  }
  return slots;
}

function firstOf({ tag, lengthTag = tag }: FixField): number {
  return Math.min(tag, lengthTag);
}

/** Fields by their names, those of components included. */
function fieldsOf(
  record: FixRecord,
  found: Map<string, FixField> = new Map(),
): ReadonlyMap<string, FixField> {
  for (const [name, field] of Object.entries(record.fields())) {
    if (field !== undefined && !found.has(name)) found.set(name, field);
  }
  for (const part of record.parts ?? []) fieldsOf(part, found);
  return found;
}

function requiredOf({ required = [], parts = [] }: FixRecord): ReadonlySet<string> {
  return new Set([...required, ...parts.flatMap((part) => [...requiredOf(part)])]);
}
