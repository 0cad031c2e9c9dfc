import type { Json, SchemaId, SchemaTable, TypeName } from '../schema.js';

const every: readonly TypeName[] = [
  'null',
  'boolean',
  'integer',
  'number',
  'string',
  'array',
  'object',
];

/** The JSON types that values of a schema may have, seen through references and combinations. A number counts as an integer too. */
export function valueTypes(
  id: SchemaId,
  schemas: SchemaTable,
  seen: ReadonlySet<SchemaId> = new Set(),
): ReadonlySet<TypeName> {
  const schema = schemas.get(id);
  if (schema === undefined || seen.has(id)) return new Set(every);
  if (schema.kind === 'boolean') return new Set(schema.value ? every : []);
  const below = new Set(seen).add(id);
  const { $ref, allOf = [], oneOf, anyOf, type, const: constant, enum: values } = schema.keywords;
  const typesOf = (next: SchemaId): ReadonlySet<TypeName> => valueTypes(next, schemas, below);
  const listed = constant === undefined ? values : [constant.value];
  const limits: ReadonlySet<TypeName>[] = [
    ...(type === undefined ? [] : [withIntegers(type)]),
    ...(listed === undefined ? [] : [new Set(listed.map(typeOfValue))]),
    ...($ref === undefined ? [] : [typesOf($ref)]),
    ...allOf.map(typesOf),
    ...[oneOf, anyOf].flatMap((ids) =>
      ids === undefined ? [] : [new Set(ids.flatMap((next) => [...typesOf(next)]))],
    ),
  ];
  return new Set(every.filter((name) => limits.every((limit) => limit.has(name))));
}

/** Types that a schema states; a number counts as an integer too. */
export function withIntegers(types: readonly TypeName[]): ReadonlySet<TypeName> {
  return new Set(types.includes('number') ? [...types, 'integer'] : types);
}

/** The type of a value; an integer is no number. */
export function typeOfValue(value: Json): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'number';
    case 'bigint':
      return 'integer';
    case 'boolean':
      return 'boolean';
    case 'string':
      return 'string';
    default:
      return 'object';
  }
}
