import { behindGroup, EntryCursor, type FixViewed } from './entry-cursor.js';
import { type FixPlan, planOf } from './plan.js';
import type { FixSlot } from './slot.js';
import { characterOf, type FixValues } from './values.js';
import type { FixView } from './view.js';

/**
 * A message whose fields are read where they stand, by the names that programs have for them, each when it is asked for. Nothing is
 * checked but the form of that value: a field that is not there, or has another form, is `undefined`. Whether the message is as its
 * description demands is what decoding says. It holds good as long as the {@link FixView} that it was made of.
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

/** The entries of a group as they stand, whatever number is said of them. */
export interface FixGroupView<Entry> extends Iterable<Entry> {
  readonly length: number;
  /** The entry at a place, from 0 on. */
  at(index: number): Entry | undefined;
}

type RecordViewClass = new (viewed: FixViewed, from: number, to: number, shape: number) => object;

const classes = new WeakMap<FixPlan, RecordViewClass>();

/** The view of the fields between two places, those of a message. */
export function viewRecord(plan: FixPlan, viewed: FixViewed, from: number, to: number): object {
  return new (classOf(plan))(viewed, from, to, 0);
}

function classOf(plan: FixPlan): RecordViewClass {
  let View = classes.get(plan);
  if (View === undefined) classes.set(plan, (View = createClass(plan)));
  return View;
}

class RecordView {
  readonly #viewed: FixViewed;
  readonly #from: number;
  readonly #to: number;
  readonly #shape: number;

  constructor(viewed: FixViewed, from: number, to: number, shape: number) {
    this.#viewed = viewed;
    this.#from = from;
    this.#to = to;
    this.#shape = shape;
  }

  /** What reads one field of any message or entry that a plan describes. */
  static reader(plan: FixPlan, name: string): (this: RecordView) => unknown {
    let slot: FixSlot | undefined;
    // Where the field was found last, of all entries that have that shape.
    let shape = 0;
    let offset = -1;
    return function get() {
      const viewed = this.#viewed;
      const from = this.#from;
      slot ??= plan.slotNamed(name) as FixSlot;
      if (this.#shape === 0 || this.#shape !== shape) {
        const index = outerIndexOf(plan, viewed, slot.tag, from, this.#to);
        shape = this.#shape;
        offset = index < 0 ? -1 : index - from;
      }
      if (offset < 0) return undefined;
      const { entry } = slot;
      return entry === undefined
        ? valueAt(viewed.view, slot, from + offset)
        : new GroupView(planOf(entry), viewed, from + offset, this.#to);
    };
  }
}

/** A class with a getter for each field. */
function createClass(plan: FixPlan): RecordViewClass {
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
  readonly #plan: FixPlan;
  readonly #viewed: FixViewed;
  /** The index of the field that counts the entries, and where the record ends that has it. */
  readonly #index: number;
  readonly #end: number;
  #entries: readonly object[] | undefined;

  constructor(plan: FixPlan, viewed: FixViewed, index: number, end: number) {
    this.#plan = plan;
    this.#viewed = viewed;
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

  /** All entries, found when one is first asked for by its place. */
  get #all(): readonly object[] {
    return (this.#entries ??= [...this]);
  }
}

/** Goes through the entries of a group; a generator takes longer than reading an entry does. */
class EntryIterator implements IterableIterator<object> {
  readonly #Entry: RecordViewClass;
  readonly #viewed: FixViewed;
  readonly #cursor: EntryCursor;

  constructor(plan: FixPlan, viewed: FixViewed, index: number, end: number) {
    this.#Entry = classOf(plan);
    this.#viewed = viewed;
    this.#cursor = new EntryCursor(plan, viewed, index, end);
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

/** The first field with a tag that is none of a group's entry; -1 without one. */
function outerIndexOf(
  plan: FixPlan,
  viewed: FixViewed,
  tag: number,
  from: number,
  to: number,
): number {
  const { tags } = viewed.view;
  const { groupTags } = plan;
  const hasGroups = groupTags.size > 0;
  for (let index = from; index < to; index++) {
    const there = tags[index] as number;
    if (there === tag) return index;
    if (!hasGroups || !groupTags.has(there)) continue;
    const entry = plan.slotOf(there)?.entry;
    if (entry !== undefined) index = behindGroup(planOf(entry), viewed, index, to) - 1;
  }
  return -1;
}

/** The value of a field; `undefined` where it has another form, or is none of those that it may be. */
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
