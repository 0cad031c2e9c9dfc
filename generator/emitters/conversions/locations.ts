import { sourceOf, tokensOf } from '../../core/origin.js';
import { formatPointer } from '../../core/pointer.js';
import type { KeywordSchema, Schema, SchemaId, SchemaTable } from '../../model/schema.js';
import type { Plan } from '../../plan/plan.js';
import { type Data, PatternText } from '../../typescript/data-literal.js';

/** Locations of values whose program form differs from their wire form, as data for the runtime. */
export interface ConversionTable {
  /** Schemas that are referred to, by name. */
  readonly entries: { readonly [name: string]: Data };
  /**
   * Conversion of a schema: its name in the table, or an inline description. `undefined` if it
   * contains no conversion.
   */
  conversionOf(id: SchemaId): Data;
}

/** No value is converted between its wire form and its program form. */
export const noConversions: ConversionTable = { entries: {}, conversionOf: () => undefined };

/** The values to convert, and their representation in the table. */
export interface ConversionRules {
  /** True if the values of a schema are themselves converted. */
  isConverted(schema: KeywordSchema): boolean;
  /** Describes a schema that is converted and contains nothing else. */
  leaf(schema: KeywordSchema): Data;
  /** Describes the conversion of a schema that also contains others. */
  describe(schema: KeywordSchema): { readonly [name: string]: Data };
  /** Schemas that apply to the same value. */
  appliedSchemas(schema: KeywordSchema): readonly SchemaId[];
  /**
   * Describes the conversions in those schemas. `holders` contains all schemas that contain a
   * conversion.
   */
  appliedConversions(
    schema: KeywordSchema,
    conversionOf: ConversionTable['conversionOf'],
    containing: ReadonlySet<SchemaId>,
  ): readonly Data[];
  /** True if a schema needs an entry in the table, although nothing refers to it. */
  isNamed?(schema: KeywordSchema, containing: ReadonlySet<SchemaId>): boolean;
}

/** Finds the conversions in all schemas of a package. */
export function findConversions(
  { components }: Plan['api'],
  schemas: SchemaTable,
  rules: ConversionRules,
): ConversionTable {
  const containing = schemasContaining(schemas, rules);
  const named = new Map(components.map(({ id, name }) => [id, name]));
  const names = namesOf(schemas, rules, named, containing);
  const conversionOf = (id: SchemaId): Data => {
    const schema = schemas.get(id);
    if (schema === undefined || schema.kind === 'boolean' || !containing.has(id)) return undefined;
    const leaf = leafOf(schema, containing, schemas, rules);
    if (leaf !== undefined) return rules.leaf(leaf);
    const { $ref } = schema.keywords;
    if ($ref !== undefined && childrenOf(schema, rules).length === 1) return conversionOf($ref);
    return names.get(id) ?? describeInline(schema);
  };
  const conversionOrNull = (id: SchemaId): Data => conversionOf(id) ?? null;
  const describeInline = (schema: KeywordSchema): Data => {
    const { keywords } = schema;
    const { properties = [], patternProperties = [], prefixItems = [] } = keywords;
    const items = keywords.items ?? keywords.unevaluatedItems;
    const rest = keywords.additionalProperties ?? keywords.unevaluatedProperties;
    const additional = rest === undefined ? undefined : conversionOf(rest);
    const others = items === undefined ? undefined : conversionOf(items);
    // Properties without a conversion are listed if they would otherwise count as additional
    // properties.
    const listed = properties.filter(([, id]) => additional !== undefined || containing.has(id));
    const inherited = additional === undefined ? [] : namesInPlace(schema, schemas, rules);
    const members = new Map<string, Data>([
      ...inherited.map((name) => [name, null] as const),
      ...listed.map(([name, id]) => [name, conversionOrNull(id)] as const),
    ]);
    const patterns = patternProperties.map(
      ([pattern, id]) => [new PatternText(pattern), conversionOrNull(id)] as const,
    );
    const appliedConversions = rules.appliedConversions(schema, conversionOf, containing);
    const first = prefixItems.map(conversionOrNull);
    return {
      ...rules.describe(schema),
      also: appliedConversions.length === 0 ? undefined : appliedConversions,
      properties: members.size === 0 ? undefined : Object.fromEntries(members),
      patterns: hasEffect(
        patterns.map(([, current]) => current),
        additional,
      )
        ? patterns
        : undefined,
      additional,
      prefix: hasEffect(first, others) ? first : undefined,
      items: others,
    };
  };
  const entries: { [name: string]: Data } = {};
  for (const [id, name] of names) {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords' || !containing.has(id)) continue;
    if (leafOf(schema, containing, schemas, rules) === undefined)
      entries[name] = describeInline(schema);
  }
  return { entries, conversionOf };
}

/**
 * True if a list of conversions has an effect: by an entry, or by excluding values from the
 * conversion of the rest.
 */
function hasEffect(spots: readonly Data[], others: Data): boolean {
  return spots.length > 0 && (others !== undefined || spots.some((each) => each !== null));
}

/** Names of components and other referenced schemas. Only these can be recursive. */
function namesOf(
  schemas: SchemaTable,
  rules: ConversionRules,
  components: ReadonlyMap<SchemaId, string>,
  containing: ReadonlySet<SchemaId>,
): ReadonlyMap<SchemaId, string> {
  const { appliedSchemas, isNamed } = rules;
  const names = new Map(components);
  const taken = new Set(components.values());
  for (const schema of schemas.values()) {
    if (schema.kind === 'boolean') continue;
    const { $ref, $dynamicRef } = schema.keywords;
    const targets = $dynamicRef === undefined ? [$ref] : appliedSchemas(schema);
    for (const id of [...targets, ...longListsOf(schema, rules, containing)]) {
      const target = id === undefined ? undefined : schemas.get(id);
      if (target !== undefined && !names.has(target.id))
        names.set(target.id, locationOf(target, taken));
    }
    if (isNamed?.(schema, containing) === true && !names.has(schema.id))
      names.set(schema.id, locationOf(schema, taken));
  }
  return names;
}

/**
 * Schemas in long lists of conversions. They are named, so that the list contains only strings.
 * TypeScript rejects literals with thousands of different object types (TS2590).
 */
function longListsOf(
  schema: KeywordSchema,
  { appliedSchemas }: ConversionRules,
  containing: ReadonlySet<SchemaId>,
): readonly SchemaId[] {
  const lists = [appliedSchemas(schema), schema.keywords.prefixItems ?? []];
  return lists.flatMap((ids) =>
    ids.length > maxListLength ? ids.filter((id) => containing.has(id)) : [],
  );
}

const maxListLength = 500;

/** Location of a schema. Further schemas at the same location get a suffix. */
function locationOf({ origin }: Schema, taken: Set<string>): string {
  let describeInline = `${sourceOf(origin).path}#${formatPointer(tokensOf(origin))}`;
  while (taken.has(describeInline)) describeInline += ' (part)';
  taken.add(describeInline);
  return describeInline;
}

/**
 * The converted schema that a schema consists of, directly or through references. `undefined` if it
 * contains anything else.
 */
function leafOf(
  schema: KeywordSchema,
  containing: ReadonlySet<SchemaId>,
  schemas: SchemaTable,
  rules: ConversionRules,
): KeywordSchema | undefined {
  const seen = new Set<SchemaId>();
  for (let current: KeywordSchema = schema; !seen.has(current.id);) {
    seen.add(current.id);
    const { $ref } = current.keywords;
    const convertedChildren = childrenOf(current, rules).filter((id) => containing.has(id));
    if (rules.isConverted(current)) return convertedChildren.length === 0 ? current : undefined;
    const next = $ref === undefined ? undefined : schemas.get($ref);
    if (
      convertedChildren.length !== 1 ||
      convertedChildren[0] !== $ref ||
      next?.kind !== 'keywords'
    )
      return undefined;
    current = next;
  }
  return undefined;
}

/** Schemas that contain a conversion at any depth. */
function schemasContaining(schemas: SchemaTable, rules: ConversionRules): ReadonlySet<SchemaId> {
  const parents = new Map<SchemaId, SchemaId[]>();
  const containing = new Set<SchemaId>();
  for (const schema of schemas.values()) {
    if (schema.kind === 'boolean') continue;
    for (const id of childrenOf(schema, rules)) {
      const list = parents.get(id);
      if (list === undefined) parents.set(id, [schema.id]);
      else list.push(schema.id);
    }
    if (rules.isConverted(schema)) containing.add(schema.id);
  }
  for (const id of containing) for (const parent of parents.get(id) ?? []) containing.add(parent);
  return containing;
}

function childrenOf(
  schema: KeywordSchema,
  { appliedSchemas }: ConversionRules,
): readonly SchemaId[] {
  const { keywords } = schema;
  return [
    ...appliedSchemas(schema),
    ...(keywords.properties ?? []).map(([, id]) => id),
    ...(keywords.patternProperties ?? []).map(([, id]) => id),
    ...(keywords.prefixItems ?? []),
    keywords.additionalProperties ?? keywords.unevaluatedProperties,
    keywords.items ?? keywords.unevaluatedItems,
  ].filter((id) => id !== undefined);
}

/** Names of properties declared by other schemas of the same value. */
function namesInPlace(
  schema: KeywordSchema,
  schemas: SchemaTable,
  rules: ConversionRules,
  seen: Set<SchemaId> = new Set(),
): readonly string[] {
  if (schema.keywords.additionalProperties !== undefined || seen.has(schema.id)) return [];
  seen.add(schema.id);
  return rules.appliedSchemas(schema).flatMap((id) => {
    const next = schemas.get(id);
    if (next?.kind !== 'keywords') return [];
    const declared = (next.keywords.properties ?? []).map(([name]) => name);
    return [...declared, ...namesInPlace(next, schemas, rules, seen)];
  });
}
