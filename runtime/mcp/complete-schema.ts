import type { JsonSchema, JsonSchemaObject } from '../core/validate/json-schema/definition.js';
import { mapSubschemas } from '../core/validate/json-schema/walk.js';
import type { ListedTool, ToolDefinitions } from './tool.js';

/** A schema of an object as a document of its own. */
export interface CompleteSchema {
  readonly schema: ListedTool['inputSchema'];
  /** True if definitions are left out, so that the schema accepts more. */
  readonly isShortened: boolean;
}

/**
 * Adds the definitions to which a schema leads, the nearest first. Those beyond a length accept any value, and keywords that would then reject
 * valid values are left out.
 */
export function completeSchema(
  schema: JsonSchemaObject,
  definitions: ToolDefinitions,
  maxLength: number,
): CompleteSchema {
  const names = new Set(referencesIn(schema));
  const included = new Map<string, JsonSchema>();
  let length = 0;
  // The iteration includes names that are added on the way.
  for (const name of names) {
    const definition = definitions[name];
    if (definition === undefined) continue;
    length += JSON.stringify(definition.schema).length;
    if (length > maxLength) break;
    included.set(name, definition.schema);
    for (const used of definition.uses ?? []) names.add(used);
  }
  const isShortened = included.size < names.size;
  const finished = (each: JsonSchema): JsonSchema => (isShortened ? weakened(each) : each);
  const $defs = Object.fromEntries(
    [...names].map((name) => [name, finished(included.get(name) ?? true)]),
  );
  const object = { ...(finished(schema) as JsonSchemaObject), type: 'object' } as const;
  return { schema: names.size === 0 ? object : { ...object, $defs }, isShortened };
}

/** A schema that accepts at least the same values if schemas below accept more. */
function weakened(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const {
    not: _not,
    if: _if,
    then: _then,
    else: _else,
    unevaluatedItems: _items,
    unevaluatedProperties: _properties,
    maxContains: _maxContains,
    oneOf,
    anyOf,
    ...others
  } = mapSubschemas(schema, weakened);
  const unions = [oneOf, anyOf].filter((each) => each !== undefined);
  if (unions.length < 2) return { ...others, ...(unions.length === 0 ? {} : { anyOf: unions[0] }) };
  const allOf = (others['allOf'] ?? []) as readonly JsonSchema[];
  return { ...others, allOf: [...allOf, { anyOf: oneOf }, { anyOf }] };
}

/** Names of the definitions to which a schema refers. */
function referencesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]: [string, unknown]) =>
    name === '$ref' && typeof each === 'string' && each.startsWith('#/$defs/')
      ? [each.slice('#/$defs/'.length)]
      : referencesIn(each),
  );
}
