import { childOrigin } from '../../../core/origin.js';
import { narrowingPart } from '../../narrowed-extension.js';
import { oneWay } from '../../one-way.js';
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
 * Says in keywords what a discriminator means for the schemas that extend its schema through `allOf` (OpenAPI 3.1.1 section 4.8.25): the
 * member has one of the values that choose such a schema, or one that extends it in turn. It is left as it stands where that is not
 * certain: where the schema lists values itself, where the base does not allow them, or where other schemas are mapped by name and this
 * one is not.
 */
export function narrowExtensions(
  reading: SchemaReading,
  discriminators: readonly ResolvedDiscriminator[],
): void {
  const lines: Lines = new Map();
  const bases = discriminators.flatMap((each) => baseOf(reading, each, lines) ?? []);
  const chosen = valuesBelow(reading, bases, lines);
  const narrowings = new Map<string, Narrowing>();
  for (const { schema, name, narrowed } of bases) {
    for (const id of narrowed) {
      if (id === schema.id || !ancestorsOf(reading, id, lines).has(schema.id)) continue;
      const values = chosen.get(name)?.get(id) ?? new Set();
      const narrowing = { id, base: schema, name, values: [...values] };
      if (isOpenTo(reading, narrowing, lines)) narrowings.set(`${id} ${name}`, narrowing);
    }
  }
  // Only now, so that what is added to one schema is not taken for what another one says itself.
  for (const narrowing of narrowings.values()) narrow(reading, narrowing);
}

/** A schema whose discriminator chooses among those that extend it. */
interface Base {
  readonly schema: KeywordSchema;
  /** The member that decides. */
  readonly name: string;
  /** What chooses which schema. */
  readonly choices: Discriminator['mapping'];
  /** Schemas that have no other values than those that choose them. */
  readonly narrowed: ReadonlySet<SchemaId>;
}

/** What one schema's member can be. */
interface Narrowing {
  readonly id: SchemaId;
  readonly base: KeywordSchema;
  readonly name: string;
  readonly values: readonly string[];
}

/** What schemas are and extend, as far as it was asked for. */
type Lines = Map<SchemaId, ReadonlySet<SchemaId>>;

function baseOf(
  reading: SchemaReading,
  { schema: id, named }: ResolvedDiscriminator,
  lines: Lines,
): Base | undefined {
  const schema = keywordSchema(reading, id);
  const { discriminator, oneOf, anyOf } = schema?.keywords ?? {};
  if (schema === undefined || discriminator === undefined) return undefined;
  if (oneOf !== undefined || anyOf !== undefined) return undefined;
  const { propertyName: name, mapping, defaultMapping } = discriminator;
  const narrowed = new Set(named.size > 0 ? named : mapping.map(([, to]) => to));
  // A schema for all other values, and what it extends, may have any.
  const others = defaultMapping === undefined ? [] : ancestorsOf(reading, defaultMapping, lines);
  for (const other of others) narrowed.delete(other);
  return { schema, name, choices: mapping, narrowed };
}

/** By the member that decides, the values that choose a schema or one that extends it. */
function valuesBelow(
  reading: SchemaReading,
  bases: readonly Base[],
  lines: Lines,
): ReadonlyMap<string, ReadonlyMap<SchemaId, ReadonlySet<string>>> {
  const all = new Map<string, Map<SchemaId, Set<string>>>();
  const seen = new Set<string>();
  for (const { name, choices } of bases) {
    const values = all.get(name) ?? new Map<SchemaId, Set<string>>();
    all.set(name, values);
    for (const [value, to] of choices) {
      // Bases above one another choose the same.
      const choice = JSON.stringify([name, value, to]);
      if (seen.has(choice)) continue;
      seen.add(choice);
      for (const id of ancestorsOf(reading, to, lines)) {
        const known = values.get(id);
        if (known === undefined) values.set(id, new Set([value]));
        else known.add(value);
      }
    }
  }
  return all;
}

/** A schema, what it refers to and what it extends. */
function ancestorsOf(reading: SchemaReading, id: SchemaId, lines: Lines): ReadonlySet<SchemaId> {
  const before = lines.get(id);
  if (before !== undefined) return before;
  const found = new Set([id]);
  lines.set(id, found);
  for (const each of found) {
    const { $ref, allOf = [] } = keywordSchema(reading, each)?.keywords ?? {};
    for (const part of $ref === undefined ? allOf : [...allOf, $ref]) found.add(part);
  }
  return found;
}

/** Whether the base lets the member have these values, and nothing between the two says which of them it has. */
function isOpenTo(
  reading: SchemaReading,
  { id, base, name, values }: Narrowing,
  lines: Lines,
): boolean {
  const above = ancestorsOf(reading, base.id, lines);
  const ofBase = [...above].flatMap((part) => memberOf(reading, part, name) ?? []);
  const inherited = new Set(
    ofBase.map((member) => JSON.stringify(listedValues(reading, member, lines))),
  );
  for (const part of ancestorsOf(reading, id, lines)) {
    const member = memberOf(reading, part, name);
    const listed = member === undefined ? undefined : listedValues(reading, member, lines);
    if (listed === undefined) continue;
    if (listed === 'no text' || !values.every((value) => listed.includes(value))) return false;
    if (!above.has(part) && !inherited.has(JSON.stringify(listed))) return false;
  }
  return true;
}

function memberOf(reading: SchemaReading, id: SchemaId, name: string): SchemaId | undefined {
  const { properties = [] } = keywordSchema(reading, id)?.keywords ?? {};
  return properties.find(([property]) => property === name)?.[1];
}

/** The values that a member is restricted to, if it is; a member that is no string at all is none to narrow. */
function listedValues(
  reading: SchemaReading,
  id: SchemaId,
  lines: Lines,
): readonly Json[] | 'no text' | undefined {
  let listed: readonly Json[] | undefined;
  for (const part of ancestorsOf(reading, id, lines)) {
    const keywords = keywordSchema(reading, part)?.keywords;
    if (keywords === undefined) return 'no text';
    if (keywords.type !== undefined && !keywords.type.includes('string')) return 'no text';
    if (keywords.oneOf !== undefined || keywords.anyOf !== undefined) return 'no text';
    listed ??= keywords.const === undefined ? keywords.enum : [keywords.const.value];
  }
  return listed;
}

/** Adds a part to the `allOf` of a schema: its place is that of the discriminator, which is what it comes from. */
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
    annotations: { ...travel(reading, base, name), extensions: {} },
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

/** Which way the member travels, as the base says. */
function travel(
  { table }: SchemaReading,
  base: KeywordSchema,
  name: string,
): Pick<Annotations, 'readOnly' | 'writeOnly'> {
  const id = base.keywords.properties?.find(([property]) => property === name)?.[1];
  const { readOnly, writeOnly } = oneWay(id === undefined ? undefined : table.get(id), table);
  return { ...(readOnly && { readOnly }), ...(writeOnly && { writeOnly }) };
}

function keywordSchema(reading: SchemaReading, id: SchemaId): KeywordSchema | undefined {
  const schema = reading.table.get(id);
  return schema?.kind === 'keywords' ? schema : undefined;
}
