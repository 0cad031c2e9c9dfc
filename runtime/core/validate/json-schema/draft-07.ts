import { JsonSchemaError, type JsonSchema, type JsonSchemaObject } from './definition.js';
import { mapSubschemas } from './walk.js';

/**
 * Converts a schema of 2020-12 to draft 7.
 *
 * @throws JsonSchemaError if draft 7 has no equivalent of a keyword.
 */
export function toDraft07(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const {
    $ref,
    $defs,
    prefixItems,
    items,
    dependentRequired,
    dependentSchemas,
    contains,
    minContains,
    maxContains,
    unevaluatedItems,
    unevaluatedProperties,
    ...others
  } = mapSubschemas(schema, toDraft07);
  rejectUnevaluated('draft-07', unevaluatedItems, unevaluatedProperties);
  const found = containsOne('draft-07', contains, minContains, maxContains);
  const result: JsonSchemaObject = {
    ...others,
    ...itemsOf(prefixItems, items),
    ...(found === undefined ? {} : { contains: found }),
    ...dependenciesOf(dependentRequired, dependentSchemas),
    ...($defs === undefined ? {} : { definitions: $defs }),
  };
  return withReference(result, $ref);
}

/** Adds a reference, beside which these dialects ignore other keywords. */
export function withReference(schema: JsonSchemaObject, $ref: unknown): JsonSchemaObject {
  if (typeof $ref !== 'string') return schema;
  const reference = { $ref: $ref.replace(/^#\/\$defs\//, '#/definitions/') };
  if (Object.keys(schema).length === 0) return reference;
  return { ...schema, allOf: [reference, ...((schema['allOf'] as []) ?? [])] };
}

/** Rejects what no earlier dialect can express. */
export function rejectUnevaluated(target: string, items: unknown, properties: unknown): void {
  if (items !== undefined && items !== true) throw unsupported('unevaluatedItems', target);
  if (properties !== undefined && properties !== true)
    throw unsupported('unevaluatedProperties', target);
}

/** `contains` without counts; `undefined` if any number of items is allowed. */
export function containsOne(
  target: string,
  contains: unknown,
  minContains: unknown = 1,
  maxContains?: unknown,
): JsonSchema | undefined {
  if (contains === undefined) return undefined;
  if (maxContains !== undefined) throw unsupported('maxContains', target);
  if (minContains === 0) return undefined;
  if (minContains !== 1) throw unsupported('minContains', target);
  return contains as JsonSchema;
}

/** Error for a keyword without an equivalent. */
export function unsupported(keyword: string, target: string): JsonSchemaError {
  return new JsonSchemaError('unsupported-keyword', `${target} has no equivalent of "${keyword}"`);
}

function itemsOf(prefix: unknown, items: unknown): JsonSchemaObject {
  const isTuple = Array.isArray(prefix) && prefix.length > 0;
  if (!isTuple) return items === undefined ? {} : { items };
  return { items: prefix, ...(items === undefined ? {} : { additionalItems: items }) };
}

function dependenciesOf(required: unknown = {}, schemas: unknown = {}): JsonSchemaObject {
  const dependencies = new Map<string, unknown>(Object.entries(required as object));
  for (const [name, schema] of Object.entries(schemas as object)) {
    const names = dependencies.get(name);
    dependencies.set(name, names === undefined ? schema : { allOf: [schema, { required: names }] });
  }
  return dependencies.size === 0 ? {} : { dependencies: Object.fromEntries(dependencies) };
}
