import type { Json, KeywordSchema, SchemaId, SchemaTable, TypeName } from '../model/schema.js';

/** Returns every schema that may apply to an instance of the given one: references, `allOf` parts and branches. */
export function applicableSchemas(table: SchemaTable, start: SchemaId): readonly KeywordSchema[] {
  const parts: KeywordSchema[] = [];
  const seen = new Set<SchemaId>();
  const visit = (id: SchemaId | undefined): void => {
    if (id === undefined || seen.has(id)) return;
    seen.add(id);
    const schema = table.get(id);
    if (schema?.kind !== 'keywords') return;
    parts.push(schema);
    const { keywords } = schema;
    visit(keywords.$ref);
    visit(keywords.$dynamicRef?.initial);
    for (const name of ['allOf', 'anyOf', 'oneOf'] as const) keywords[name]?.forEach(visit);
  };
  visit(start);
  return parts;
}

/** Returns the schemas of one property of a schema's instances; empty if none declares it. */
export function memberSchemas(
  table: SchemaTable,
  start: SchemaId,
  name: string,
): readonly SchemaId[] {
  return applicableSchemas(table, start).flatMap(({ keywords }) => {
    const declared = keywords.properties?.find(([property]) => property === name);
    return declared === undefined ? [] : [declared[1]];
  });
}

/** Returns the schemas of the items of a schema's instances. */
export function itemSchemas(table: SchemaTable, start: SchemaId): readonly SchemaId[] {
  return applicableSchemas(table, start).flatMap(({ keywords }) => keywords.items ?? []);
}

/** Returns the names of all properties that a schema and its parts declare. */
export function memberNames(table: SchemaTable, start: SchemaId): readonly string[] {
  return applicableSchemas(table, start).flatMap(({ keywords }) =>
    (keywords.properties ?? []).map(([name]) => name),
  );
}

/** Returns the properties that are required by a schema, by its references or by its parts. */
export function requiredMembers(table: SchemaTable, start: SchemaId): readonly string[] {
  return applicableSchemas(table, start).flatMap(({ keywords }) => keywords.required ?? []);
}

/** Returns the types that the parts of a schema declare; `undefined` if none declares any. */
export function typesOf(table: SchemaTable, start: SchemaId): readonly TypeName[] | undefined {
  const declared = applicableSchemas(table, start).flatMap(({ keywords }) => {
    if (keywords.type !== undefined) return [keywords.type];
    if (keywords.const !== undefined) return [[typeOf(keywords.const.value)]];
    return keywords.enum === undefined ? [] : [keywords.enum.map(typeOf)];
  });
  return declared.length === 0 ? undefined : [...new Set(declared.flat())];
}

/** True if a schema allows values of a type, according to its declared types. */
export function allowsType(table: SchemaTable, id: SchemaId, type: TypeName): boolean {
  const types = typesOf(table, id);
  return (
    types === undefined || types.includes(type) || (type === 'integer' && types.includes('number'))
  );
}

/** Returns the listed values of a string schema. `open` is true if other values are allowed too (an open enum). */
export function valuesOf(
  table: SchemaTable,
  start: SchemaId,
): { readonly values: readonly Json[]; readonly open: boolean } | undefined {
  const parts = applicableSchemas(table, start);
  const values = parts.flatMap(({ keywords }) =>
    keywords.const === undefined ? (keywords.enum ?? []) : [keywords.const.value],
  );
  if (values.length === 0) return undefined;
  const open = parts.some(({ keywords }) =>
    [...(keywords.anyOf ?? []), ...(keywords.oneOf ?? [])].some(
      (branch) =>
        !applicableSchemas(table, branch).some(
          (part) => part.keywords.enum !== undefined || part.keywords.const !== undefined,
        ),
    ),
  );
  return { values: [...new Set(values)], open };
}

function typeOf(value: Json): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'bigint') return 'integer';
  return typeof value as 'boolean' | 'string' | 'object';
}
