import type { KeywordSchema, Schema, SchemaId, SchemaTable } from './schema.js';

/**
 * The schemas that a value of a base may be of: a `discriminator` without `oneOf` or `anyOf` chooses among those that extend the schema
 * through `allOf` (OpenAPI 3.0.4 section 4.7.25.4). None for any other schema, or where there is nothing but the base itself.
 */
export function extensionsOf(schemas: SchemaTable, id: SchemaId): readonly SchemaId[] {
  const schema = schemas.get(id);
  return isBase(schema) ? (schema.keywords.discriminator?.mapping ?? []).map(([, to]) => to) : [];
}

/** Whether a `discriminator` makes a schema the base of others. */
export function isBase(schema: Schema | undefined): schema is KeywordSchema {
  if (schema?.kind !== 'keywords') return false;
  const { discriminator, oneOf, anyOf } = schema.keywords;
  if (discriminator === undefined || oneOf !== undefined || anyOf !== undefined) return false;
  return discriminator.mapping.some(([, target]) => target !== schema.id);
}
