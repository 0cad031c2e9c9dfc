import { createDraft, type Draft } from './draft.js';
import type { FixFault } from './reject-reason.js';
import type { FixField } from './field.js';
import type { FixFieldsOf, FixMessageRecord, FixRecord, FixValue } from './record.js';
import { type FixSlot, lengthSlot, valueSlot } from './slot.js';

/** Members of an object in a particular order, and the corresponding fields in the order of writing, including missing ones. */
export interface FixLayout {
  readonly names: readonly string[];
  readonly slots: readonly FixSlot[];
  /** Index of each field's name in `names`. */
  readonly indexes: readonly number[];
  /** Values of the object that is being written, by index in `names`. */
  readonly values: unknown[];
}

/** Fields of a record in the order of writing. A length field precedes its data. */
interface Sequence {
  readonly fields: readonly FixField[];
  /** `undefined` for a length field. */
  readonly names: readonly (string | undefined)[];
}

/**
 * Prepared record for reading and writing. Created when a message with the record is first used.
 *
 * The data of a field is created when a message first contains it, because most of
 * the hundreds of fields in a record never occur. A class, because the look-up by
 * tag is called for every field of every message and must be a single function.
 */
export class FixRecordCodec {
  /** Name of a message; `undefined` for an entry. */
  readonly type: string | undefined;
  readonly required: readonly FixSlot[];
  /** Tag that begins an entry. */
  readonly firstTag: number;
  /** Member that begins an entry. */
  readonly firstName: string | undefined;
  /** Tags of the count fields of its groups. */
  readonly groupTags: ReadonlySet<number>;
  /** Constructor of objects whose members are assigned one by one. */
  readonly Draft: new () => Draft;
  /** Recently used orders of members, with the order of writing for each. */
  readonly layouts: FixLayout[] = [];
  readonly #record: FixRecord;
  readonly #sequence: Sequence;
  readonly #requiredNames: ReadonlySet<string>;
  /** Prepared fields by index in the sequence. */
  readonly #slots: (FixSlot | undefined)[];
  #indexOfName: ReadonlyMap<string, number> | undefined;
  // Hash table by tag with open addressing, at most half full: tags, indexes of their fields, and prepared fields.
  readonly #tags: Int32Array;
  readonly #indexes: Int32Array;
  readonly #slotCache: (FixSlot | undefined)[];
  readonly #mask: number;

  constructor(record: FixRecord | FixMessageRecord) {
    this.#record = record;
    this.type = 'type' in record ? record.type : undefined;
    this.#requiredNames = requiredOf(record);
    this.#sequence = sequenceOf(record, this.type !== undefined);
    const { fields, names } = this.#sequence;
    const count = fields.length;
    this.#slots = Array.from({ length: count });
    const size = 2 << (32 - Math.clz32(count));
    const mask = size - 1;
    const tags = new Int32Array(size);
    const indexes = new Int32Array(size).fill(-1);
    const groupTags = new Set<number>();
    const required: number[] = [];
    for (let index = 0; index < count; index++) {
      const field = fields[index] as FixField;
      const name = names[index];
      const tag = name === undefined ? (field.lengthTag as number) : field.tag;
      if (field.entry !== undefined) groupTags.add(tag);
      // A length field is required if its data field is, whose name follows.
      if (this.#requiredNames.has(name ?? (names[index + 1] as string))) required.push(index);
      let at = tag & mask;
      while (tags[at] !== 0 && tags[at] !== tag) at = (at + 1) & mask;
      if (tags[at] === tag) continue;
      tags[at] = tag;
      indexes[at] = index;
    }
    this.#mask = mask;
    this.#tags = tags;
    this.#indexes = indexes;
    this.#slotCache = Array.from({ length: size });
    this.groupTags = groupTags;
    this.required = required.map((index) => this.#slotAt(index));
    this.firstTag = count === 0 ? 0 : this.#slotAt(0).tag;
    this.firstName = names.find((name) => name !== undefined);
    this.Draft = createDraft();
  }

  /** Field with the given tag. */
  slotOf(tag: number): FixSlot | undefined {
    const tags = this.#tags;
    const mask = this.#mask;
    for (let at = tag & mask; ; at = (at + 1) & mask) {
      const candidate = tags[at];
      if (candidate === tag) return this.#slotCache[at] ?? this.#find(at);
      if (candidate === 0) return undefined;
    }
  }

  /** Field with the given name. */
  slotNamed(name: string): FixSlot | undefined {
    this.#indexOfName ??= new Map(
      this.#sequence.names.flatMap((each, index) => (each === undefined ? [] : [[each, index]])),
    );
    const index = this.#indexOfName.get(name);
    return index === undefined ? undefined : this.#slotAt(index);
  }

  /** Names of the fields. */
  get names(): readonly string[] {
    return this.#sequence.names.filter((name) => name !== undefined);
  }

  /** Tags of the record's fields, and of its groups' entries at any depth. */
  get allTags(): readonly number[] {
    return [...nestedTags(this.#record)];
  }

  /** Fault in the combination of fields. */
  check(value: object): FixFault | undefined {
    return this.#record.check?.(value);
  }

  #find(at: number): FixSlot | undefined {
    const index = this.#indexes[at] as number;
    return index < 0 ? undefined : (this.#slotCache[at] = this.#slotAt(index));
  }

  #slotAt(index: number): FixSlot {
    return (this.#slots[index] ??= this.#createSlot(index));
  }

  #createSlot(index: number): FixSlot {
    const { fields, names } = this.#sequence;
    const field = fields[index] as FixField;
    const name = names[index];
    if (name !== undefined) return valueSlot(name, field, this.#requiredNames.has(name), index);
    const isRequired = this.#requiredNames.has(names[index + 1] as string);
    return lengthSlot(field.lengthTag as number, isRequired, index);
  }
}

/** Prepared record; the result is cached for each record. */
export function recordCodecOf(record: FixRecord | FixMessageRecord): FixRecordCodec {
  const cached = codecs.get(record);
  if (cached !== undefined) return cached;
  const plan = new FixRecordCodec(record);
  codecs.set(record, plan);
  return plan;
}

const codecs = new WeakMap<FixRecord, FixRecordCodec>();

function sequenceOf(record: FixRecord, isMessage: boolean): Sequence {
  const fieldsByName = fieldsOf(record);
  const fields = [...fieldsByName.values()];
  const described = [...fieldsByName.keys()];
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

/** Indexes of a message's fields by ascending tag. A data field is sorted by its length field. */
function byTag(fields: readonly FixField[]): Iterable<number> {
  // Sorted as numbers, which needs no comparison function.
  const keys = new Float64Array(fields.length);
  for (const [index, { tag, lengthTag = tag }] of fields.entries())
    keys[index] = Math.min(tag, lengthTag) * MAX_FIELDS + index;
  return keys.sort().map((key) => key % MAX_FIELDS);
}

/** Upper bound for the number of fields in a record. */
const MAX_FIELDS = 2 ** 20;

/** Indexes of an entry's fields in the order of the description, with the field that begins the entry first. */
function firstBefore(names: readonly string[], first: string | undefined): readonly number[] {
  const indexes = [...names.keys()];
  const firstIndex = first === undefined ? -1 : names.indexOf(first);
  return firstIndex <= 0
    ? indexes
    : [firstIndex, ...indexes.filter((index) => index !== firstIndex)];
}

/** Fields by name, including those of components. */
function fieldsOf(
  record: FixRecord,
  fieldsByName: Map<string, FixField> = new Map(),
): ReadonlyMap<string, FixField> {
  const own: FixFieldsOf<FixValue> = record.fields();
  for (const name in own) {
    const field = own[name];
    if (field !== undefined && !fieldsByName.has(name)) fieldsByName.set(name, field);
  }
  for (const part of record.parts ?? []) fieldsOf(part, fieldsByName);
  return fieldsByName;
}

function requiredOf({ required = [], parts = [] }: FixRecord): ReadonlySet<string> {
  return new Set([...required, ...parts.flatMap((part) => [...requiredOf(part)])]);
}

/** Tags of a record's fields, including those of its components and of its groups' entries. */
function nestedTags(record: FixRecord, tags: Set<number> = new Set()): ReadonlySet<number> {
  for (const { tag, lengthTag = tag, entry } of fieldsOf(record).values()) {
    tags.add(tag).add(lengthTag);
    if (entry !== undefined) nestedTags(entry, tags);
  }
  return tags;
}
