import type { Json, TypeName } from '../../model/schema.js';
import { isOfType } from '../../model/shape/types.js';
import type { JsonObject } from './prune.js';

/**
 * Marker schema for an absent property. An index signature must also cover `undefined` of optional
 * properties.
 */
export const ABSENT = { type: 'null', $absent: true } as const;

/**
 * Rewrites a schema so that openapi-typescript generates the same type as this generator. The
 * library ignores keywords beside a reference, `required` beside a union, and `type` beside `enum`.
 * It treats `anyOf` as an alternative to the properties beside it.
 *
 * @param schemas the component schemas, for resolving references
 */
export function normaliseForLibrary(value: Json, schemas: JsonObject): Json {
  if (!isObject(value)) return value;
  if (value['not'] === true || isEmpty(value['not'])) return false;
  let schema = mergeIntoAllOf(value);
  schema = requireInBranches(schema, schemas);
  schema = declareRequired(schema, schemas);
  schema = anyOfAsOneOf(schema);
  schema = widenIndexSignature(withArrayType(restrictValues(schema)));
  return Object.fromEntries(
    Object.entries(schema).map(([name, member]): [string, Json] => {
      if (MAPS.has(name) && isObject(member)) {
        const members = Object.entries(member).map(([key, each]) => [
          key,
          normaliseForLibrary(each, schemas),
        ]);
        return [name, Object.fromEntries(members)];
      }
      if (!SUBSCHEMAS.has(name)) return [name, member];
      return [
        name,
        Array.isArray(member)
          ? (member as readonly Json[]).map((each) => normaliseForLibrary(each, schemas))
          : normaliseForLibrary(member, schemas),
      ];
    }),
  );
}

const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties']);
const SUBSCHEMAS: ReadonlySet<string> = new Set(
  'allOf anyOf oneOf items prefixItems additionalProperties'.split(' '),
);
const STRUCTURE = 'required properties additionalProperties allOf anyOf oneOf'.split(' ');

/** Moves keywords beside a reference into `allOf` with the reference. */
function mergeIntoAllOf(schema: JsonObject): JsonObject {
  const { $ref, ...rest } = schema;
  if (typeof $ref !== 'string' || !STRUCTURE.some((name) => Object.hasOwn(rest, name))) {
    return schema;
  }
  return { ...rest, allOf: [{ $ref }, ...listAt(rest, 'allOf')] };
}

/**
 * Requires properties in each object branch of a union, if they are required beside it and not
 * declared there.
 */
function requireInBranches(schema: JsonObject, schemas: JsonObject): JsonObject {
  const declaring = [schema, ...listAt(schema, 'allOf').map((part) => targetOf(part, schemas))];
  const names = listAt(schema, 'required').filter(
    (name) => !declaring.some((each) => declares(each, name)),
  );
  if (names.length === 0) return schema;
  const requireNames = (branch: Json, visited: readonly JsonObject[]): Json => {
    if (!isObject(branch)) return branch;
    const target = targetOf(branch, schemas);
    if (isUnion(target) && !visited.includes(target)) {
      return mapBranches(target, (each) => requireNames(each, [...visited, target]));
    }
    if (typeof branch['$ref'] !== 'string') {
      const isOther = branch['type'] !== undefined && !describesObject(branch);
      return isOther
        ? branch
        : { ...branch, required: [...new Set([...listAt(branch, 'required'), ...names])] };
    }
    const isObjectTarget = describesObject(target) || Object.hasOwn(target, 'allOf');
    return isObjectTarget ? { type: 'object', required: names, allOf: [branch] } : branch;
  };
  const parts = listAt(schema, 'allOf').map((part) =>
    isUnion(targetOf(part, schemas)) ? requireNames(part, []) : part,
  );
  return {
    ...mapBranches(schema, (branch) => requireNames(branch, [])),
    ...(parts.length > 0 && { allOf: parts }),
  };
}

function mapBranches(schema: JsonObject, change: (branch: Json) => Json): JsonObject {
  const unions = ['oneOf', 'anyOf'].filter((name) => Object.hasOwn(schema, name));
  return {
    ...schema,
    ...Object.fromEntries(unions.map((name) => [name, listAt(schema, name).map(change)])),
  };
}

function declares(schema: JsonObject, name: Json): boolean {
  return typeof name === 'string' && Object.hasOwn(objectAt(schema, 'properties'), name);
}

/** Declares required but undeclared properties of an object with any type. */
function declareRequired(schema: JsonObject, schemas: JsonObject): JsonObject {
  if (!describesObject(schema)) return schema;
  const declaring = [schema, ...listAt(schema, 'allOf').map((part) => targetOf(part, schemas))];
  const missing = listAt(schema, 'required').filter(
    (name) => !declaring.some((each) => declares(each, name)),
  );
  if (missing.length === 0) return schema;
  const added = Object.fromEntries(missing.map((name) => [String(name), true]));
  return { ...schema, properties: { ...objectAt(schema, 'properties'), ...added } };
}

/** Converts `anyOf` beside properties or `allOf` to `oneOf`, so that it restricts them. */
function anyOfAsOneOf(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  const isAlone = !['properties', 'additionalProperties', 'allOf', 'oneOf'].some(
    (name) => rest[name] !== undefined,
  );
  if (!Array.isArray(anyOf) || isAlone) return schema;
  const branches: readonly Json[] = anyOf;
  return Object.hasOwn(rest, 'oneOf')
    ? { ...rest, allOf: [...listAt(rest, 'allOf'), { oneOf: branches }] }
    : { ...rest, oneOf: branches };
}

/** Removes listed values that the declared type excludes. */
function restrictValues(schema: JsonObject): JsonObject {
  if (schema['const'] === null) {
    const { const: _, ...rest } = schema;
    return { ...rest, type: 'null' };
  }
  const { enum: all, type } = schema;
  if (!Array.isArray(all) || type === undefined) return schema;
  const types = (Array.isArray(type) ? type : [type]) as readonly TypeName[];
  const allowed = (all as readonly Json[]).filter((value) => isOfType(value, types));
  if (allowed.length === 0) return schema;
  const remainingTypes = allowed.includes(null) ? types : types.filter((each) => each !== 'null');
  return { ...schema, enum: allowed, type: Array.isArray(type) ? remainingTypes : type };
}

/** Adds the type `array` if items are declared without a type. */
function withArrayType(schema: JsonObject): JsonObject {
  const isList = schema['items'] !== undefined || schema['prefixItems'] !== undefined;
  const isOther = ['const', 'enum', '$ref', 'allOf'].some((name) => schema[name] !== undefined);
  return !isList || isOther || hasType(schema) || isUnion(schema)
    ? schema
    : { ...schema, type: 'array' };
}

/**
 * Extends `additionalProperties` by the types of all declared properties, because an index
 * signature must cover them.
 */
function widenIndexSignature(schema: JsonObject): JsonObject {
  const { patternProperties, ...rest } = schema;
  // No type can distinguish names that match a pattern.
  const plain = patternProperties === undefined ? schema : { ...rest, additionalProperties: true };
  const { additionalProperties: others, properties } = plain;
  if (!isObject(others) || isEmpty(others) || !isObject(properties) || isEmpty(properties)) {
    return plain;
  }
  const required = listAt(plain, 'required');
  const isPartial = Object.keys(properties).some((name) => !required.includes(name));
  const all = [others, ...Object.values(properties), ...(isPartial ? [ABSENT] : [])];
  return { ...plain, additionalProperties: { anyOf: all } };
}

function describesObject({ type, properties, additionalProperties }: JsonObject): boolean {
  if (type !== undefined) return type === 'object';
  return properties !== undefined || additionalProperties !== undefined;
}

function hasType(schema: JsonObject): boolean {
  return schema['type'] !== undefined || describesObject(schema);
}

function isUnion(schema: JsonObject): boolean {
  return Array.isArray(schema['oneOf']) || Array.isArray(schema['anyOf']);
}

/** The component that a schema refers to, or the schema itself. */
function targetOf(schema: Json, schemas: JsonObject): JsonObject {
  if (!isObject(schema)) return {};
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  const token = $ref.slice('#/components/schemas/'.length);
  return objectAt(schemas, token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function listAt(object: JsonObject, name: string): readonly Json[] {
  const value = object[name];
  return Array.isArray(value) ? value : [];
}

function objectAt(object: JsonObject, name: string): JsonObject {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return isObject(value) ? value : {};
}

function isEmpty(value: Json | undefined): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
