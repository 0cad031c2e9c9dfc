import { suggest } from '../core/suggestion.js';
import { escapeToken } from '../core/pointer.js';
import type {
  Json,
  Keywords,
  KeywordSchema,
  SchemaId,
  SchemaTable,
  TypeName,
} from '../model/schema.js';
import { oneWayMembers } from '../model/one-way.js';
import { matches } from '../patterns/matches.js';

/** Where a value is not what a schema says, and what the schema says there. */
export interface Misfit {
  /** JSON Pointer into the value. */
  readonly pointer: string;
  /** The keyword with what it demands, as the description says it: `maxLength: 3`. */
  readonly demand: string;
  /** The listed value that was meant, where there is one that looks like it. */
  readonly meant?: string;
}

/** What to write instead of a value that does not fit, if that is known. */
export function hintOf({ meant }: Misfit): { readonly hint?: string } {
  return meant === undefined ? {} : { hint: `did you mean "${meant}"?` };
}

/**
 * The first thing that is surely wrong with a value of the description itself. A judge for examples and defaults, not a
 * validator: conditions, formats, `not`, patterns that would take long and what is not evaluated are left out, and a `oneOf` is taken for an
 * `anyOf`.
 */
export function misfitOf(table: SchemaTable, id: SchemaId, value: Json): Misfit | undefined {
  const found = look(table, id, value, undefined, undefined, new Map());
  if (found === undefined) return undefined;
  const { at, ...said } = found;
  return { pointer: pointerOf(at), ...said };
}

/** A part of a value: the way to it is put together only where something is wrong there. */
interface Step {
  readonly above: Step | undefined;
  readonly token: string | number;
  readonly level: number;
}

function pointerOf(at: Step | undefined): string {
  return at === undefined ? '' : `${pointerOf(at.above)}/${escapeToken(at.token)}`;
}

/** Schemas of the same part of a value that led to one another. */
interface Open {
  readonly id: SchemaId;
  readonly before: Open | undefined;
}

function isOpen(id: SchemaId, open: Open | undefined): boolean {
  for (let each = open; each !== undefined; each = each.before) if (each.id === id) return true;
  return false;
}

interface Found extends Omit<Misfit, 'pointer'> {
  readonly at: Step | undefined;
}

const most = 100;

function look(
  table: SchemaTable,
  id: SchemaId,
  value: Json,
  at: Step | undefined,
  open: Open | undefined,
  known: Known,
): Found | undefined {
  if (known.has(id)) return known.get(id);
  if (isOpen(id, open) || (at?.level ?? 0) > most) return undefined;
  const found = lookOnce(table, id, value, at, open, known);
  known.set(id, found);
  return found;
}

/** What was found of the same part of a value, by schema: many ways may lead to one. */
type Known = Map<SchemaId, Found | undefined>;

function lookOnce(
  table: SchemaTable,
  id: SchemaId,
  value: Json,
  at: Step | undefined,
  open: Open | undefined,
  known: Known,
): Found | undefined {
  const schema = table.get(id);
  if (schema === undefined) return undefined;
  if (schema.kind === 'boolean') return schema.value ? undefined : { at, demand: 'false' };
  // What a bigint holds is an integer of 64 bits; its bounds are for a validator to judge.
  if (typeof value === 'bigint') return undefined;
  const { keywords } = schema;
  const wrong = ofType(keywords, value) ?? ofScalar(table, keywords, value);
  if (wrong !== undefined)
    return { at, demand: wrong, ...(wrong === 'enum' && meantBy(keywords, value)) };
  const misfit = ofParts(table, schema, value, at, open, known);
  if (misfit !== undefined) return misfit;
  if (Array.isArray(value)) return ofItems(table, keywords, value as readonly Json[], at);
  if (typeof value !== 'object' || value === null) return undefined;
  const members = value as Members;
  const missing = missingMember(schema, members, table);
  if (missing !== undefined) return { at, demand: `required: ${JSON.stringify(missing)}` };
  return ofMembers(table, keywords, members, at) ?? undescribed(table, schema, members, at);
}

type Members = { readonly [name: string]: Json };

/** What other schemas say of the same part of the value. */
function ofParts(
  table: SchemaTable,
  { id, keywords }: KeywordSchema,
  value: Json,
  at: Step | undefined,
  open: Open | undefined,
  known: Known,
): Found | undefined {
  const { $ref, allOf, anyOf, oneOf } = keywords;
  if ($ref === undefined && allOf === undefined && anyOf === undefined && oneOf === undefined)
    return undefined;
  const here = { id, before: open };
  const again = (other: SchemaId): Found | undefined => look(table, other, value, at, here, known);
  for (const other of [$ref, ...(allOf ?? [])]) {
    const misfit = other === undefined ? undefined : again(other);
    if (misfit !== undefined) return misfit;
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = keywords[keyword] ?? [];
    const [only] = branches;
    if (only === undefined) continue;
    if (branches.length === 1) {
      const misfit = again(only);
      if (misfit !== undefined) return misfit;
    } else if (branches.every((branch) => again(branch) !== undefined))
      return { at, demand: `one branch of "${keyword}"` };
  }
  return undefined;
}

function missingMember(
  schema: KeywordSchema,
  members: Members,
  table: SchemaTable,
): string | undefined {
  const missing = schema.keywords.required?.filter((name) => !Object.hasOwn(members, name)) ?? [];
  if (missing.length === 0) return undefined;
  const oneWay = new Set(oneWayMembers(schema, table).map(({ name }) => name));
  return missing.find((name) => !oneWay.has(name));
}

function ofItems(
  table: SchemaTable,
  { prefixItems = [], items: rest }: Keywords,
  items: readonly Json[],
  at: Step | undefined,
): Found | undefined {
  if (rest === undefined && prefixItems.length === 0) return undefined;
  for (const [index, item] of items.entries()) {
    const id = prefixItems[index] ?? rest;
    const misfit = id === undefined ? undefined : below(table, id, item, at, index);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

function ofMembers(
  table: SchemaTable,
  { properties, patternProperties = [], additionalProperties }: Keywords,
  members: Members,
  at: Step | undefined,
): Found | undefined {
  const others = patternProperties.length > 0 ? undefined : additionalProperties;
  if (properties === undefined && others === undefined) return undefined;
  const declared = properties && declaredIn(properties);
  const isClosed = others !== undefined && isFalse(table, others);
  for (const name of Object.keys(members)) {
    const id = declared?.get(name) ?? others;
    if (isClosed && id === others) {
      const names = [...(declared?.keys() ?? [])];
      return unknownMember('additionalProperties', name, names, members, at);
    }
    const misfit = id === undefined ? undefined : below(table, id, members[name] ?? null, at, name);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

/** A member that nothing describes, where `unevaluatedProperties` allows none. Every branch counts, whether it holds or not. */
function undescribed(
  table: SchemaTable,
  { id, keywords }: KeywordSchema,
  members: Members,
  at: Step | undefined,
): Found | undefined {
  const { unevaluatedProperties: others } = keywords;
  if (others === undefined || !isFalse(table, others)) return undefined;
  const names = describedNames(table, id);
  const unknown = names && Object.keys(members).find((name) => !names.has(name));
  return unknown === undefined
    ? undefined
    : unknownMember('unevaluatedProperties', unknown, [...(names ?? [])], members, at);
}

/** The names of all members that a schema describes, by whatever it is made of; `undefined` where it describes others than by name. */
function describedNames(table: SchemaTable, start: SchemaId): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  const seen = new Set([start]);
  // A set is walked through to the end while it grows.
  for (const id of seen) {
    const schema = table.get(id);
    if (schema?.kind !== 'keywords') continue;
    const { keywords } = schema;
    const { properties = [], patternProperties, additionalProperties, $dynamicRef } = keywords;
    if (patternProperties !== undefined || $dynamicRef !== undefined) return undefined;
    if (additionalProperties !== undefined) return undefined;
    if (id !== start && keywords.unevaluatedProperties !== undefined) return undefined;
    for (const [name] of properties) names.add(name);
    const { $ref, allOf = [], anyOf = [], oneOf = [], dependentSchemas = [] } = keywords;
    const parts = [$ref, keywords.if, keywords.then, keywords.else, ...allOf, ...anyOf, ...oneOf];
    for (const part of [...parts, ...dependentSchemas.map(([, each]) => each)])
      if (part !== undefined) seen.add(part);
  }
  return names;
}

/** A member where there is none, and the one that was meant: one of those that are described and not there. */
function unknownMember(
  keyword: 'additionalProperties' | 'unevaluatedProperties',
  name: string,
  described: readonly string[],
  members: Members,
  above: Step | undefined,
): Found {
  const absent = described.filter((each) => !Object.hasOwn(members, each));
  const meant = suggest(name, absent);
  return {
    at: { above, token: name, level: (above?.level ?? 0) + 1 },
    demand: `${keyword}: false`,
    ...(meant !== undefined && { meant }),
  };
}

function isFalse(table: SchemaTable, id: SchemaId): boolean {
  const schema = table.get(id);
  return schema?.kind === 'boolean' && !schema.value;
}

function below(
  table: SchemaTable,
  id: SchemaId,
  value: Json,
  above: Step | undefined,
  token: string | number,
): Found | undefined {
  return look(
    table,
    id,
    value,
    { above, token, level: (above?.level ?? 0) + 1 },
    undefined,
    new Map(),
  );
}

type Properties = NonNullable<Keywords['properties']>;

/** Members by name: many examples are of one schema. */
function declaredIn(properties: Properties): ReadonlyMap<string, SchemaId> {
  let members = knownMembers.get(properties);
  if (members === undefined) {
    members = new Map(properties);
    knownMembers.set(properties, members);
  }
  return members;
}

const knownMembers = new WeakMap<Properties, ReadonlyMap<string, SchemaId>>();

function ofType(
  { type, const: constant, enum: values }: Keywords,
  value: Json,
): string | undefined {
  if (type !== undefined && !type.some((name) => isOf(name, value)))
    return `type: ${type.length === 1 ? type[0] : `[${type.join(', ')}]`}`;
  if (constant !== undefined && !isEqual(constant.value, value)) return 'const';
  if (values !== undefined && !values.some((each) => isEqual(each, value))) return 'enum';
  return undefined;
}

/** The listed value that a text is a slip of. */
function meantBy({ enum: values = [] }: Keywords, value: Json): Pick<Misfit, 'meant'> {
  const meant =
    typeof value === 'string'
      ? suggest(
          value,
          values.filter((each) => typeof each === 'string'),
        )
      : undefined;
  return meant === undefined ? {} : { meant };
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

function ofScalar(table: SchemaTable, keywords: Keywords, value: Json): string | undefined {
  if (typeof value === 'number') return ofNumber(keywords, value);
  if (typeof value === 'string') return ofText(table, keywords, value);
  if (typeof value !== 'object' || value === null) return undefined;
  const [least, most] = Array.isArray(value)
    ? (['minItems', 'maxItems'] as const)
    : (['minProperties', 'maxProperties'] as const);
  if (keywords[least] === undefined && keywords[most] === undefined) return undefined;
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

function ofText(table: SchemaTable, keywords: Keywords, value: string): string | undefined {
  const { minLength = 0, maxLength = Infinity, pattern } = keywords;
  if (minLength === 0 && maxLength === Infinity && pattern === undefined) return undefined;
  const length = [...value].length;
  if (length < minLength) return `minLength: ${minLength}`;
  if (length > maxLength) return `maxLength: ${maxLength}`;
  return pattern !== undefined && matches(table, pattern, value) === false
    ? `pattern: ${pattern}`
    : undefined;
}

/** Whether two values say the same, in whichever order their members stand. */
function isEqual(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  return textOf(a) === textOf(b);
}

/** The same text for equal values. */
function textOf(value: Json): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
