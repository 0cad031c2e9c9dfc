import { createDraft, type Draft } from './draft.js';
import type { FixFault } from './fault.js';
import type { FixField } from './field.js';
import type { FixFieldsOf, FixMessageRecord, FixRecord, FixValue } from './record.js';
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

/** The fields of a record in the order in which they are written; a field that counts the bytes of data stands before it. */
interface Sequence {
  readonly fields: readonly FixField[];
  /** Nothing, of what only counts bytes. */
  readonly names: readonly (string | undefined)[];
}

/**
 * A record as it is read and written: made once, when the first message that has it comes or goes. What a field takes is made when a
 * message first has that field: of the hundreds that a record may have, most never come. It is a class because its lookup by tag
 * is called for every field of every message, and has to be one function for all of them.
 */
export class FixPlan {
  /** The word for a message; none for an entry. */
  readonly type: string | undefined;
  readonly required: readonly FixSlot[];
  /** The tag that begins an entry. */
  readonly firstTag: number;
  /** The member that begins an entry. */
  readonly firstName: string | undefined;
  /** Tags that count the entries of its groups. */
  readonly groupTags: ReadonlySet<number>;
  /** What objects are made of whose members are given one by one. */
  readonly Draft: new () => Draft;
  /** Members of messages that were written lately, in the order of each, and the order in which they are written. */
  readonly layouts: FixLayout[] = [];
  readonly #record: FixRecord;
  readonly #sequence: Sequence;
  readonly #needed: ReadonlySet<string>;
  /** What was made of fields so far, by their places in the sequence. */
  readonly #slots: (FixSlot | undefined)[];
  #placeOfName: ReadonlyMap<string, number> | undefined;
  // A table by tags with open addressing, at most half full: tags, the places of their fields, and what was made of those.
  readonly #tags: Int32Array;
  readonly #places: Int32Array;
  readonly #found: (FixSlot | undefined)[];
  readonly #mask: number;

  constructor(record: FixRecord | FixMessageRecord) {
    this.#record = record;
    this.type = 'type' in record ? record.type : undefined;
    this.#needed = requiredOf(record);
    this.#sequence = sequenceOf(record, this.type !== undefined);
    const { fields, names } = this.#sequence;
    const count = fields.length;
    this.#slots = Array.from({ length: count });
    const size = 2 << (32 - Math.clz32(count));
    const mask = size - 1;
    const tags = new Int32Array(size);
    const places = new Int32Array(size).fill(-1);
    const groupTags = new Set<number>();
    const required: number[] = [];
    for (let place = 0; place < count; place++) {
      const field = fields[place] as FixField;
      const name = names[place];
      const tag = name === undefined ? (field.lengthTag as number) : field.tag;
      if (field.entry !== undefined) groupTags.add(tag);
      // A length is as required as what it counts, whose name stands behind it.
      if (this.#needed.has(name ?? (names[place + 1] as string))) required.push(place);
      let at = tag & mask;
      while (tags[at] !== 0 && tags[at] !== tag) at = (at + 1) & mask;
      if (tags[at] === tag) continue;
      tags[at] = tag;
      places[at] = place;
    }
    this.#mask = mask;
    this.#tags = tags;
    this.#places = places;
    this.#found = Array.from({ length: size });
    this.groupTags = groupTags;
    this.required = required.map((place) => this.#slotAt(place));
    this.firstTag = count === 0 ? 0 : this.#slotAt(0).tag;
    this.firstName = names.find((name) => name !== undefined);
    this.Draft = createDraft();
  }

  /** The field with a tag. */
  slotOf(tag: number): FixSlot | undefined {
    const tags = this.#tags;
    const mask = this.#mask;
    for (let at = tag & mask; ; at = (at + 1) & mask) {
      const there = tags[at];
      if (there === tag) return this.#found[at] ?? this.#find(at);
      if (there === 0) return undefined;
    }
  }

  /** The field that programs have under a name. */
  slotNamed(name: string): FixSlot | undefined {
    this.#placeOfName ??= new Map(
      this.#sequence.names.flatMap((each, place) => (each === undefined ? [] : [[each, place]])),
    );
    const place = this.#placeOfName.get(name);
    return place === undefined ? undefined : this.#slotAt(place);
  }

  /** The names that programs have for its fields. */
  get names(): readonly string[] {
    return this.#sequence.names.filter((name) => name !== undefined);
  }

  /** The tags of its own fields, and of the entries of its groups at whatever depth. */
  get allTags(): readonly number[] {
    return [...tagsBelow(this.#record)];
  }

  /** What is wrong between fields. */
  check(value: object): FixFault | undefined {
    return this.#record.check?.(value);
  }

  #find(at: number): FixSlot | undefined {
    const place = this.#places[at] as number;
    return place < 0 ? undefined : (this.#found[at] = this.#slotAt(place));
  }

  #slotAt(place: number): FixSlot {
    return (this.#slots[place] ??= this.#make(place));
  }

  #make(place: number): FixSlot {
    const { fields, names } = this.#sequence;
    const field = fields[place] as FixField;
    const name = names[place];
    if (name !== undefined) return valueSlot(name, field, this.#needed.has(name), place);
    const isNeeded = this.#needed.has(names[place + 1] as string);
    return lengthSlot(field.lengthTag as number, isNeeded, place);
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

function sequenceOf(record: FixRecord, isMessage: boolean): Sequence {
  const found = fieldsOf(record);
  const fields = [...found.values()];
  const described = [...found.keys()];
  const order = isMessage ? byTag(fields) : firstBefore(described, record.first);
  const sequence: { fields: FixField[]; names: (string | undefined)[] } = { fields: [], names: [] };
  for (const index of order) {
    const field = fields[index] as FixField;
    if (field.lengthTag !== undefined) {
      sequence.fields.push(field);
      sequence.names.push(undefined);
    }
    sequence.fields.push(field);
    sequence.names.push(described[index]);
  }
  return sequence;
}

/** Places of the fields of a message, by ascending tags; data stands where its length does. */
function byTag(fields: readonly FixField[]): Iterable<number> {
  // Sorted as numbers, which needs no function that compares two of them.
  const keys = new Float64Array(fields.length);
  for (const [index, { tag, lengthTag = tag }] of fields.entries())
    keys[index] = Math.min(tag, lengthTag) * MOST_FIELDS + index;
  return keys.sort().map((key) => key % MOST_FIELDS);
}

/** More fields than any record has. */
const MOST_FIELDS = 2 ** 20;

/** Places of the fields of an entry as they are described, whatever begins it first. */
function firstBefore(names: readonly string[], first: string | undefined): readonly number[] {
  const places = [...names.keys()];
  const begins = first === undefined ? -1 : names.indexOf(first);
  return begins <= 0 ? places : [begins, ...places.filter((place) => place !== begins)];
}

/** Fields by their names, those of components included. */
function fieldsOf(
  record: FixRecord,
  found: Map<string, FixField> = new Map(),
): ReadonlyMap<string, FixField> {
  const own: FixFieldsOf<FixValue> = record.fields();
  for (const name in own) {
    const field = own[name];
    if (field !== undefined && !found.has(name)) found.set(name, field);
  }
  for (const part of record.parts ?? []) fieldsOf(part, found);
  return found;
}

function requiredOf({ required = [], parts = [] }: FixRecord): ReadonlySet<string> {
  return new Set([...required, ...parts.flatMap((part) => [...requiredOf(part)])]);
}

/** Tags of a record's fields, those of its components and of its groups' entries included. */
function tagsBelow(record: FixRecord, tags: Set<number> = new Set()): ReadonlySet<number> {
  for (const { tag, lengthTag = tag, entry } of fieldsOf(record).values()) {
    tags.add(tag).add(lengthTag);
    if (entry !== undefined) tagsBelow(entry, tags);
  }
  return tags;
}
