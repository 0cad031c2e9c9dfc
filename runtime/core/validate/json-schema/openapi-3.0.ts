import type { JsonSchema, JsonSchemaObject } from './definition.js';
import { containsOne, rejectUnevaluated, unsupported, withReference } from './draft-07.js';
import { mapSubschemas } from './walk.js';

const target = 'openapi-3.0';

/**
 * Converts a schema of 2020-12 to a schema object of OpenAPI 3.0, in which definitions are in `definitions`.
 *
 * @throws JsonSchemaError if OpenAPI 3.0 has no equivalent of a keyword.
 */
export function toOpenApi30(schema: JsonSchema): JsonSchemaObject {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} };
  const {
    $ref,
    $defs,
    type,
    const: constant,
    enum: values,
    exclusiveMinimum,
    exclusiveMaximum,
    minimum,
    maximum,
    if: test,
    then,
    else: otherwise,
    contains,
    minContains,
    maxContains,
    dependentRequired = {},
    dependentSchemas = {},
    prefixItems,
    patternProperties,
    propertyNames,
    unevaluatedItems,
    unevaluatedProperties,
    allOf = [],
    contentEncoding: _encoding,
    contentMediaType: _mediaType,
    examples,
    ...others
  } = mapSubschemas(schema, toOpenApi30);
  rejectUnevaluated(target, unevaluatedItems, unevaluatedProperties);
  if (Array.isArray(prefixItems) && prefixItems.length > 0)
    throw unsupported('prefixItems', target);
  if (patternProperties !== undefined) throw unsupported('patternProperties', target);
  if (propertyNames !== undefined) throw unsupported('propertyNames', target);
  const typed = typeKeywords(type);
  const found = containsOne(target, contains, minContains, maxContains);
  const conditions: readonly unknown[] = [
    ...(allOf as readonly unknown[]),
    ...('rest' in typed ? [typed.rest] : []),
    ...(schema['const'] !== undefined && values !== undefined ? [{ enum: values }] : []),
    ...(found === undefined ? [] : [{ not: { type: 'array', items: { not: found } } }]),
    ...(then === undefined || schema['then'] === true ? [] : [{ anyOf: [{ not: test }, then] }]),
    ...(otherwise === undefined ? [] : [{ anyOf: [test, otherwise] }]),
    ...Object.entries(dependentRequired as object).map(([name, required]) =>
      (required as []).length === 0 ? {} : { anyOf: [without(name), { required }] },
    ),
    ...Object.entries(dependentSchemas as object).map(([name, each]) => ({
      anyOf: [without(name), each],
    })),
  ];
  const listed = Object.hasOwn(schema, 'const') ? [constant] : values;
  const result: JsonSchemaObject = {
    ...others,
    ...('keywords' in typed ? typed.keywords : {}),
    ...(listed === undefined ? {} : { enum: listed }),
    ...bound('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum, 1),
    ...bound('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum, -1),
    ...(Array.isArray(examples) && examples.length > 0 ? { example: examples[0] } : {}),
    ...(conditions.length === 0 ? {} : { allOf: conditions }),
    ...($defs === undefined ? {} : { definitions: $defs }),
  };
  const isArray = result['type'] === 'array' && result['items'] === undefined;
  return withReference(isArray ? { ...result, items: {} } : result, $ref);
}

/** Objects without a member, and all other values. */
function without(name: string): JsonSchemaObject {
  return { not: { type: 'object', required: [name] } };
}

/** A type with `nullable`; several types as alternatives, which are a condition of their own. */
function typeKeywords(
  type: unknown,
): { readonly keywords: JsonSchemaObject } | { readonly rest: JsonSchemaObject } {
  if (type === undefined) return { keywords: {} };
  const types = Array.isArray(type) ? (type as readonly string[]) : [type as string];
  const others = types.filter((each) => each !== 'null');
  const nullable = others.length < types.length ? { nullable: true } : {};
  const [only] = others;
  if (only === undefined) return { rest: { type: 'string', nullable: true, enum: [null] } };
  if (others.length === 1) return { keywords: { type: only, ...nullable } };
  const branches = others.map((each) => ({
    type: each,
    ...(each === 'array' ? { items: {} } : {}),
    ...nullable,
  }));
  return { rest: { anyOf: branches } };
}

function bound(
  name: 'minimum' | 'maximum',
  exclusiveName: string,
  inclusive: unknown,
  exclusive: unknown,
  direction: 1 | -1,
): JsonSchemaObject {
  if (typeof exclusive !== 'number') return inclusive === undefined ? {} : { [name]: inclusive };
  const isNarrower = typeof inclusive === 'number' && (inclusive - exclusive) * direction > 0;
  return isNarrower ? { [name]: inclusive } : { [name]: exclusive, [exclusiveName]: true };
}
