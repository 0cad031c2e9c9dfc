import type { FixOtherField } from './codec.js';
import { missing } from './encode-error.js';
import { type FixLayout, type FixPlan, planOf } from './plan.js';
import { type FixSlot, isWithin } from './slot.js';
import type { FixValues } from './values.js';
import type { FixWriter } from './writer.js';

/** How many orders of members are remembered of one record. */
const MAX_LAYOUTS = 8;

interface Members {
  readonly [name: string]: unknown;
  readonly other?: readonly FixOtherField[];
}

/**
 * Writes the fields of a message or of an entry, in the canonical order.
 *
 * @throws {FixEncodeError} for what its description does not allow
 */
export function writeRecord(plan: FixPlan, message: object, writer: FixWriter): void {
  const value = message as Members;
  writer.judge(plan.check(value));
  const { slots, places, given } = layoutOf(plan, value);
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index] as FixSlot;
    const place = places[index] as number;
    const member = given[place];
    given[place] = undefined;
    if (member !== undefined) writeValue(writer, slot, member);
    else if (slot.isRequired) throw missing(slot.tag, member);
  }
  if (value.other !== undefined) writer.others(value.other);
}

/** Writes a value as the type of its field has it; one of another type is refused by whatever writes it. */
function writeValue(writer: FixWriter, slot: FixSlot, value: unknown): void {
  const { tag, kind, values, bounds, entry } = slot;
  if (bounds !== undefined) writer.demand(tag, value, isWithin(value, bounds));
  switch (kind) {
    case 'text':
      return writer.text(tag, value as string);
    case 'choice':
      return writer.choice(tag, value as string, values as FixValues<string>);
    case 'decimal':
      return writer.decimal(tag, value as string);
    case 'canonicalDecimal':
      return writer.canonicalDecimal(tag, value as string);
    case 'integer':
      return writer.integer(tag, value as number);
    case 'unsigned':
      return writer.unsigned(tag, value as number);
    case 'boolean':
      return writer.boolean(tag, value as boolean);
    case 'group':
      return entry === undefined ? undefined : writeEntries(planOf(entry), writer, tag, value);
    case 'character':
      return writer.character(tag, value as string);
    case 'integerChoice':
      return writer.integerChoice(tag, value as number, values as FixValues<number>);
    case 'list':
      return writer.list(tag, value as readonly string[]);
    case 'choices':
      return writer.choices(tag, value as readonly string[], values as FixValues<string>);
    case 'data':
      return writer.data(slot.lengthTag, tag, value as Uint8Array);
    default:
      return writer.formatted(tag, value as string, slot.format);
  }
}

/** Writes a group: the number of its entries, and those. */
function writeEntries(plan: FixPlan, writer: FixWriter, tag: number, entries: unknown): void {
  if (!Array.isArray(entries)) throw missing(tag, entries);
  writer.integer(tag, entries.length);
  const { firstName } = plan;
  for (const entry of entries as readonly Members[]) {
    if (firstName !== undefined && entry[firstName] === undefined)
      throw missing(plan.slotNamed(firstName)?.tag ?? tag, undefined);
    writeRecord(plan, entry, writer);
  }
}

/** In which order the members of an object are written. Programs make their objects in few places, so that most are remembered. */
function layoutOf(plan: FixPlan, value: Members): FixLayout {
  const { layouts } = plan;
  for (const layout of layouts) if (take(layout, value)) return layout;
  const layout = createLayout(plan, value);
  if (layouts.length === MAX_LAYOUTS) layouts.pop();
  layouts.unshift(layout);
  take(layout, value);
  return layout;
}

/** Takes the members of an object, if they are those of a layout in the same order. */
function take({ names, given }: FixLayout, value: Members): boolean {
  let count = 0;
  for (const name in value) {
    if (names[count] !== name) return false;
    given[count++] = value[name];
  }
  return count === names.length;
}

function createLayout(plan: FixPlan, value: Members): FixLayout {
  const names: string[] = [];
  for (const name in value) names.push(name);
  const found = new Set<FixSlot>();
  for (const name of names) {
    const slot = plan.slotNamed(name);
    if (slot !== undefined) found.add(slot);
  }
  for (const slot of plan.required) if (slot.name !== undefined) found.add(slot);
  const slots = [...found].sort((a, b) => a.order - b.order);
  // A member that is missing has the place behind all others, where there is nothing.
  const places = slots.map(({ name = '' }) =>
    names.includes(name) ? names.indexOf(name) : names.length,
  );
  return { names, slots, places, given: Array.from({ length: names.length + 1 }) };
}
