import {
  fullName,
  namespaceOf,
  primitiveTypes,
  type AvroDefinition,
  type AvroSchema,
} from '../../../../../runtime/broker/avro/schema.js';
import type { Json } from '../../../schema.js';
import { isArray, isObject, member } from '../../json.js';

/** Number of levels of a default. One that contains itself, through the default of a field, has no end. */
const maxDepth = 100;

/** True if a default, in the JSON encoding, is a value of a type (Avro 1.11 "Complex Types", "Records"). */
export function fitsType(
  value: Json,
  type: AvroSchema,
  namespace: string,
  definitions: ReadonlyMap<string, AvroDefinition>,
  depth = 0,
): boolean {
  if (depth > maxDepth) return false;
  if (typeof type === 'string') {
    if (primitiveTypes.includes(type)) return fitsPrimitive(value, type);
    const name = definitions.has(fullName(type, namespace)) ? fullName(type, namespace) : type;
    const definition = definitions.get(name);
    // A type that is unknown has been reported.
    return (
      definition === undefined ||
      fitsDefinition(value, definition, namespaceOf(name), definitions, depth)
    );
  }
  if (isUnion(type)) {
    const [first] = type;
    return first === undefined || fitsType(value, first, namespace, definitions, depth);
  }
  const { name } = type;
  const inner =
    name === undefined ? namespace : namespaceOf(fullName(name, type.namespace ?? namespace));
  return fitsDefinition(value, type, inner, definitions, depth);
}

function isUnion(type: AvroSchema): type is readonly AvroSchema[] {
  return Array.isArray(type);
}

function fitsPrimitive(value: Json, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'boolean':
      return typeof value === 'boolean';
    case 'int':
      return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 2 ** 31;
    case 'long':
      return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
    case 'float':
    case 'double':
      return typeof value === 'number' || typeof value === 'bigint';
    default:
      return typeof value === 'string';
  }
}

function fitsDefinition(
  value: Json,
  definition: AvroDefinition,
  namespace: string,
  definitions: ReadonlyMap<string, AvroDefinition>,
  depth: number,
): boolean {
  const { type, fields = [], items = 'null', values = 'null', symbols = [], size } = definition;
  const fits = (each: Json, of: AvroSchema): boolean =>
    fitsType(each, of, namespace, definitions, depth + 1);
  switch (type) {
    case 'record':
    case 'error':
      return (
        isObject(value) &&
        fields.every((field) => {
          const found = member(value, field.name) ?? (field.default as Json | undefined);
          return found !== undefined && fits(found, field.type);
        })
      );
    case 'enum':
      return symbols.includes(String(value));
    case 'fixed':
      return typeof value === 'string' && value.length === size;
    case 'array':
      return isArray(value) && value.every((item) => fits(item, items));
    case 'map':
      return isObject(value) && Object.values(value).every((each) => fits(each, values));
    default:
      return fits(value, type);
  }
}
