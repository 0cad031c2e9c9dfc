import { type FixPlan, planOf } from './plan.js';
import type { FixSlot } from './slot.js';
import type { FixValues } from './values.js';
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

/** Where views are made: the fields, and which tags there are. */
export interface FixViewed {
  readonly view: FixView;
  isKnown(tag: number): boolean;
}

type RecordViewClass = new (viewed: FixViewed, from: number, to: number) => object;

const classes = new WeakMap<FixPlan, RecordViewClass>();

/** The view of the fields between two places, a message's or an entry's. */
export function viewRecord(plan: FixPlan, viewed: FixViewed, from: number, to: number): object {
  return new (classOf(plan))(viewed, from, to);
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

  constructor(viewed: FixViewed, from: number, to: number) {
    this.#viewed = viewed;
    this.#from = from;
    this.#to = to;
  }

  static read(record: RecordView, plan: FixPlan, slot: FixSlot): unknown {
    return readField(plan, slot, record.#viewed, record.#from, record.#to);
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
  for (const name of plan.names) {
    let slot: FixSlot | undefined;
    define(name, function get(this: RecordView): unknown {
      slot ??= plan.slotNamed(name);
      return slot === undefined ? undefined : RecordView.read(this, plan, slot);
    });
  }
  return View;
}

/** The value of the field that a record has between two places. */
function readField(
  plan: FixPlan,
  slot: FixSlot,
  viewed: FixViewed,
  from: number,
  to: number,
): unknown {
  const index = outerIndexOf(plan, viewed, slot.tag, from, to);
  if (index < 0) return undefined;
  const { entry } = slot;
  return entry === undefined
    ? valueAt(viewed.view, slot, index)
    : new GroupView(planOf(entry), viewed, index, to);
}

class GroupView implements FixGroupView<object> {
  readonly #Entry: RecordViewClass;
  readonly #viewed: FixViewed;
  /** Where each entry begins, and where the last one ends. */
  readonly #places: readonly number[];

  constructor(plan: FixPlan, viewed: FixViewed, index: number, to: number) {
    this.#Entry = classOf(plan);
    this.#viewed = viewed;
    this.#places = placesOf(plan, viewed, index, to);
  }

  get length(): number {
    return this.#places.length - 1;
  }

  at(index: number): object | undefined {
    const from = this.#places[index];
    const to = this.#places[index + 1];
    if (from === undefined || to === undefined) return undefined;
    return new this.#Entry(this.#viewed, from, to);
  }

  [Symbol.iterator](): Iterator<object> {
    return new EntryIterator(this.#Entry, this.#viewed, this.#places);
  }
}

/** Goes through the entries of a group; a generator takes longer than reading an entry does. */
class EntryIterator implements IterableIterator<object> {
  readonly #Entry: RecordViewClass;
  readonly #viewed: FixViewed;
  readonly #places: readonly number[];
  #next = 0;

  constructor(Entry: RecordViewClass, viewed: FixViewed, places: readonly number[]) {
    this.#Entry = Entry;
    this.#viewed = viewed;
    this.#places = places;
  }

  next(): IteratorResult<object> {
    const at = this.#next;
    const places = this.#places;
    if (at + 1 >= places.length) return { done: true, value: undefined };
    this.#next = at + 1;
    const value = new this.#Entry(this.#viewed, places[at] as number, places[at + 1] as number);
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
    if (entry !== undefined) index = (placesOf(planOf(entry), viewed, index, to).at(-1) ?? to) - 1;
  }
  return -1;
}

/** Where the entries begin of the group whose number stands at an index, and behind the last of them where it ends. */
function placesOf(plan: FixPlan, viewed: FixViewed, index: number, to: number): readonly number[] {
  const { tags } = viewed.view;
  const { firstTag } = plan;
  const places: number[] = [];
  let at = index + 1;
  if (at < to && tags[at] !== firstTag) return [at];
  // How many fields the entry before had, if the next may have the same.
  let length = 0;
  while (at < to && tags[at] === firstTag) {
    places.push(at);
    if (length > 0 && repeats(tags, at, length, to)) {
      at += length;
      continue;
    }
    const first = at;
    let isFlat = true;
    do {
      const tag = tags[at] as number;
      const slot = plan.slotOf(tag);
      if (slot === undefined) {
        if (viewed.isKnown(tag)) break;
        isFlat = false;
      }
      const entry = slot?.entry;
      if (entry === undefined) at++;
      else {
        isFlat = false;
        at = placesOf(planOf(entry), viewed, at, to).at(-1) ?? at + 1;
      }
    } while (at < to && tags[at] !== firstTag);
    length = isFlat ? at - first : 0;
  }
  places.push(at);
  return places;
}

/** Whether an entry has the same fields in the same order as the one before it, and then ends as that did. */
function repeats(tags: Int32Array, at: number, length: number, to: number): boolean {
  const next = at + length;
  if (next > to || (next < to && tags[next] !== tags[at])) return false;
  for (let index = at; index < next; index++)
    if (tags[index] !== tags[index - length]) return false;
  return true;
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
      return oneOf(values, view.textAt(index));
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

function oneOf({ all }: FixValues, value: string | number | undefined): unknown {
  return value !== undefined && all.has(value) ? value : undefined;
}
