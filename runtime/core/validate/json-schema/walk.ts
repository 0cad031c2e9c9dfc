import type { JsonSchema, JsonSchemaObject } from './definition.js';

const single: ReadonlySet<string> = new Set(
  `additionalItems additionalProperties contains else if items not propertyNames then unevaluatedItems
  unevaluatedProperties`.split(/\s+/),
);
const lists: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const maps: ReadonlySet<string> = new Set([
  '$defs',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/** Copies a schema, and replaces each schema directly below. Other values are copied as data. */
export function mapSubschemas(
  schema: JsonSchemaObject,
  replace: (schema: JsonSchema) => JsonSchema,
): JsonSchemaObject {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (single.has(keyword)) return [keyword, replace(value as JsonSchema)];
      if (lists.has(keyword)) return [keyword, (value as readonly JsonSchema[]).map(replace)];
      if (!maps.has(keyword)) return [keyword, copy(value)];
      const members = Object.entries(value as { readonly [name: string]: JsonSchema });
      return [keyword, Object.fromEntries(members.map(([name, each]) => [name, replace(each)]))];
    }),
  );
}

/** A deep copy of a JSON value. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copy(each)]));
}
