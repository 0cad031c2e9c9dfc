import {
  JsonSchemaError,
  reachableDefinitions,
  type JsonDefinition,
  type JsonSchema,
  type JsonSchemaObject,
} from './definition.js';
import { toDraft07 } from './draft-07.js';
import { toOpenApi30 } from './openapi-3.0.js';
import { mapSubschemas } from './walk.js';

/** Targets of JSON Schemas that the runtime supports. */
export type JsonSchemaTarget = 'draft-2020-12' | 'draft-07' | 'openapi-3.0';

/**
 * Returns the JSON Schema of a definition as a document of its own: the definitions to which it refers are in `$defs`, or in `definitions`
 * for other targets than 2020-12.
 *
 * @throws JsonSchemaError if the target is unknown or cannot express the schema, or if its values are no JSON.
 */
export function jsonSchemaOf(root: JsonDefinition, target: string): Record<string, unknown> {
  if (!isTarget(target))
    throw new JsonSchemaError(
      'unsupported-target',
      `the target "${target}" is not supported: use ${Object.keys(converters).join(', ')}`,
    );
  const convert = converters[target];
  const definitions = reachableDefinitions(root);
  const converted = [...definitions].find(({ isConverted }) => isConverted);
  if (converted !== undefined)
    throw new JsonSchemaError(
      'not-json',
      `${root.name} has values that are no JSON, such as dates, bigints or bytes${converted === root ? '' : `, in ${converted.name}`}`,
    );
  const own = `#/$defs/${root.name}`;
  const others = [...definitions].filter((each) => each !== root);
  const $defs = Object.fromEntries(
    others.map(({ name, schema }) => [name, withRoot(schema, own)] as const),
  );
  const schema = withRoot(root.schema, own);
  const object = typeof schema === 'boolean' ? (schema ? {} : { not: {} }) : schema;
  return convert(others.length === 0 ? object : { ...object, $defs });
}

const converters: {
  readonly [Target in JsonSchemaTarget]: (schema: JsonSchemaObject) => Record<string, unknown>;
} = {
  'draft-2020-12': (schema) => ({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...schema,
  }),
  'draft-07': (schema) => ({
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...(toDraft07(schema) as JsonSchemaObject),
  }),
  'openapi-3.0': (schema) => ({ ...toOpenApi30(schema) }),
};

function isTarget(target: string): target is JsonSchemaTarget {
  return Object.hasOwn(converters, target);
}

/** Copies a schema in which references to the root definition become references to the document. */
function withRoot(schema: JsonSchema, own: string): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const copy = mapSubschemas(schema, (each) => withRoot(each, own));
  return copy['$ref'] === own ? { ...copy, $ref: '#' } : copy;
}
