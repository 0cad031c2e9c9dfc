import type { Violation } from '../check.js';
import { EncodingError, memberPointer } from '../parameters/encoding-error.js';
import type {
  AnyTextCodec,
  Converted,
  DateSchema,
  Dates,
  DateSchemaOrRef,
  DateUnion,
} from './descriptor.js';
import { accepts } from '../validate/recursion.js';
import {
  type WeightedSchema,
  itemSchemas,
  type Leaf,
  propertySchemas,
  type ResolvedDates,
  resolveDates,
} from './resolve-schema.js';
import { isEncodable } from './date-time.js';

/** Codec of a format, and the name of its type for error messages. */
export interface DateFormat {
  readonly codec: AnyTextCodec;
  /** Name of the type of its values: `Date`. */
  readonly type: string;
}

/** Input of {@link createDates}: codecs by format, and the schemas of a package that contain such texts. */
export interface DateTable {
  readonly formats: { readonly [format: string]: DateFormat };
  readonly places: { readonly [name: string]: DateSchema };
}

/** Creates the converter for the texts of a package. */
export function createDates(table: DateTable): Dates {
  const convertAll = (direction: Direction, input: unknown, schema: DateSchemaOrRef): Converted => {
    const faults: Violation[] = [];
    const value = convert(input, [{ schema, certainty: 1 }], { table, direction, faults }, top);
    return { value, faults };
  };
  return {
    decode: (value, at) => convertAll('decode', value, at),
    encode: (value, at, pointer) => {
      const { value: converted, faults } = convertAll('encode', value, at);
      const [fault] = faults;
      if (fault === undefined) return converted;
      throw new EncodingError(pointer + fault.pointer, fault.expected, 'format');
    },
  };
}

type Direction = 'decode' | 'encode';

interface Conversion {
  readonly table: DateTable;
  readonly direction: Direction;
  readonly faults: Violation[];
}

/** Path to a part of the value. The pointer is only built for errors. */
interface Path {
  readonly depth: number;
  readonly step?: { readonly parent: Path; readonly key: string | number };
}

const top: Path = { depth: 0 };

/** Maximum depth of the traversal. No check goes deeper. */
const deepest = 1000;

function convert(
  value: unknown,
  candidates: readonly WeightedSchema<DateSchemaOrRef>[],
  conversion: Conversion,
  path: Path,
): unknown {
  if (value === undefined || value === null) return value;
  if (path.depth > deepest) {
    reportFault(conversion, path, 'less nesting');
    return value;
  }
  const { table, direction } = conversion;
  const choose = (union: DateUnion): readonly WeightedSchema<DateSchemaOrRef>[] =>
    direction === 'encode' ? allBranches(union) : matchingBranches(value, union);
  const resolved = resolveDates(value, candidates, { schemas: table.places, choose });
  const isText =
    direction === 'decode' ? typeof value === 'string' : isLeafValue(value, resolved, table);
  if (isText) return convertText(value, resolved, conversion, path);
  if (resolved.leaves.length > 0 && !isAllowed(value, resolved.leaves, direction)) {
    reportFault(conversion, path, expectedOf(resolved.leaves, conversion));
    return value;
  }
  return convertParts(value, resolved.schemas, conversion, path);
}

/** True if one of the codecs can encode the value. */
function isLeafValue(value: unknown, { leaves }: ResolvedDates, { formats }: DateTable): boolean {
  return leaves.some(({ format }) => {
    const codec = formats[format]?.codec;
    return codec !== undefined && isEncodable(codec, value);
  });
}

/** True if a value that is not such a text is permitted by the schemas. */
function isAllowed(value: unknown, leaves: readonly Leaf[], direction: Direction): boolean {
  // A date that no schema describes must not be encoded as JSON by accident.
  if (value instanceof Date) return false;
  const isText = direction === 'encode' && typeof value === 'string';
  return !isCertain(leaves) || (!isText && leaves.some(({ or }) => or));
}

/** True if a value must be a text of a format, whichever of several schemas applies. */
function isCertain(leaves: readonly Leaf[]): boolean {
  return leaves.reduce((sum, { certainty }) => sum + certainty, 0) > 0.999;
}

function convertText(
  value: unknown,
  { leaves }: ResolvedDates,
  conversion: Conversion,
  path: Path,
): unknown {
  const { direction, table } = conversion;
  for (const { format } of leaves) {
    const codec = table.formats[format]?.codec;
    if (codec === undefined || (direction === 'encode' && !isEncodable(codec, value))) continue;
    try {
      if (direction === 'decode') return codec.decode(value as string);
      const text: unknown = codec.encode(value as never);
      if (typeof text === 'string') return text;
    } catch {
      // Reported below if no codec accepts it.
    }
  }
  if (direction === 'encode' || isCertain(leaves))
    reportFault(conversion, path, expectedOf(leaves, conversion));
  return value;
}

function expectedOf(leaves: readonly Leaf[], { direction, table }: Conversion): string {
  const phrases = leaves.map(({ format }) => {
    if (direction === 'decode') return `text of the format ${format}`;
    const type = table.formats[format]?.type ?? 'value';
    return `${/^[aeiou]/i.test(type) ? 'an' : 'a'} ${type} that can be encoded as ${format}`;
  });
  return [...new Set(phrases)].join(' or ');
}

function reportFault({ faults }: Conversion, path: Path, expected: string): void {
  faults.push({ pointer: pointerOf(path), keyword: 'format', expected, schema: '' });
}

function pointerOf({ step }: Path): string {
  return step === undefined ? '' : memberPointer(pointerOf(step.parent), step.key);
}

function convertParts(
  input: unknown,
  schemas: readonly WeightedSchema<DateSchema>[],
  conversion: Conversion,
  path: Path,
): unknown {
  if (schemas.length === 0 || typeof input !== 'object' || input === null) return input;
  const value = conversion.direction === 'encode' ? asJson(input) : input;
  const below = (key: string | number): Path => ({
    depth: path.depth + 1,
    step: { parent: path, key },
  });
  if (Array.isArray(value)) {
    let items: unknown[] | undefined;
    for (const [index, item] of value.entries()) {
      const candidates = itemSchemas(schemas, index);
      if (candidates.length === 0) continue;
      const converted = convert(item, candidates, conversion, below(index));
      if (converted !== item) (items ??= [...value])[index] = converted;
    }
    return items ?? value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const members: [name: string, member: unknown][] = Object.entries(value);
  let isChanged = false;
  for (const entry of members) {
    const [name, member] = entry;
    const candidates = propertySchemas(schemas, name);
    if (candidates.length === 0) continue;
    const converted = convert(member, candidates, conversion, below(name));
    if (converted === member) continue;
    entry[1] = converted;
    isChanged = true;
  }
  if (!isChanged) return value;
  const converted = Object.fromEntries(members);
  return Object.getPrototypeOf(value) === null ? Object.setPrototypeOf(converted, null) : converted;
}

/** Converts a value as `JSON.stringify` would. */
function asJson(value: object): unknown {
  if (!('toJSON' in value)) return value;
  const { toJSON } = value;
  return typeof toJSON === 'function' ? Reflect.apply(toJSON, value, ['']) : value;
}

/** Returns all branches. When encoding, the class of a value determines its format. */
function allBranches({ branches }: DateUnion): readonly WeightedSchema<DateSchemaOrRef>[] {
  const certainty = 1 / branches.length;
  return branches.flatMap(({ at }) => (at === null ? [] : [{ schema: at, certainty }]));
}

/**
 * Returns the branches that a received value satisfies. If one of them has no dates, text may stay text. If the value satisfies
 * none, all branches are returned: a part that is a date in all of them must be a valid date, and a check rejects the rest.
 */
function matchingBranches(
  value: unknown,
  union: DateUnion,
): readonly WeightedSchema<DateSchemaOrRef>[] {
  const fitting = union.branches.filter(({ fits }) => fits.some((each) => accepts(each, value)));
  if (fitting.length === 0) return allBranches(union);
  const certainty = fitting.some(({ at }) => at === null) ? 0 : 1;
  return fitting.flatMap(({ at }) => (at === null ? [] : [{ schema: at, certainty }]));
}
