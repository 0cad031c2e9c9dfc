import { childOrigin } from '../../../core/origin.js';
import { narrowingPart } from '../../analysis/subtype-narrowing.js';
import { readOrWriteOnly } from '../../analysis/read-write-only.js';
import type {
  Annotations,
  Discriminator,
  Json,
  Keywords,
  KeywordSchema,
  SchemaId,
} from '../../schema.js';
import type { ResolvedDiscriminator } from './discriminators.js';
import type { SchemaReading } from './reading.js';

/**
 * Restricts the discriminator property of schemas that extend its schema through `allOf` (OpenAPI 3.1.1 section 4.8.25). The property has
 * one of the values that select such a schema, or a schema that extends it in turn. The property is unchanged if the schema lists values
 * itself, if the base does not allow the values, or if other schemas are mapped by name and this one is not.
 */
export function narrowSubtypes(
  reading: SchemaReading,
  discriminators: readonly ResolvedDiscriminator[],
): void {
  const ancestors: AncestorCache = new Map();
  const bases = discriminators.flatMap((each) => baseOf(reading, each, ancestors) ?? []);
  const selected = selectingValues(reading, bases, ancestors);
  const narrowings = new Map<string, Narrowing>();
  for (const { schema, name, narrowed } of bases) {
    for (const id of narrowed) {
      if (id === schema.id || !ancestorsOf(reading, id, ancestors).has(schema.id)) continue;
      const values = selected.get(name)?.get(id) ?? new Set();
      const narrowing = { id, base: schema, name, values: [...values] };
      if (canNarrow(reading, narrowing, ancestors)) narrowings.set(`${id} ${name}`, narrowing);
    }
  }
  // Applied after all are computed, so that an added restriction is not mistaken for one that the schema declares.
  for (const narrowing of narrowings.values()) narrow(reading, narrowing);
}

/** A schema whose discriminator selects among the schemas that extend it. */
interface Base {
  readonly schema: KeywordSchema;
  /** Name of the discriminator property. */
  readonly name: string;
  /** Mapping from values to schemas. */
  readonly choices: Discriminator['mapping'];
  /** Schemas whose property has no other values than those that select them. */
  readonly narrowed: ReadonlySet<SchemaId>;
}

/** Restriction of the property in one schema. */
interface Narrowing {
  readonly id: SchemaId;
  readonly base: KeywordSchema;
  readonly name: string;
  readonly values: readonly string[];
}

/** Cache: each schema with the schemas that it refers to or extends. */
type AncestorCache = Map<SchemaId, ReadonlySet<SchemaId>>;

function baseOf(
  reading: SchemaReading,
  { schema: id, named }: ResolvedDiscriminator,
  ancestors: AncestorCache,
): Base | undefined {
  const schema = keywordSchema(reading, id);
  const { discriminator, oneOf, anyOf } = schema?.keywords ?? {};
  if (schema === undefined || discriminator === undefined) return undefined;
  if (oneOf !== undefined || anyOf !== undefined) return undefined;
  const { propertyName: name, mapping, defaultMapping } = discriminator;
  const narrowed = new Set(named.size > 0 ? named : mapping.map(([, to]) => to));
  // The default schema, and the schemas that it extends, may have any value.
  const others =
    defaultMapping === undefined ? [] : ancestorsOf(reading, defaultMapping, ancestors);
  for (const other of others) narrowed.delete(other);
  return { schema, name, choices: mapping, narrowed };
}

/** Returns, by property name and schema, the values that select the schema or a schema that extends it. */
function selectingValues(
  reading: SchemaReading,
  bases: readonly Base[],
  ancestors: AncestorCache,
): ReadonlyMap<string, ReadonlyMap<SchemaId, ReadonlySet<string>>> {
  const all = new Map<string, Map<SchemaId, Set<string>>>();
  const seen = new Set<string>();
  for (const { name, choices } of bases) {
    const values = all.get(name) ?? new Map<SchemaId, Set<string>>();
    all.set(name, values);
    for (const [value, to] of choices) {
      // Bases that extend one another have the same mapping.
      const choice = JSON.stringify([name, value, to]);
      if (seen.has(choice)) continue;
      seen.add(choice);
      for (const id of ancestorsOf(reading, to, ancestors)) {
        const known = values.get(id);
        if (known === undefined) values.set(id, new Set([value]));
        else known.add(value);
      }
    }
  }
  return all;
}

/** Returns a schema with all schemas that it refers to or extends. */
function ancestorsOf(
  reading: SchemaReading,
  id: SchemaId,
  cache: AncestorCache,
): ReadonlySet<SchemaId> {
  const cached = cache.get(id);
  if (cached !== undefined) return cached;
  const ancestors = new Set([id]);
  cache.set(id, ancestors);
  for (const each of ancestors) {
    const { $ref, allOf = [] } = keywordSchema(reading, each)?.keywords ?? {};
    for (const part of $ref === undefined ? allOf : [...allOf, $ref]) ancestors.add(part);
  }
  return ancestors;
}

/** True if the base allows the values, and no schema between restricts the property differently. */
function canNarrow(
  reading: SchemaReading,
  { id, base, name, values }: Narrowing,
  ancestors: AncestorCache,
): boolean {
  const baseAncestors = ancestorsOf(reading, base.id, ancestors);
  const baseMembers = [...baseAncestors].flatMap((part) => memberOf(reading, part, name) ?? []);
  const inherited = new Set(
    baseMembers.map((member) => JSON.stringify(listedValues(reading, member, ancestors))),
  );
  for (const part of ancestorsOf(reading, id, ancestors)) {
    const member = memberOf(reading, part, name);
    const listed = member === undefined ? undefined : listedValues(reading, member, ancestors);
    if (listed === undefined) continue;
    if (listed === 'no text' || !values.every((value) => listed.includes(value))) return false;
    if (!baseAncestors.has(part) && !inherited.has(JSON.stringify(listed))) return false;
  }
  return true;
}

function memberOf(reading: SchemaReading, id: SchemaId, name: string): SchemaId | undefined {
  const { properties = [] } = keywordSchema(reading, id)?.keywords ?? {};
  return properties.find(([property]) => property === name)?.[1];
}

/** Returns the values that a property is restricted to, if any; `'no text'` if it is not a string property that can be narrowed. */
function listedValues(
  reading: SchemaReading,
  id: SchemaId,
  ancestors: AncestorCache,
): readonly Json[] | 'no text' | undefined {
  let listed: readonly Json[] | undefined;
  for (const part of ancestorsOf(reading, id, ancestors)) {
    const keywords = keywordSchema(reading, part)?.keywords;
    if (keywords === undefined) return 'no text';
    if (keywords.type !== undefined && !keywords.type.includes('string')) return 'no text';
    if (keywords.oneOf !== undefined || keywords.anyOf !== undefined) return 'no text';
    listed ??= keywords.const === undefined ? keywords.enum : [keywords.const.value];
  }
  return listed;
}

/** Adds a part to the `allOf` of a schema. Its origin is the discriminator that it results from. */
function narrow(reading: SchemaReading, { id, base, name, values }: Narrowing): void {
  const schema = keywordSchema(reading, id);
  if (schema === undefined) return;
  const part = narrowingPart(id, name);
  const member = `${part}/values` as SchemaId;
  const { resource, dialect } = schema;
  const origin = childOrigin(base.origin, 'discriminator');
  const shared = { kind: 'keywords', resource, dialect, origin } as const;
  reading.table.set(member, {
    ...shared,
    id: member,
    keywords: { enum: values },
    annotations: { ...accessOf(reading, base, name), extensions: {} },
  });
  reading.table.set(part, {
    ...shared,
    id: part,
    keywords: { properties: [[name, member]] },
    annotations: { extensions: {} },
  });
  const keywords: { -readonly [Name in keyof Keywords]: Keywords[Name] } = schema.keywords;
  keywords.allOf = [part, ...(schema.keywords.allOf ?? [])];
}

/** Copies `readOnly` and `writeOnly` of the property in the base. */
function accessOf(
  { table }: SchemaReading,
  base: KeywordSchema,
  name: string,
): Pick<Annotations, 'readOnly' | 'writeOnly'> {
  const id = base.keywords.properties?.find(([property]) => property === name)?.[1];
  const { readOnly, writeOnly } = readOrWriteOnly(
    id === undefined ? undefined : table.get(id),
    table,
  );
  return { ...(readOnly && { readOnly }), ...(writeOnly && { writeOnly }) };
}

function keywordSchema(reading: SchemaReading, id: SchemaId): KeywordSchema | undefined {
  const schema = reading.table.get(id);
  return schema?.kind === 'keywords' ? schema : undefined;
}
