import { appliedInPlace, isBigInteger } from '../../model/big-integer.js';
import type { Json, KeywordSchema, SchemaId, SchemaTable } from '../../model/schema.js';
import type { Plan } from '../../plan/plan.js';
import { bigIntLiteral } from '../code.js';
import { type Data, Reference } from '../data-literal.js';

/** An example as a program holds it: integers of 64 bits are `bigint` literals where the package has them so. */
export function programValue({ api, shapes }: Plan, id: SchemaId | undefined, value: Json): Data {
  if (shapes.int64 === 'number' || id === undefined) return value;
  return converted(value, [id], api.schemas);
}

/** `ids` are the schemas that describe the value. */
function converted(value: Json, ids: readonly SchemaId[], schemas: SchemaTable): Data {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  const described = inPlace(ids, schemas);
  if (typeof value === 'number') {
    return Number.isInteger(value) && described.some(isBigInteger)
      ? new Reference(bigIntLiteral(value))
      : value;
  }
  if (isList(value)) {
    return value.map((item, index) => {
      const next = described.map(({ keywords }) => keywords.prefixItems?.[index] ?? keywords.items);
      return converted(item, next.filter(isSaid), schemas);
    });
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const next = described.map(
        ({ keywords }) =>
          keywords.properties?.find(([each]) => each === name)?.[1] ??
          keywords.additionalProperties,
      );
      return [name, converted(member, next.filter(isSaid), schemas)];
    }),
  );
}

function inPlace(ids: readonly SchemaId[], schemas: SchemaTable): readonly KeywordSchema[] {
  const found = new Map<SchemaId, KeywordSchema>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords' || found.has(id)) continue;
    found.set(id, schema);
    open.push(...appliedInPlace(schema, schemas));
  }
  return [...found.values()];
}

function isSaid(id: SchemaId | undefined): id is SchemaId {
  return id !== undefined;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
