import type { Json, TypeName } from '../../model/schema.js';
import { isOfType } from '../../model/shape-types.js';
import type { JsonObject } from './prune.js';

/** Stands in a schema for a member that is absent: an index signature covers the optional members beside it. */
export const ABSENT = { type: 'null', $absent: true } as const;

/**
 * A schema that says in openapi-typescript's reach what our own types take from it: that library heeds nothing beside
 * a reference, no `required` beside a union, no `type` beside `enum`, and takes `anyOf` for what stands instead of the
 * members beside it.
 *
 * @param schemas the component schemas that references lead to
 */
export function spelledOut(value: Json, schemas: JsonObject): Json {
  if (!isObject(value)) return value;
  if (value['not'] === true || isEmpty(value['not'])) return false;
  let schema = besideReference(value);
  schema = demandedOfBranches(schema, schemas);
  schema = demandedMembers(schema, schemas);
  schema = unionBesideMembers(schema);
  schema = indexOfMembers(listed(values(schema)));
  return Object.fromEntries(
    Object.entries(schema).map(([name, member]): [string, Json] => {
      if (MAPS.has(name) && isObject(member)) {
        const members = Object.entries(member).map(([key, each]) => [
          key,
          spelledOut(each, schemas),
        ]);
        return [name, Object.fromEntries(members)];
      }
      if (!SUBSCHEMAS.has(name)) return [name, member];
      return [
        name,
        Array.isArray(member)
          ? (member as readonly Json[]).map((each) => spelledOut(each, schemas))
          : spelledOut(member, schemas),
      ];
    }),
  );
}

const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties']);
const SUBSCHEMAS: ReadonlySet<string> = new Set(
  'allOf anyOf oneOf items prefixItems additionalProperties'.split(' '),
);
const STRUCTURE = 'required properties additionalProperties allOf anyOf oneOf'.split(' ');

/** What stands beside a reference becomes what its target is extended with. */
function besideReference(schema: JsonObject): JsonObject {
  const { $ref, ...rest } = schema;
  if (typeof $ref !== 'string' || !STRUCTURE.some((name) => Object.hasOwn(rest, name))) {
    return schema;
  }
  return { ...rest, allOf: [{ $ref }, ...listAt(rest, 'allOf')] };
}

/** Members demanded beside a union, and described there at most, are demanded of each branch that is an object. */
function demandedOfBranches(schema: JsonObject, schemas: JsonObject): JsonObject {
  const known = [schema, ...listAt(schema, 'allOf').map((part) => targetOf(part, schemas))];
  const names = listAt(schema, 'required').filter(
    (name) => !known.some((each) => describes(each, name)),
  );
  if (names.length === 0) return schema;
  const demanding = (branch: Json, above: readonly JsonObject[]): Json => {
    if (!isObject(branch)) return branch;
    const target = targetOf(branch, schemas);
    if (isUnion(target) && !above.includes(target)) {
      return ofBranches(target, (each) => demanding(each, [...above, target]));
    }
    if (typeof branch['$ref'] !== 'string') {
      const isOther = branch['type'] !== undefined && !speaksOfObjects(branch);
      return isOther
        ? branch
        : { ...branch, required: [...new Set([...listAt(branch, 'required'), ...names])] };
    }
    const isObjects = speaksOfObjects(target) || Object.hasOwn(target, 'allOf');
    return isObjects ? { type: 'object', required: names, allOf: [branch] } : branch;
  };
  const parts = listAt(schema, 'allOf').map((part) =>
    isUnion(targetOf(part, schemas)) ? demanding(part, []) : part,
  );
  return {
    ...ofBranches(schema, (branch) => demanding(branch, [])),
    ...(parts.length > 0 && { allOf: parts }),
  };
}

function ofBranches(schema: JsonObject, changed: (branch: Json) => Json): JsonObject {
  const unions = ['oneOf', 'anyOf'].filter((name) => Object.hasOwn(schema, name));
  return {
    ...schema,
    ...Object.fromEntries(unions.map((name) => [name, listAt(schema, name).map(changed)])),
  };
}

function describes(schema: JsonObject, name: Json): boolean {
  return typeof name === 'string' && Object.hasOwn(objectAt(schema, 'properties'), name);
}

/** What an object demands and does not describe is a member of any type. */
function demandedMembers(schema: JsonObject, schemas: JsonObject): JsonObject {
  if (!speaksOfObjects(schema)) return schema;
  const known = [schema, ...listAt(schema, 'allOf').map((part) => targetOf(part, schemas))];
  const missing = listAt(schema, 'required').filter(
    (name) => !known.some((each) => describes(each, name)),
  );
  if (missing.length === 0) return schema;
  const added = Object.fromEntries(missing.map((name) => [String(name), true]));
  return { ...schema, properties: { ...objectAt(schema, 'properties'), ...added } };
}

/** `anyOf` beside members or other parts restricts them, as `oneOf` does. */
function unionBesideMembers(schema: JsonObject): JsonObject {
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

/** Values that the type beside them allows. */
function values(schema: JsonObject): JsonObject {
  if (schema['const'] === null) {
    const { const: _, ...rest } = schema;
    return { ...rest, type: 'null' };
  }
  const { enum: all, type } = schema;
  if (!Array.isArray(all) || type === undefined) return schema;
  const types = (Array.isArray(type) ? type : [type]) as readonly TypeName[];
  const allowed = (all as readonly Json[]).filter((value) => isOfType(value, types));
  if (allowed.length === 0) return schema;
  const said = allowed.includes(null) ? types : types.filter((each) => each !== 'null');
  return { ...schema, enum: allowed, type: Array.isArray(type) ? said : type };
}

/** A list where items are described and no type is. */
function listed(schema: JsonObject): JsonObject {
  const isList = schema['items'] !== undefined || schema['prefixItems'] !== undefined;
  const isOther = ['const', 'enum', '$ref', 'allOf'].some((name) => schema[name] !== undefined);
  return !isList || isOther || saysType(schema) || isUnion(schema)
    ? schema
    : { ...schema, type: 'array' };
}

/** The types of all members beside `additionalProperties` too, as an index signature has to cover them. */
function indexOfMembers(schema: JsonObject): JsonObject {
  const { patternProperties, ...rest } = schema;
  // Names that a pattern matches are told apart by no type.
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

function speaksOfObjects({ type, properties, additionalProperties }: JsonObject): boolean {
  if (type !== undefined) return type === 'object';
  return properties !== undefined || additionalProperties !== undefined;
}

function saysType(schema: JsonObject): boolean {
  return schema['type'] !== undefined || speaksOfObjects(schema);
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
