import { escapeToken } from '../core/pointer.js';
import type { Json, Keywords, SchemaId, SchemaTable, TypeName } from '../model/schema.js';
import { oneWayMembers } from '../model/one-way.js';

/** Where a value is not what a schema says, and what the schema says there. */
export interface Misfit {
  /** JSON Pointer into the value. */
  readonly pointer: string;
  /** The keyword with what it demands, as the description says it: `maxLength: 3`. */
  readonly demand: string;
}

/**
 * The first thing that is surely wrong with a value of the description itself. A judge for examples and defaults, not a
 * validator: conditions, formats, `not` and what is not evaluated are left out, and a `oneOf` is taken for an `anyOf`.
 */
export function misfitOf(table: SchemaTable, id: SchemaId, value: Json): Misfit | undefined {
  return look({ table, levels: 0 }, id, value, '', new Set());
}

interface Look {
  readonly table: SchemaTable;
  readonly levels: number;
}

const most = 100;

function look(
  at: Look,
  id: SchemaId,
  value: Json,
  pointer: string,
  open: ReadonlySet<SchemaId>,
): Misfit | undefined {
  const schema = at.table.get(id);
  if (schema === undefined || open.has(id) || at.levels > most) return undefined;
  if (schema.kind === 'boolean') return schema.value ? undefined : { pointer, demand: 'false' };
  const { keywords } = schema;
  const here = new Set([...open, id]);
  const again = (other: SchemaId): Misfit | undefined => look(at, other, value, pointer, here);
  const wrong = ofType(keywords, value) ?? ofScalar(keywords, value);
  if (wrong !== undefined) return { pointer, demand: wrong };
  for (const other of [keywords.$ref, ...(keywords.allOf ?? [])]) {
    const misfit = other === undefined ? undefined : again(other);
    if (misfit !== undefined) return misfit;
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = keywords[keyword] ?? [];
    if (branches.length === 0) continue;
    const misfits = branches.map(again);
    const [only] = misfits;
    if (misfits.every((misfit) => misfit !== undefined))
      return branches.length === 1 ? only : { pointer, demand: `one branch of "${keyword}"` };
  }
  const below = { ...at, levels: at.levels + 1 };
  const part = (other: SchemaId, inner: Json, token: string | number): Misfit | undefined =>
    look(below, other, inner, `${pointer}/${escapeToken(token)}`, new Set());
  if (Array.isArray(value)) return ofItems(keywords, value as readonly Json[], part);
  if (typeof value !== 'object' || value === null) return undefined;
  const members = value as { readonly [name: string]: Json };
  const oneWay = new Set(oneWayMembers(schema, at.table).map(({ name }) => name));
  const missing = (keywords.required ?? []).find(
    (name) => !Object.hasOwn(members, name) && !oneWay.has(name),
  );
  if (missing !== undefined) return { pointer, demand: `required: ${JSON.stringify(missing)}` };
  return ofMembers(keywords, members, part);
}

type Part = (id: SchemaId, value: Json, token: string | number) => Misfit | undefined;

function ofItems(keywords: Keywords, items: readonly Json[], part: Part): Misfit | undefined {
  const { prefixItems = [], items: rest } = keywords;
  for (const [index, item] of items.entries()) {
    const id = prefixItems[index] ?? rest;
    const misfit = id === undefined ? undefined : part(id, item, index);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

function ofMembers(
  { properties = [], patternProperties = [], additionalProperties }: Keywords,
  members: { readonly [name: string]: Json },
  part: Part,
): Misfit | undefined {
  const declared = new Map(properties);
  for (const [name, value] of Object.entries(members)) {
    const own = declared.get(name);
    const id = own ?? (patternProperties.length > 0 ? undefined : additionalProperties);
    const misfit = id === undefined ? undefined : part(id, value, name);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

function ofType(
  { type, const: constant, enum: values }: Keywords,
  value: Json,
): string | undefined {
  if (type !== undefined && !type.some((name) => isOf(name, value)))
    return `type: ${type.length === 1 ? type[0] : `[${type.join(', ')}]`}`;
  if (constant !== undefined && textOf(constant.value) !== textOf(value)) return 'const';
  const text = textOf(value);
  if (values !== undefined && !values.some((each) => textOf(each) === text)) return 'enum';
  return undefined;
}

function isOf(type: TypeName, value: Json): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function ofScalar(keywords: Keywords, value: Json): string | undefined {
  if (typeof value === 'number') return ofNumber(keywords, value);
  if (typeof value === 'string') return ofText(keywords, value);
  if (typeof value !== 'object' || value === null) return undefined;
  const [least, most] = Array.isArray(value)
    ? (['minItems', 'maxItems'] as const)
    : (['minProperties', 'maxProperties'] as const);
  const count = Object.keys(value).length;
  if (count < (keywords[least] ?? 0)) return `${least}: ${keywords[least]}`;
  return count > (keywords[most] ?? Infinity) ? `${most}: ${keywords[most]}` : undefined;
}

function ofNumber(keywords: Keywords, value: number): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords;
  if (minimum !== undefined && value < minimum.value) return `minimum: ${minimum.text}`;
  if (maximum !== undefined && value > maximum.value) return `maximum: ${maximum.text}`;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum.value)
    return `exclusiveMinimum: ${exclusiveMinimum.text}`;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum.value)
    return `exclusiveMaximum: ${exclusiveMaximum.text}`;
  const isWhole = Number.isInteger(value) && Number.isInteger(multipleOf?.value);
  if (multipleOf !== undefined && isWhole && value % multipleOf.value !== 0)
    return `multipleOf: ${multipleOf.text}`;
  return undefined;
}

function ofText(keywords: Keywords, value: string): string | undefined {
  const { minLength = 0, maxLength = Infinity, pattern } = keywords;
  const length = [...value].length;
  if (length < minLength) return `minLength: ${minLength}`;
  if (length > maxLength) return `maxLength: ${maxLength}`;
  return pattern !== undefined && length <= longest && matches(pattern, value) === false
    ? `pattern: ${pattern}`
    : undefined;
}

/** Text that is matched at most: a pattern may be slow, and an example is short. */
const longest = 200;

function matches(pattern: string, text: string): boolean | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags).test(text);
    } catch {
      // Legal only without the flag, or not at all, which reading has reported.
    }
  }
  return undefined;
}

/** The same text for equal values. */
function textOf(value: Json): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
