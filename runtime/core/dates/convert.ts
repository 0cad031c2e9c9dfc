import type { Violation } from '../check.js';
import { EncodingError, memberPointer } from '../parameters/encoding-error.js';
import type {
  AnyTextCodec,
  Converted,
  DatePlace,
  Dates,
  DateSpot,
  DateUnion,
} from './descriptor.js';
import { accepts } from '../validate/recursion.js';
import { type Aimed, itemSpots, type Leaf, memberSpots, type Spots, spotsOf } from './spots.js';
import { isEncodable } from './value-of.js';

/** A format's codec, and what is expected of those who send one of its texts or values. */
export interface DateFormat {
  readonly codec: AnyTextCodec;
  /** What its values are called: `Date`. */
  readonly type: string;
}

/** What `createDates` is told: codecs by format, and where the schemas of a package have texts of them. */
export interface DateTable {
  readonly formats: { readonly [format: string]: DateFormat };
  readonly places: { readonly [name: string]: DatePlace };
}

/** Makes what turns the texts of a package into values and back. */
export function createDates(table: DateTable): Dates {
  const turned = (turn: Turn, given: unknown, spot: DateSpot): Converted => {
    const faults: Violation[] = [];
    const value = convert(given, [{ spot, certainty: 1 }], { table, turn, faults }, top);
    return { value, faults };
  };
  return {
    decode: (value, at) => turned('decode', value, at),
    encode: (value, at, pointer) => {
      const { value: made, faults } = turned('encode', value, at);
      const [fault] = faults;
      if (fault === undefined) return made;
      throw new EncodingError(pointer + fault.pointer, fault.expected, 'format');
    },
  };
}

type Turn = 'decode' | 'encode';

interface Turning {
  readonly table: DateTable;
  readonly turn: Turn;
  readonly faults: Violation[];
}

/** The way to a part, put together only where something is wrong. */
interface Way {
  readonly depth: number;
  readonly step?: { readonly above: Way; readonly key: string | number };
}

const top: Way = { depth: 0 };

/** Levels of data that are followed; no check looks deeper. */
const deepest = 1000;

function convert(
  value: unknown,
  aimed: readonly Aimed<DateSpot>[],
  turning: Turning,
  way: Way,
): unknown {
  if (value === undefined || value === null) return value;
  if (way.depth > deepest) {
    tell(turning, way, 'less nesting');
    return value;
  }
  const { table, turn } = turning;
  const choose = (union: DateUnion): readonly Aimed<DateSpot>[] =>
    turn === 'encode' ? every(union) : chosen(value, union);
  const spots = spotsOf(value, aimed, { places: table.places, choose });
  const isText = turn === 'decode' ? typeof value === 'string' : isLeafValue(value, spots, table);
  if (isText) return convertText(value, spots, turning, way);
  if (spots.leaves.length > 0 && !isAllowed(value, spots.leaves, turn)) {
    tell(turning, way, expectedOf(spots.leaves, turning));
    return value;
  }
  return convertParts(value, spots.places, turning, way);
}

/** Whether one of the codecs writes a value. */
function isLeafValue(value: unknown, { leaves }: Spots, { formats }: DateTable): boolean {
  return leaves.some(({ format }) => {
    const codec = formats[format]?.codec;
    return codec !== undefined && isEncodable(codec, value);
  });
}

/** Whether something may stand where a text of a format is described beside other things. */
function isAllowed(value: unknown, leaves: readonly Leaf[], turn: Turn): boolean {
  // No JSON was meant to be made of a date that nothing describes.
  if (value instanceof Date) return false;
  const isText = turn === 'encode' && typeof value === 'string';
  return !isCertain(leaves) || (!isText && leaves.some(({ or }) => or));
}

/** Whether a value is surely described as a text of a format, whichever of several schemas describes it. */
function isCertain(leaves: readonly Leaf[]): boolean {
  return leaves.reduce((sum, { certainty }) => sum + certainty, 0) > 0.999;
}

function convertText(value: unknown, { leaves }: Spots, turning: Turning, way: Way): unknown {
  const { turn, table } = turning;
  for (const { format } of leaves) {
    const codec = table.formats[format]?.codec;
    if (codec === undefined || (turn === 'encode' && !isEncodable(codec, value))) continue;
    try {
      if (turn === 'decode') return codec.decode(value as string);
      const text: unknown = codec.encode(value as never);
      if (typeof text === 'string') return text;
    } catch {
      // What no codec takes is told below.
    }
  }
  if (turn === 'encode' || isCertain(leaves)) tell(turning, way, expectedOf(leaves, turning));
  return value;
}

function expectedOf(leaves: readonly Leaf[], { turn, table }: Turning): string {
  const phrases = leaves.map(({ format }) => {
    if (turn === 'decode') return `text of the format ${format}`;
    const type = table.formats[format]?.type ?? 'value';
    return `${/^[aeiou]/i.test(type) ? 'an' : 'a'} ${type} that can be written as ${format}`;
  });
  return [...new Set(phrases)].join(' or ');
}

function tell({ faults }: Turning, way: Way, expected: string): void {
  faults.push({ pointer: pointerOf(way), keyword: 'format', expected, schema: '' });
}

function pointerOf({ step }: Way): string {
  return step === undefined ? '' : memberPointer(pointerOf(step.above), step.key);
}

function convertParts(
  given: unknown,
  places: readonly Aimed<DatePlace>[],
  turning: Turning,
  way: Way,
): unknown {
  if (places.length === 0 || typeof given !== 'object' || given === null) return given;
  const value = turning.turn === 'encode' ? asJson(given) : given;
  const below = (key: string | number): Way => ({
    depth: way.depth + 1,
    step: { above: way, key },
  });
  if (Array.isArray(value)) {
    let items: unknown[] | undefined;
    for (const [index, item] of value.entries()) {
      const spots = itemSpots(places, index);
      if (spots.length === 0) continue;
      const made = convert(item, spots, turning, below(index));
      if (made !== item) (items ??= [...value])[index] = made;
    }
    return items ?? value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const members: [name: string, member: unknown][] = Object.entries(value);
  let isChanged = false;
  for (const entry of members) {
    const [name, member] = entry;
    const spots = memberSpots(places, name);
    if (spots.length === 0) continue;
    const made = convert(member, spots, turning, below(name));
    if (made === member) continue;
    entry[1] = made;
    isChanged = true;
  }
  if (!isChanged) return value;
  const made = Object.fromEntries(members);
  return Object.getPrototypeOf(value) === null ? Object.setPrototypeOf(made, null) : made;
}

/** What a value wants to be written as. */
function asJson(value: object): unknown {
  if (!('toJSON' in value)) return value;
  const { toJSON } = value;
  return typeof toJSON === 'function' ? Reflect.apply(toJSON, value, ['']) : value;
}

/** All branches: what a value is of, its own class tells. */
function every({ branches }: DateUnion): readonly Aimed<DateSpot>[] {
  const certainty = 1 / branches.length;
  return branches.flatMap(({ at }) => (at === null ? [] : [{ spot: at, certainty }]));
}

/**
 * The branches that a value satisfies as it travels; beside one without dates, text may stay text. A value that satisfies none may be
 * meant as any: what all of them call a date has to be one, and it is for a check to refuse the rest.
 */
function chosen(value: unknown, union: DateUnion): readonly Aimed<DateSpot>[] {
  const fitting = union.branches.filter(({ fits }) => fits.some((each) => accepts(each, value)));
  if (fitting.length === 0) return every(union);
  const certainty = fitting.some(({ at }) => at === null) ? 0 : 1;
  return fitting.flatMap(({ at }) => (at === null ? [] : [{ spot: at, certainty }]));
}
