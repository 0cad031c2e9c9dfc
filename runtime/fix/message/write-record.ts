import type { FixOtherField } from './codec.js';
import { missingField } from './encode-error.js';
import { type FixLayout, type FixRecordCodec, recordCodecOf } from './record-codec.js';
import { type FixSlot, isWithin } from './slot.js';
import type { FixValues } from './values.js';
import type { FixWriter } from './writer.js';

/** Number of member orders to remember for each record. */
const MAX_LAYOUTS = 8;

interface Members {
  readonly [name: string]: unknown;
  readonly other?: readonly FixOtherField[];
}

/**
 * Writes the fields of a message or an entry in canonical order.
 *
 * @throws {FixEncodeError} for a value that does not match its description.
 */
export function writeRecord(plan: FixRecordCodec, message: object, writer: FixWriter): void {
  const value = message as Members;
  writer.throwFault(plan.check(value));
  const { slots, indexes, values } = layoutOf(plan, value);
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index] as FixSlot;
    const nameIndex = indexes[index] as number;
    const member = values[nameIndex];
    values[nameIndex] = undefined;
    if (member !== undefined) writeValue(writer, slot, member);
    else if (slot.isRequired) throw missingField(slot.tag, member);
  }
  if (value.other !== undefined) writer.others(value.other);
}

/** Writes a value by the type of its field. The writer rejects values of other types. */
function writeValue(writer: FixWriter, slot: FixSlot, value: unknown): void {
  const { tag, kind, values, bounds, entry } = slot;
  if (bounds !== undefined) writer.requireAllowed(tag, value, isWithin(value, bounds));
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
      return entry === undefined
        ? undefined
        : writeEntries(recordCodecOf(entry), writer, tag, value);
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

/** Writes a group: the number of its entries, and the entries. */
function writeEntries(
  plan: FixRecordCodec,
  writer: FixWriter,
  tag: number,
  entries: unknown,
): void {
  if (!Array.isArray(entries)) throw missingField(tag, entries);
  writer.integer(tag, entries.length);
  const { firstName } = plan;
  for (const entry of entries as readonly Members[]) {
    if (firstName !== undefined && entry[firstName] === undefined)
      throw missingField(plan.slotNamed(firstName)?.tag ?? tag, undefined);
    writeRecord(plan, entry, writer);
  }
}

/** Order of writing for the members of an object. Programs create objects in few places, so most orders are cached. */
function layoutOf(plan: FixRecordCodec, value: Members): FixLayout {
  const { layouts } = plan;
  for (const layout of layouts) if (copyMembers(layout, value)) return layout;
  const layout = createLayout(plan, value);
  if (layouts.length === MAX_LAYOUTS) layouts.pop();
  layouts.unshift(layout);
  copyMembers(layout, value);
  return layout;
}

/** Copies the members of an object, if they are those of a layout in the same order. */
function copyMembers({ names, values }: FixLayout, value: Members): boolean {
  let count = 0;
  for (const name in value) {
    if (names[count] !== name) return false;
    values[count++] = value[name];
  }
  return count === names.length;
}

function createLayout(plan: FixRecordCodec, value: Members): FixLayout {
  const names: string[] = [];
  for (const name in value) names.push(name);
  const writtenSlots = new Set<FixSlot>();
  for (const name of names) {
    const slot = plan.slotNamed(name);
    if (slot !== undefined) writtenSlots.add(slot);
  }
  for (const slot of plan.required) if (slot.name !== undefined) writtenSlots.add(slot);
  const slots = [...writtenSlots].sort((a, b) => a.order - b.order);
  // A missing member has the index after all others, at which there is no value.
  const indexes = slots.map(({ name = '' }) =>
    names.includes(name) ? names.indexOf(name) : names.length,
  );
  return { names, slots, indexes, values: Array.from({ length: names.length + 1 }) };
}
