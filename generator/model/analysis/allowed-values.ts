import type { Keywords, SchemaId, SchemaTable } from '../schema.js';

/**
 * Whether a member of a schema's instances may have a value, as far as `const`, `enum` and `type` say: of the schema, of what it refers
 * to and is made of, and of one of its branches where it has branches.
 */
export function propertyAllows(
  table: SchemaTable,
  id: SchemaId,
  name: string,
  value: string | number | boolean,
): boolean {
  return everyPart(table, id, ({ properties = [] }) => {
    const member = properties.find(([property]) => property === name)?.[1];
    return member === undefined || mayBe(table, member, value);
  });
}

function mayBe(table: SchemaTable, id: SchemaId, value: string | number | boolean): boolean {
  return everyPart(table, id, (keywords) => {
    const { const: constant, enum: values, type } = keywords;
    if (constant !== undefined) return constant.value === value;
    if (values !== undefined) return values.includes(value);
    const isWhole = Number.isInteger(value) && type?.includes('integer') === true;
    return type === undefined || isWhole || type.some((each) => each === typeof value);
  });
}

/** Whether something holds of a schema and of all that it demands; of branches, one is enough. Schemas in rings demand nothing new. */
function everyPart(
  table: SchemaTable,
  start: SchemaId,
  holds: (keywords: Keywords) => boolean,
): boolean {
  const known = new Map<SchemaId, boolean>();
  const visit = (id: SchemaId): boolean => {
    const before = known.get(id);
    const schema = table.get(id);
    if (before !== undefined || schema === undefined) return before !== false;
    if (schema.kind === 'boolean') return schema.value;
    known.set(id, true);
    const { $ref, allOf = [], oneOf, anyOf } = schema.keywords;
    const isPossible =
      holds(schema.keywords) &&
      ($ref === undefined || visit($ref)) &&
      allOf.every(visit) &&
      [oneOf, anyOf].every((branches) => branches?.some(visit) !== false);
    known.set(id, isPossible);
    return isPossible;
  };
  return visit(start);
}
