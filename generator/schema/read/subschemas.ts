import { invalidValue, looseForm } from '../../core/diagnostics/values.js';
import { childOrigin } from '../../core/origin.js';
import { isArray, isObject, member } from '../../model/read/json.js';
import { child, childOf, report, wrongType } from '../../model/read/schema/schema-builder.js';
import type { SchemaBuilder } from '../../model/read/schema/schema-builder.js';
import type { Json, SchemaId } from '../../model/schema.js';
import type { KeywordReader, NameOf } from '../keyword.js';

/** Reads a keyword whose value is one schema. */
export function readSchema(name: NameOf<SchemaId>): KeywordReader {
  return (builder, value) => {
    builder.keywords[name] = child(builder, value, name);
  };
}

/** Reads a keyword whose value is a non-empty list of schemas. */
export function readSchemaList(name: NameOf<readonly SchemaId[]>): KeywordReader {
  return (builder, value) => {
    if (!isArray(value)) return wrongType(builder, name, 'an array of schemas', value);
    if (value.length === 0)
      return report(builder, invalidValue.empty({ name, item: 'schema' }), [name]);
    builder.keywords[name] = schemaList(builder, value, name);
  };
}

/** Reads a keyword whose value maps names or patterns to schemas. */
export function readSchemaMap(
  name: NameOf<readonly (readonly [string, SchemaId])[]>,
): KeywordReader {
  return (builder, value) => {
    const read = referencedMap(builder, value, name) ?? schemaMap(builder, value, name);
    if (read !== undefined) builder.keywords[name] = read;
  };
}

/**
 * Reads a map of schemas that is replaced by a `$ref` as a whole. Read as a property named `$ref`, its string value would not be a schema,
 * so it can only mean the map that it refers to.
 */
function referencedMap(
  builder: SchemaBuilder,
  value: Json,
  name: string,
): (readonly [string, SchemaId])[] | undefined {
  const reference = isObject(value) ? member(value, '$ref') : undefined;
  if (!isObject(value) || typeof reference !== 'string' || Object.keys(value).length > 1)
    return undefined;
  const origin = childOrigin(builder.origin, name, '$ref');
  const schemas = builder.reading.resolveMap(reference, builder.scope, origin);
  if (schemas === undefined) return undefined;
  report(builder, looseForm.reference({ name }), [name], {
    part: 'key',
    hint: 'refer to its members one by one',
  });
  return [...schemas];
}

/** Reads schemas by name; reports a value that is not an object. */
export function schemaMap(
  builder: SchemaBuilder,
  value: Json,
  name: string,
): (readonly [string, SchemaId])[] | undefined {
  if (!isObject(value)) {
    wrongType(builder, name, 'an object whose members are schemas', value);
    return undefined;
  }
  const parentOrigin = { parent: builder.origin, key: name };
  const read: (readonly [string, SchemaId])[] = [];
  for (const key of Object.keys(value))
    read.push([key, childOf(builder, value[key] as Json, parentOrigin, key)]);
  return read;
}

/** Reads the schemas of a list. */
export function schemaList(
  builder: SchemaBuilder,
  value: readonly Json[],
  name: string,
): readonly SchemaId[] {
  const parentOrigin = { parent: builder.origin, key: name };
  return value.map((schema, index) => childOf(builder, schema, parentOrigin, index));
}
