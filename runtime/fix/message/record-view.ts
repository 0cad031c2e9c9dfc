import { endOfGroup, EntryCursor, type IndexedFields } from './entry-cursor.js';
import { type FixRecordCodec, recordCodecOf } from './record-codec.js';
import type { FixSlot } from './slot.js';
import { characterOf, type FixValues } from './values.js';
import type { FixView } from './view.js';

/**
 * View of a message, whose fields are read by name on access.
 *
 * Only the format of the value is checked: a missing or malformed field is `undefined`. Decoding checks that the
 * message matches its description. The view is valid as long as the {@link FixView} that it was created from.
 */
export type FixViewOf<Value> = Value extends { readonly type?: string }
  ? FixFieldViews<Value> & Pick<Value, 'type' & keyof Value>
  : FixFieldViews<Value>;

type FixFieldViews<Value> = {
  readonly [Name in Exclude<keyof Value, 'type' | 'other'>]-?:
    | FixFieldView<NonNullable<Value[Name]>>
    | undefined;
};

type FixFieldView<Value> = Value extends Uint8Array
  ? Value
  : Value extends readonly (infer Item)[]
    ? Item extends string
      ? Value
      : FixGroupView<FixFieldViews<Item>>
    : Value;

/** The entries of a group in the message, regardless of the group's count field. */
export interface FixGroupView<Entry> extends Iterable<Entry> {
  readonly length: number;
  /** The entry at an index, from 0. */
  at(index: number): Entry | undefined;
}

type RecordViewClass = new (
  indexed: IndexedFields,
  from: number,
  to: number,
  shape: number,
) => object;

const classes = new WeakMap<FixRecordCodec, RecordViewClass>();

/** Creates the view of the fields between two indexes. */
export function viewRecord(
  plan: FixRecordCodec,
  indexed: IndexedFields,
  from: number,
  to: number,
): object {
  return new (classOf(plan))(indexed, from, to, 0);
}

function classOf(plan: FixRecordCodec): RecordViewClass {
  let View = classes.get(plan);
  if (View === undefined) classes.set(plan, (View = createClass(plan)));
  return View;
}

class RecordView {
  readonly #indexed: IndexedFields;
  readonly #from: number;
  readonly #to: number;
  readonly #shape: number;

  constructor(indexed: IndexedFields, from: number, to: number, shape: number) {
    this.#indexed = indexed;
    this.#from = from;
    this.#to = to;
    this.#shape = shape;
  }

  /** Creates the getter of one field for all messages or entries of a record. */
  static reader(plan: FixRecordCodec, name: string): (this: RecordView) => unknown {
    let slot: FixSlot | undefined;
    // Offset of the field in entries of this shape.
    let shape = 0;
    let offset = -1;
    return function get() {
      const indexed = this.#indexed;
      const from = this.#from;
      slot ??= plan.slotNamed(name) as FixSlot;
      if (this.#shape === 0 || this.#shape !== shape) {
        const index = outerIndexOf(plan, indexed, slot.tag, from, this.#to);
        shape = this.#shape;
        offset = index < 0 ? -1 : index - from;
      }
      if (offset < 0) return undefined;
      const { entry } = slot;
      return entry === undefined
        ? valueAt(indexed.view, slot, from + offset)
        : new GroupView(recordCodecOf(entry), indexed, from + offset, this.#to);
    };
  }
}

/** Creates a class with a getter for each field. */
function createClass(plan: FixRecordCodec): RecordViewClass {
  const View = class extends RecordView {};
  const define = (name: string, get: (this: RecordView) => unknown): void => {
    Object.defineProperty(View.prototype, name, { get, enumerable: true });
  };
  const { type } = plan;
  if (type !== undefined) define('type', () => type);
  for (const name of plan.names) define(name, RecordView.reader(plan, name));
  return View;
}

class GroupView implements FixGroupView<object> {
  readonly #plan: FixRecordCodec;
  readonly #viewed: IndexedFields;
  /** Index of the count field, and end of the containing record. */
  readonly #index: number;
  readonly #end: number;
  #entries: readonly object[] | undefined;

  constructor(plan: FixRecordCodec, indexed: IndexedFields, index: number, end: number) {
    this.#plan = plan;
    this.#viewed = indexed;
    this.#index = index;
    this.#end = end;
  }

  get length(): number {
    return this.#all.length;
  }

  at(index: number): object | undefined {
    return this.#all[index];
  }

  [Symbol.iterator](): Iterator<object> {
    return new EntryIterator(this.#plan, this.#viewed, this.#index, this.#end);
  }

  /** All entries, collected on the first access by index. */
  get #all(): readonly object[] {
    return (this.#entries ??= [...this]);
  }
}

/** Iterates over the entries of a group. A generator would take longer than reading an entry. */
class EntryIterator implements IterableIterator<object> {
  readonly #Entry: RecordViewClass;
  readonly #viewed: IndexedFields;
  readonly #cursor: EntryCursor;

  constructor(plan: FixRecordCodec, indexed: IndexedFields, index: number, end: number) {
    this.#Entry = classOf(plan);
    this.#viewed = indexed;
    this.#cursor = new EntryCursor(plan, indexed, index, end);
  }

  next(): IteratorResult<object> {
    const cursor = this.#cursor;
    if (!cursor.next()) return { done: true, value: undefined };
    const value = new this.#Entry(this.#viewed, cursor.from, cursor.to, cursor.shape);
    return { done: false, value };
  }

  [Symbol.iterator](): IterableIterator<object> {
    return this;
  }
}

/** Index of the first field with a tag that is not within a group's entry; -1 if there is none. */
function outerIndexOf(
  plan: FixRecordCodec,
  indexed: IndexedFields,
  tag: number,
  from: number,
  to: number,
): number {
  const { tags } = indexed.view;
  const { groupTags } = plan;
  const hasGroups = groupTags.size > 0;
  for (let index = from; index < to; index++) {
    const candidate = tags[index] as number;
    if (candidate === tag) return index;
    if (!hasGroups || !groupTags.has(candidate)) continue;
    const entry = plan.slotOf(candidate)?.entry;
    if (entry !== undefined) index = endOfGroup(recordCodecOf(entry), indexed, index, to) - 1;
  }
  return -1;
}

/** Value of a field; `undefined` if its format is wrong or its value is not in the enumeration. */
function valueAt(view: FixView, slot: FixSlot, index: number): unknown {
  const { kind, format, values } = slot;
  const { bytes, starts, ends } = view;
  if (!format(bytes, starts[index] as number, ends[index] as number)) return undefined;
  switch (kind) {
    case 'integer':
    case 'unsigned':
      return view.integerAt(index);
    case 'boolean':
      return view.textAt(index) === 'Y';
    case 'data':
      return view.dataAt(index);
    case 'choice':
      return choiceAt(view, values, index);
    case 'integerChoice':
      return oneOf(values, view.integerAt(index));
    case 'list':
      return view.textAt(index).split(' ');
    case 'choices': {
      const items = view.textAt(index).split(' ');
      return items.every((item) => values.all.has(item)) ? items : undefined;
    }
    default:
      return view.textAt(index);
  }
}

function choiceAt(view: FixView, values: FixValues, index: number): unknown {
  const { characters } = values;
  const start = view.starts[index] as number;
  if (characters === undefined || (view.ends[index] as number) - start !== 1)
    return oneOf(values, view.textAt(index));
  const byte = view.bytes[start] as number;
  return characters[byte] === 1 ? characterOf[byte] : undefined;
}

function oneOf({ all }: FixValues, value: string | number | undefined): unknown {
  return value !== undefined && all.has(value) ? value : undefined;
}
