import { suggest } from '../core/suggestion.js';
import { escapeToken } from '../core/pointer.js';
import type { Json, Keywords, KeywordSchema, SchemaId, SchemaTable } from '../model/schema.js';
import { readWriteOnlyProperties } from '../model/analysis/read-write-only.js';
import { matches } from '../patterns/matches.js';
import type { Keyword, KeywordGroup, KeywordName } from '../schema/keyword.js';
import { keywordList } from '../schema/registry.js';

/** A position in a value that does not match its schema, and the keyword that it violates. */
export interface Mismatch {
  /** JSON Pointer into the value. */
  readonly pointer: string;
  /** The violated keyword with its value, as the description writes it: `maxLength: 3`. */
  readonly demand: string;
  /** The listed value that the author probably meant, if one is similar. */
  readonly meant?: string;
}

/** Returns a suggestion for a mismatch, if there is one. */
export function hintOf({ meant }: Mismatch): { readonly hint?: string } {
  return meant === undefined ? {} : { hint: `did you mean "${meant}"?` };
}

/**
 * Returns the first certain mismatch of a value in the description itself. Used for examples and defaults; it is not a validator.
 * Conditions, formats, `not`, slow patterns and unevaluated members are not checked, and `oneOf` is treated as `anyOf`.
 */
export function findMismatch(table: SchemaTable, id: SchemaId, value: Json): Mismatch | undefined {
  const finding = findCached(table, id, value, undefined, undefined, new Map());
  if (finding === undefined) return undefined;
  const { step, ...details } = finding;
  return { pointer: pointerOf(step), ...details };
}

/** A step to a part of a value. The pointer is only built if there is a mismatch. */
interface Step {
  readonly parent: Step | undefined;
  readonly token: string | number;
  readonly level: number;
}

function pointerOf(step: Step | undefined): string {
  return step === undefined ? '' : `${pointerOf(step.parent)}/${escapeToken(step.token)}`;
}

/** Schemas that are being applied to the same part of a value. */
interface ActiveSchemas {
  readonly id: SchemaId;
  readonly outer: ActiveSchemas | undefined;
}

function isActive(id: SchemaId, active: ActiveSchemas | undefined): boolean {
  for (let each = active; each !== undefined; each = each.outer) if (each.id === id) return true;
  return false;
}

interface Finding extends Omit<Mismatch, 'pointer'> {
  readonly step: Step | undefined;
}

const MAX_DEPTH = 100;

function findCached(
  table: SchemaTable,
  id: SchemaId,
  value: Json,
  step: Step | undefined,
  active: ActiveSchemas | undefined,
  known: FindingCache,
): Finding | undefined {
  if (known.has(id)) return known.get(id);
  if (isActive(id, active) || (step?.level ?? 0) > MAX_DEPTH) return undefined;
  const finding = findUncached(table, id, value, step, active, known);
  known.set(id, finding);
  return finding;
}

/** Findings for the same part of a value, by schema, because several paths may lead to one schema. */
type FindingCache = Map<SchemaId, Finding | undefined>;

function findUncached(
  table: SchemaTable,
  id: SchemaId,
  value: Json,
  step: Step | undefined,
  active: ActiveSchemas | undefined,
  known: FindingCache,
): Finding | undefined {
  const schema = table.get(id);
  if (schema === undefined) return undefined;
  if (schema.kind === 'boolean') return schema.value ? undefined : { step, demand: 'false' };
  // A `bigint` is a 64-bit integer. Its bounds are left to validators.
  if (typeof value === 'bigint') return undefined;
  const { keywords } = schema;
  const keyword = violatedKeyword(table, keywords, value);
  if (keyword !== undefined)
    return { step, demand: keyword, ...(keyword === 'enum' && similarValue(keywords, value)) };
  const mismatch = partMismatch(table, schema, value, step, active, known);
  if (mismatch !== undefined) return mismatch;
  if (Array.isArray(value)) return itemMismatch(table, keywords, value as readonly Json[], step);
  if (typeof value !== 'object' || value === null) return undefined;
  const members = value as Members;
  const missing = missingMember(schema, members, table);
  if (missing !== undefined) return { step, demand: `required: ${JSON.stringify(missing)}` };
  return (
    memberMismatch(table, keywords, members, step) ??
    unevaluatedMismatch(table, schema, members, step)
  );
}

type Members = { readonly [name: string]: Json };

/** Returns a mismatch with another schema that applies to the same part of the value. */
function partMismatch(
  table: SchemaTable,
  { id, keywords }: KeywordSchema,
  value: Json,
  step: Step | undefined,
  active: ActiveSchemas | undefined,
  known: FindingCache,
): Finding | undefined {
  const { $ref, allOf, anyOf, oneOf } = keywords;
  if ($ref === undefined && allOf === undefined && anyOf === undefined && oneOf === undefined)
    return undefined;
  const current = { id, outer: active };
  const findIn = (other: SchemaId): Finding | undefined =>
    findCached(table, other, value, step, current, known);
  for (const other of [$ref, ...(allOf ?? [])]) {
    const mismatch = other === undefined ? undefined : findIn(other);
    if (mismatch !== undefined) return mismatch;
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = keywords[keyword] ?? [];
    const [single] = branches;
    if (single === undefined) continue;
    if (branches.length === 1) {
      const mismatch = findIn(single);
      if (mismatch !== undefined) return mismatch;
    } else if (branches.every((branch) => findIn(branch) !== undefined))
      return { step, demand: `one branch of "${keyword}"` };
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
  const oneWay = new Set(readWriteOnlyProperties(schema, table).map(({ name }) => name));
  return missing.find((name) => !oneWay.has(name));
}

function itemMismatch(
  table: SchemaTable,
  { prefixItems = [], items: rest }: Keywords,
  items: readonly Json[],
  step: Step | undefined,
): Finding | undefined {
  if (rest === undefined && prefixItems.length === 0) return undefined;
  for (const [index, item] of items.entries()) {
    const id = prefixItems[index] ?? rest;
    const mismatch = id === undefined ? undefined : findBelow(table, id, item, step, index);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

function memberMismatch(
  table: SchemaTable,
  { properties, patternProperties = [], additionalProperties }: Keywords,
  members: Members,
  step: Step | undefined,
): Finding | undefined {
  const others = patternProperties.length > 0 ? undefined : additionalProperties;
  if (properties === undefined && others === undefined) return undefined;
  const declared = properties && declaredIn(properties);
  const isClosed = others !== undefined && isFalse(table, others);
  for (const name of Object.keys(members)) {
    const id = declared?.get(name) ?? others;
    if (isClosed && id === others) {
      const names = [...(declared?.keys() ?? [])];
      return unknownMember(table, 'additionalProperties', name, names, members, step);
    }
    const mismatch =
      id === undefined ? undefined : findBelow(table, id, members[name] ?? null, step, name);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

/** Reports a member that no schema describes, if `unevaluatedProperties` is `false`. Every branch counts, whether it matches or not. */
function unevaluatedMismatch(
  table: SchemaTable,
  { id, keywords }: KeywordSchema,
  members: Members,
  step: Step | undefined,
): Finding | undefined {
  const { unevaluatedProperties: others } = keywords;
  if (others === undefined || !isFalse(table, others)) return undefined;
  const names = describedNames(table, id);
  const unknown = names && Object.keys(members).find((name) => !names.has(name));
  return unknown === undefined
    ? undefined
    : unknownMember(table, 'unevaluatedProperties', unknown, [...(names ?? [])], members, step);
}

/** Returns the names of all members that a schema and its parts describe; `undefined` if it also describes members other than by name. */
function describedNames(table: SchemaTable, start: SchemaId): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  const seen = new Set([start]);
  // Iterating over a set includes elements added during the iteration.
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

/** Maximum number of suggestions for the examples of one description. Thousands of names take too long to compare. */
const MAX_SUGGESTIONS = 1000;

const suggestions = new WeakMap<SchemaTable, number>();

/** Returns a finding for an undescribed member. Suggests a described member that is absent. */
function unknownMember(
  table: SchemaTable,
  keyword: 'additionalProperties' | 'unevaluatedProperties',
  name: string,
  described: readonly string[],
  members: Members,
  parent: Step | undefined,
): Finding {
  const count = (suggestions.get(table) ?? 0) + 1;
  suggestions.set(table, count);
  const absent = described.filter((each) => !Object.hasOwn(members, each));
  const suggestion = count <= MAX_SUGGESTIONS ? suggest(name, absent) : undefined;
  return {
    step: { parent, token: name, level: (parent?.level ?? 0) + 1 },
    demand: `${keyword}: false`,
    ...(suggestion !== undefined && { meant: suggestion }),
  };
}

function isFalse(table: SchemaTable, id: SchemaId): boolean {
  const schema = table.get(id);
  return schema?.kind === 'boolean' && !schema.value;
}

function findBelow(
  table: SchemaTable,
  id: SchemaId,
  value: Json,
  parent: Step | undefined,
  token: string | number,
): Finding | undefined {
  return findCached(
    table,
    id,
    value,
    { parent, token, level: (parent?.level ?? 0) + 1 },
    undefined,
    new Map(),
  );
}

type Properties = NonNullable<Keywords['properties']>;

/** Returns the properties as a map, cached because many examples may use one schema. */
function declaredIn(properties: Properties): ReadonlyMap<string, SchemaId> {
  let members = knownMembers.get(properties);
  if (members === undefined) {
    members = new Map(properties);
    knownMembers.set(properties, members);
  }
  return members;
}

const knownMembers = new WeakMap<Properties, ReadonlyMap<string, SchemaId>>();

/** Returns the first keyword that rejects the value without looking at subschemas, as the description writes it. */
function violatedKeyword(table: SchemaTable, keywords: Keywords, value: Json): string | undefined {
  const context = { matches: (pattern: string, text: string) => matches(table, pattern, text) };
  for (const { name, accepts, demand } of acceptingKeywords(value)) {
    const constraint = keywords[name];
    if (constraint === undefined || accepts?.(constraint, value, context) !== false) continue;
    return demand?.(constraint) ?? `${name}: ${textOf(constraint)}`;
  }
  return undefined;
}

/** Keywords that may reject values of a type. */
function acceptingKeywords(value: Json): readonly Keyword<KeywordName>[] {
  if (typeof value === 'number') return acceptors.number;
  if (typeof value === 'string') return acceptors.string;
  if (typeof value !== 'object' || value === null) return acceptors.none;
  return Array.isArray(value) ? acceptors.array : acceptors.object;
}

const acceptors = {
  none: acceptorsOf(),
  number: acceptorsOf('number'),
  string: acceptorsOf('string'),
  array: acceptorsOf('array'),
  object: acceptorsOf('object'),
} as const;

function acceptorsOf(...groups: readonly KeywordGroup[]): readonly Keyword<KeywordName>[] {
  return keywordList.filter(
    ({ group, accepts }) => accepts !== undefined && ['none', ...groups].includes(group),
  );
}

function textOf(constraint: NonNullable<Keywords[KeywordName]>): string {
  return typeof constraint === 'object' && 'text' in constraint
    ? constraint.text
    : String(constraint);
}

/** Returns the listed value that is most similar to the text. */
function similarValue({ enum: values = [] }: Keywords, value: Json): Pick<Mismatch, 'meant'> {
  const suggestion =
    typeof value === 'string'
      ? suggest(
          value,
          values.filter((each) => typeof each === 'string'),
        )
      : undefined;
  return suggestion === undefined ? {} : { meant: suggestion };
}
