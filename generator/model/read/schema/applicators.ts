import { foreignKeyword } from './keyword-diagnostics.js';
import { invalidValue, looseForm } from '../../../core/diagnostics/values.js';
import type { Json, SchemaId } from '../../schema.js';
import { childOrigin } from '../../../core/origin.js';
import { isArray, isObject, member, type JsonObject } from '../json.js';
import { resolveMap } from './references.js';
import type { NameOf } from './keyword-name.js';
import { child, childOf, report, sibling, wrongType } from './schema-builder.js';
import type { SchemaBuilder } from './schema-builder.js';
import { checkPattern, strings } from './assertions.js';

/** Reads a keyword whose value is one schema. */
export function singleSchema(builder: SchemaBuilder, value: Json, name: NameOf<SchemaId>): void {
  builder.keywords[name] = child(builder, value, name);
}

/** Reads a keyword whose value is a non-empty list of schemas. */
export function schemaList(
  builder: SchemaBuilder,
  value: Json,
  name: NameOf<readonly SchemaId[]>,
): void {
  if (!isArray(value)) return wrongType(builder, name, 'an array of schemas', value);
  if (value.length === 0)
    return report(builder, invalidValue.empty({ name, item: 'schema' }), [name]);
  builder.keywords[name] = list(builder, value, name);
}

/** Reads a keyword whose value maps names or patterns to schemas. */
export function schemaMap(
  builder: SchemaBuilder,
  value: Json,
  name: 'properties' | 'patternProperties' | 'dependentSchemas',
): void {
  const valid =
    name === 'patternProperties' && isObject(value)
      ? withoutInvalidPatterns(builder, value)
      : value;
  const read = referencedMap(builder, valid, name) ?? entries(builder, valid, name);
  if (read !== undefined) builder.keywords[name] = read;
}

/** Omits names that are not regular expressions, and reports them. */
function withoutInvalidPatterns(builder: SchemaBuilder, value: JsonObject): JsonObject {
  const invalid = Object.keys(value).filter(
    (source) => !checkPattern(builder, source, ['patternProperties', source], 'key'),
  );
  return invalid.length === 0
    ? value
    : Object.fromEntries(Object.entries(value).filter(([source]) => !invalid.includes(source)));
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
  const schemas = resolveMap(builder.reading, reference, builder.scope, origin);
  if (schemas === undefined) return undefined;
  report(builder, looseForm.reference({ name }), [name], {
    part: 'key',
    hint: 'refer to its members one by one',
  });
  return [...schemas];
}

/** Reads schemas by name; reports a value that is not an object. */
export function entries(
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

function list(builder: SchemaBuilder, value: readonly Json[], name: string): readonly SchemaId[] {
  const parentOrigin = { parent: builder.origin, key: name };
  return value.map((schema, index) => childOf(builder, schema, parentOrigin, index));
}

/** `items`; before 2020-12, an array of schemas describes a tuple. */
export function items(builder: SchemaBuilder, value: Json): void {
  if (builder.scope.dialect.itemsTuple && isArray(value)) {
    builder.keywords.prefixItems = list(builder, value, 'items');
    const rest = sibling(builder, 'additionalItems');
    if (rest !== undefined) builder.keywords.items = child(builder, rest, 'additionalItems');
    return;
  }
  if (isArray(value) && builder.scope.dialect.keywords.has('prefixItems')) {
    report(builder, foreignKeyword.tuple(), ['items'], {
      hint: 'write "prefixItems"',
    });
    builder.keywords.prefixItems = list(builder, value, 'items');
    return;
  }
  builder.keywords.items = child(builder, value, 'items');
}

/** `dependencies`, replaced in 2019-09: an array is read as `dependentRequired`, a schema as `dependentSchemas`. */
export function dependencies(builder: SchemaBuilder, value: Json): void {
  if (!isObject(value)) return wrongType(builder, 'dependencies', 'an object', value);
  const names: (readonly [string, readonly string[], 'dependencies'])[] = [];
  const schemas: (readonly [string, SchemaId])[] = [];
  for (const key of Object.keys(value)) {
    const dependency = value[key] as Json;
    if (isArray(dependency))
      names.push([key, strings(builder, dependency, 'dependencies', key) ?? [], 'dependencies']);
    else schemas.push([key, child(builder, dependency, 'dependencies', key)]);
  }
  if (names.length > 0) {
    builder.keywords.dependentRequired = [...(builder.keywords.dependentRequired ?? []), ...names];
  }
  if (schemas.length > 0) {
    builder.keywords.dependentSchemas = [...(builder.keywords.dependentSchemas ?? []), ...schemas];
  }
}
