import { sourceOf, tokensOf } from '../core/origin.js';
import { formatPointer } from '../core/pointer.js';
import type { KeywordSchema, Schema, SchemaId, SchemaTable } from '../model/schema.js';
import type { Plan } from '../plan/plan.js';
import { type Data, PatternText } from './data-literal.js';

/** Where values have something that a program holds in another way than the wire, as the runtime is told. */
export interface Places {
  /** Schemas that are referred to, by name. */
  readonly places: { readonly [name: string]: Data };
  /** A schema by its name, or in place; `undefined` where it has no such thing. */
  spot(id: SchemaId): Data;
}

/** Nothing is held in another way. */
export const noPlaces: Places = { places: {}, spot: () => undefined };

/** What is looked for, and how it is written. */
export interface PlaceRules {
  /** Whether the values of a schema are such a thing themselves. */
  isIt(schema: KeywordSchema): boolean;
  /** How a schema is written that is such a thing and nothing else. */
  leaf(schema: KeywordSchema): Data;
  /** How such a thing is written that is more besides. */
  here(schema: KeywordSchema): { readonly [name: string]: Data };
  /** Schemas that describe the very value of a schema. */
  applied(schema: KeywordSchema): readonly SchemaId[];
  /** How they are written; `holders` are all schemas in whose values there is such a thing. */
  also(
    schema: KeywordSchema,
    spot: Places['spot'],
    holders: ReadonlySet<SchemaId>,
  ): readonly Data[];
  /** Whether a schema is to stand in the table, although nothing refers to it. */
  isNamed?(schema: KeywordSchema, holders: ReadonlySet<SchemaId>): boolean;
}

/** Looks through all schemas of a package. */
export function findPlaces(
  { components }: Plan['api'],
  schemas: SchemaTable,
  rules: PlaceRules,
): Places {
  const holders = holdersOf(schemas, rules);
  const named = new Map(components.map(({ id, name }) => [id, name]));
  const names = namesOf(schemas, rules, named, holders);
  const spot = (id: SchemaId): Data => {
    const schema = schemas.get(id);
    if (schema === undefined || schema.kind === 'boolean' || !holders.has(id)) return undefined;
    const leaf = leafOf(schema, holders, schemas, rules);
    if (leaf !== undefined) return rules.leaf(leaf);
    const { $ref } = schema.keywords;
    if ($ref !== undefined && childrenOf(schema, rules).length === 1) return spot($ref);
    return names.get(id) ?? place(schema);
  };
  const orNull = (id: SchemaId): Data => spot(id) ?? null;
  const place = (schema: KeywordSchema): Data => {
    const { keywords } = schema;
    const { properties = [], patternProperties = [], prefixItems = [] } = keywords;
    const items = keywords.items ?? keywords.unevaluatedItems;
    const rest = keywords.additionalProperties ?? keywords.unevaluatedProperties;
    const additional = rest === undefined ? undefined : spot(rest);
    const others = items === undefined ? undefined : spot(items);
    // Members without such a thing are listed where they would count as additional ones.
    const listed = properties.filter(([, id]) => additional !== undefined || holders.has(id));
    const inherited = additional === undefined ? [] : namesInPlace(schema, schemas, rules);
    const members = new Map<string, Data>([
      ...inherited.map((name) => [name, null] as const),
      ...listed.map(([name, id]) => [name, orNull(id)] as const),
    ]);
    const patterns = patternProperties.map(
      ([pattern, id]) => [new PatternText(pattern), orNull(id)] as const,
    );
    const also = rules.also(schema, spot, holders);
    const first = prefixItems.map(orNull);
    return {
      ...rules.here(schema),
      also: also.length === 0 ? undefined : also,
      properties: members.size === 0 ? undefined : Object.fromEntries(members),
      patterns: isSaid(
        patterns.map(([, at]) => at),
        additional,
      )
        ? patterns
        : undefined,
      additional,
      prefix: isSaid(first, others) ? first : undefined,
      items: others,
    };
  };
  const places: { [name: string]: Data } = {};
  for (const [id, name] of names) {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords' || !holders.has(id)) continue;
    if (leafOf(schema, holders, schemas, rules) === undefined) places[name] = place(schema);
  }
  return { places, spot };
}

/** Whether a list of spots says anything: of itself, or by what it keeps from the others. */
function isSaid(spots: readonly Data[], others: Data): boolean {
  return spots.length > 0 && (others !== undefined || spots.some((each) => each !== null));
}

/** Components, and whatever else is referred to: only these can hold themselves. */
function namesOf(
  schemas: SchemaTable,
  rules: PlaceRules,
  components: ReadonlyMap<SchemaId, string>,
  holders: ReadonlySet<SchemaId>,
): ReadonlyMap<SchemaId, string> {
  const { applied, isNamed } = rules;
  const names = new Map(components);
  const taken = new Set(components.values());
  for (const schema of schemas.values()) {
    if (schema.kind === 'boolean') continue;
    const { $ref, $dynamicRef } = schema.keywords;
    const targets = $dynamicRef === undefined ? [$ref] : applied(schema);
    for (const id of [...targets, ...longListsOf(schema, rules, holders)]) {
      const target = id === undefined ? undefined : schemas.get(id);
      if (target !== undefined && !names.has(target.id))
        names.set(target.id, placeOf(target, taken));
    }
    if (isNamed?.(schema, holders) === true && !names.has(schema.id))
      names.set(schema.id, placeOf(schema, taken));
  }
  return names;
}

/**
 * What stands in a list of a schema's spots that is long: named, its items are texts. Thousands of objects of as many types in one list are
 * too much for TypeScript (TS2590).
 */
function longListsOf(
  schema: KeywordSchema,
  { applied }: PlaceRules,
  holders: ReadonlySet<SchemaId>,
): readonly SchemaId[] {
  const lists = [applied(schema), schema.keywords.prefixItems ?? []];
  return lists.flatMap((ids) => (ids.length > longest ? ids.filter((id) => holders.has(id)) : []));
}

const longest = 500;

/** Where a schema is written; a part of it that was made of the same place says so. */
function placeOf({ origin }: Schema, taken: Set<string>): string {
  let place = `${sourceOf(origin).path}#${formatPointer(tokensOf(origin))}`;
  while (taken.has(place)) place += ' (part)';
  taken.add(place);
  return place;
}

/** The schema that is such a thing where a schema is it, or stands for one, and nothing else. */
function leafOf(
  schema: KeywordSchema,
  holders: ReadonlySet<SchemaId>,
  schemas: SchemaTable,
  rules: PlaceRules,
): KeywordSchema | undefined {
  const seen = new Set<SchemaId>();
  for (let at: KeywordSchema = schema; !seen.has(at.id);) {
    seen.add(at.id);
    const { $ref } = at.keywords;
    const inner = childrenOf(at, rules).filter((id) => holders.has(id));
    if (rules.isIt(at)) return inner.length === 0 ? at : undefined;
    const next = $ref === undefined ? undefined : schemas.get($ref);
    if (inner.length !== 1 || inner[0] !== $ref || next?.kind !== 'keywords') return undefined;
    at = next;
  }
  return undefined;
}

/** Schemas in whose values there is such a thing, at any depth. */
function holdersOf(schemas: SchemaTable, rules: PlaceRules): ReadonlySet<SchemaId> {
  const users = new Map<SchemaId, SchemaId[]>();
  const holders = new Set<SchemaId>();
  for (const schema of schemas.values()) {
    if (schema.kind === 'boolean') continue;
    for (const id of childrenOf(schema, rules)) {
      const list = users.get(id);
      if (list === undefined) users.set(id, [schema.id]);
      else list.push(schema.id);
    }
    if (rules.isIt(schema)) holders.add(schema.id);
  }
  for (const id of holders) for (const user of users.get(id) ?? []) holders.add(user);
  return holders;
}

function childrenOf(schema: KeywordSchema, { applied }: PlaceRules): readonly SchemaId[] {
  const { keywords } = schema;
  return [
    ...applied(schema),
    ...(keywords.properties ?? []).map(([, id]) => id),
    ...(keywords.patternProperties ?? []).map(([, id]) => id),
    ...(keywords.prefixItems ?? []),
    keywords.additionalProperties ?? keywords.unevaluatedProperties,
    keywords.items ?? keywords.unevaluatedItems,
  ].filter((id) => id !== undefined);
}

/** Names of members that schemas of the same value know. */
function namesInPlace(
  schema: KeywordSchema,
  schemas: SchemaTable,
  rules: PlaceRules,
  seen: Set<SchemaId> = new Set(),
): readonly string[] {
  if (schema.keywords.additionalProperties !== undefined || seen.has(schema.id)) return [];
  seen.add(schema.id);
  return rules.applied(schema).flatMap((id) => {
    const next = schemas.get(id);
    if (next?.kind !== 'keywords') return [];
    const own = (next.keywords.properties ?? []).map(([name]) => name);
    return [...own, ...namesInPlace(next, schemas, rules, seen)];
  });
}
