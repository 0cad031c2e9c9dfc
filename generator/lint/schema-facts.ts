import type { Json, KeywordSchema, SchemaId, SchemaTable, TypeName } from '../model/schema.js';

/** Every schema that an instance of the given one must, or may, satisfy as well: references, parts and branches. */
export function partsOf(table: SchemaTable, start: SchemaId): readonly KeywordSchema[] {
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

/** Schemas under one member of the instances of a schema; empty where no part names it. */
export function memberSchemas(
  table: SchemaTable,
  start: SchemaId,
  name: string,
): readonly SchemaId[] {
  return partsOf(table, start).flatMap(({ keywords }) => {
    const declared = keywords.properties?.find(([property]) => property === name);
    return declared === undefined ? [] : [declared[1]];
  });
}

/** Schemas of the items of the instances of a schema. */
export function itemSchemas(table: SchemaTable, start: SchemaId): readonly SchemaId[] {
  return partsOf(table, start).flatMap(({ keywords }) => keywords.items ?? []);
}

/** Names of all members that the parts of a schema declare. */
export function memberNames(table: SchemaTable, start: SchemaId): readonly string[] {
  return partsOf(table, start).flatMap(({ keywords }) =>
    (keywords.properties ?? []).map(([name]) => name),
  );
}

/** Members that instances must have by `required` of the schema or of what it refers to and is made of. */
export function requiredMembers(table: SchemaTable, start: SchemaId): readonly string[] {
  return partsOf(table, start).flatMap(({ keywords }) => keywords.required ?? []);
}

/** Types that some part states, without those that no part allows; `undefined` where nothing is said. */
export function typesOf(table: SchemaTable, start: SchemaId): readonly TypeName[] | undefined {
  const stated = partsOf(table, start).flatMap(({ keywords }) => {
    if (keywords.type !== undefined) return [keywords.type];
    if (keywords.const !== undefined) return [[typeOf(keywords.const.value)]];
    return keywords.enum === undefined ? [] : [keywords.enum.map(typeOf)];
  });
  return stated.length === 0 ? undefined : [...new Set(stated.flat())];
}

/** Whether a schema lets values of a type through, as far as its types say. */
export function admits(table: SchemaTable, id: SchemaId, type: TypeName): boolean {
  const types = typesOf(table, id);
  return (
    types === undefined || types.includes(type) || (type === 'integer' && types.includes('number'))
  );
}

/** The listed values of a string schema, and whether others are allowed too (an open enum). */
export function valuesOf(
  table: SchemaTable,
  start: SchemaId,
): { readonly values: readonly Json[]; readonly open: boolean } | undefined {
  const parts = partsOf(table, start);
  const values = parts.flatMap(({ keywords }) =>
    keywords.const === undefined ? (keywords.enum ?? []) : [keywords.const.value],
  );
  if (values.length === 0) return undefined;
  const open = parts.some(({ keywords }) =>
    [...(keywords.anyOf ?? []), ...(keywords.oneOf ?? [])].some(
      (branch) =>
        !partsOf(table, branch).some(
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
