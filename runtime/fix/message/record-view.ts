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
  let View = classes.get(plan);
  if (View === undefined) classes.set(plan, (View = RecordView.of(plan)));
  return new View(viewed, from, to);
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

  /** A class with a getter for each field. */
  static of(plan: FixPlan): RecordViewClass {
    const View = class extends RecordView {};
    const define = (name: string, get: (this: RecordView) => unknown): void => {
      Object.defineProperty(View.prototype, name, { get, enumerable: true });
    };
    if (plan.type !== undefined) {
      const { type } = plan;
      define('type', () => type);
    }
    for (const slot of plan.byName.values()) define(slot.name ?? '', getterOf(plan, slot));
    return View;
  }

  /** The value of a field. */
  static read(record: RecordView, plan: FixPlan, slot: FixSlot, isOuter: boolean): unknown {
    const { view, isKnown } = record.#viewed;
    const index = isOuter
      ? indexOf(view, slot.tag, record.#from, record.#to)
      : outerIndexOf(plan, view, isKnown, slot.tag, record.#from, record.#to);
    if (index < 0) return undefined;
    const { entry } = slot;
    return entry === undefined
      ? valueAt(view, slot, index)
      : new GroupView(planOf(entry), record.#viewed, index, record.#to);
  }
}

function getterOf(plan: FixPlan, slot: FixSlot): (this: RecordView) => unknown {
  const isOuter = !innerTags(plan).has(slot.tag);
  return function get(this: RecordView): unknown {
    return RecordView.read(this, plan, slot, isOuter);
  };
}

class GroupView implements FixGroupView<object> {
  readonly #plan: FixPlan;
  readonly #viewed: FixViewed;
  /** Where each entry begins, and where the last one ends. */
  readonly #places: readonly number[];

  constructor(plan: FixPlan, viewed: FixViewed, index: number, to: number) {
    this.#plan = plan;
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
    return viewRecord(this.#plan, this.#viewed, from, to);
  }

  *[Symbol.iterator](): Iterator<object> {
    for (let index = 0; index < this.length; index++) {
      const entry = this.at(index);
      if (entry !== undefined) yield entry;
    }
  }
}

function indexOf({ tags }: FixView, tag: number, from: number, to: number): number {
  for (let index = from; index < to; index++) if (tags[index] === tag) return index;
  return -1;
}

/** The same for a tag that entries have too: groups are passed over. */
function outerIndexOf(
  plan: FixPlan,
  view: FixView,
  isKnown: FixViewed['isKnown'],
  tag: number,
  from: number,
  to: number,
): number {
  for (let index = from; index < to; index++) {
    const there = view.tags[index] as number;
    if (there === tag) return index;
    const entry = plan.slotOf(there)?.entry;
    if (entry !== undefined) {
      const places = placesOf(planOf(entry), { view, isKnown }, index, to);
      index = (places.at(-1) ?? index + 1) - 1;
    }
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
  while (at < to) {
    const tag = tags[at] as number;
    const slot = plan.slotOf(tag);
    if (slot === undefined && viewed.isKnown(tag)) break;
    if (tag === firstTag) places.push(at);
    const entry = slot?.entry;
    at = entry === undefined ? at + 1 : (placesOf(planOf(entry), viewed, at, to).at(-1) ?? at + 1);
  }
  places.push(at);
  return places;
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

const inner = new WeakMap<FixPlan, ReadonlySet<number>>();

/** Tags of the entries of all groups of a record, at whatever depth: those that are not looked for everywhere. */
function innerTags(plan: FixPlan): ReadonlySet<number> {
  const known = inner.get(plan);
  if (known !== undefined) return known;
  const tags = new Set(
    plan.slots.flatMap(({ entry }) => (entry === undefined ? [] : allTags(planOf(entry)))),
  );
  inner.set(plan, tags);
  return tags;
}

/** Tags of a record, those of its entries included. */
export function allTags(plan: FixPlan): readonly number[] {
  return [...plan.slots.map(({ tag }) => tag), ...innerTags(plan)];
}
