import {
  fullName,
  isWrappedUnion,
  logicalTypeOf,
  namespaceOf,
  primitiveTypes,
  valueKind,
  type AvroDefinition,
  type AvroSchema,
  type AvroValueKind,
} from '../../../../../runtime/broker/avro/schema.js';
import type { Sentence } from '../../../../core/diagnostic.js';
import { didYouMean } from '../../../../core/suggestion.js';
import type { Json } from '../../../schema.js';
import { describeType, isArray, isObject, member, type JsonObject } from '../../json.js';
import { childAt, originAt, type ObjectNode, type ValueNode } from '../../openapi/node.js';
import { reference, type SchemaValue, type TranslatedDocument } from '../translated-document.js';
import { invalidAvro } from './invalid-avro.js';
import { fitsType } from './defaults.js';
import { logicalSchema } from './logical-schema.js';

/** A translated type, with what unions and defaults need to know of it. */
export interface TranslatedType {
  readonly schema: SchemaValue;
  readonly kind: AvroValueKind;
  /** Name of the type as a branch of a union. */
  readonly branch: string;
  /** Key of a named type in the document. */
  readonly key?: string;
}

/** State of translating one schema. */
export interface AvroTranslation {
  readonly document: TranslatedDocument;
  /** Named types by full name, as far as they have been read. */
  readonly names: Map<string, TranslatedType>;
  /** Definitions of named types, to check defaults. */
  readonly definitions: Map<string, AvroDefinition>;
  /** Called for each named type, with its full name and its key. */
  readonly named: (name: string, key: string) => void;
}

/** Number of levels of a schema. */
const maxDepth = 100;

const unknownType: TranslatedType = { schema: {}, kind: 'null', branch: '' };

/** Translates a schema of Avro to JSON Schema for the values of a program, and reports what is not Avro. */
export function translateAvro(
  translation: AvroTranslation,
  node: ValueNode,
  namespace = '',
  depth = 0,
): TranslatedType {
  const { value } = node;
  if (depth > maxDepth) return fail(node, invalidAvro.deep({ limit: maxDepth }));
  if (typeof value === 'string') return translateName(translation, node, value, namespace);
  if (isArray(value)) return translateUnion(translation, node, namespace, depth);
  if (!isObject(value)) return fail(node, invalidAvro.kind({ actual: describeType(value) }));
  return translateDefinition(translation, node as ObjectNode, namespace, depth);
}

function fail(node: ValueNode, sentence: Sentence, hint?: string): TranslatedType {
  node.reporter.report(sentence, node.origin, hint === undefined ? {} : { hint });
  return unknownType;
}

function translateName(
  { names }: AvroTranslation,
  node: ValueNode,
  name: string,
  namespace: string,
): TranslatedType {
  if (primitiveTypes.includes(name)) return plainType({ type: name });
  const known = names.get(fullName(name, namespace)) ?? names.get(name);
  if (known !== undefined) return known;
  const complex = ['record', 'enum', 'array', 'map', 'fixed'];
  const hint = complex.includes(name)
    ? `write an object with "type: ${name}"`
    : didYouMean(name, [...primitiveTypes, ...names.keys()]).hint;
  return fail(node, invalidAvro.type({ name }), hint);
}

/** Types whose values have no members: those of Avro, with their logical types. */
function plainType(definition: AvroDefinition): TranslatedType {
  const type = String(definition.type);
  const logical = logicalTypeOf(definition);
  return {
    kind: valueKind(type, logical),
    branch: type,
    schema: logical === undefined ? { ...plainSchemas[type] } : logicalSchema(logical, definition),
  };
}

const plainSchemas: { readonly [type: string]: SchemaValue } = {
  null: { type: 'null' },
  boolean: { type: 'boolean' },
  int: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  long: { type: 'integer', format: 'int64' },
  float: { type: 'number', format: 'float' },
  double: { type: 'number', format: 'double' },
  bytes: { type: 'string', format: 'binary' },
  string: { type: 'string' },
};

function translateUnion(
  translation: AvroTranslation,
  node: ValueNode,
  namespace: string,
  depth: number,
): TranslatedType {
  const branches = (node.value as readonly Json[]).map((_, index) => {
    const branch = childAt(node, index) as ValueNode;
    return isArray(branch.value)
      ? fail(branch, invalidAvro.nested())
      : translateAvro(translation, branch, namespace, depth + 1);
  });
  const seen = new Set<string>();
  branches.forEach(({ branch }, index) => {
    if (seen.has(branch) && branch !== '')
      node.reporter.report(invalidAvro.branch({ name: branch }), originAt(node, index));
    seen.add(branch);
  });
  const isWrapped = isWrappedUnion(branches.map(({ kind }) => kind));
  const schemas = branches.map(({ schema, branch }) =>
    isWrapped && branch !== 'null' ? wrapped(branch, schema) : schema,
  );
  return {
    kind: 'object',
    branch: branches[0]?.branch ?? '',
    schema: schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: schemas },
  };
}

/** An object whose only member is the branch of a union. */
function wrapped(branch: string, schema: SchemaValue): SchemaValue {
  return {
    type: 'object',
    properties: { [branch]: schema },
    required: [branch],
    additionalProperties: false,
  };
}

function translateDefinition(
  translation: AvroTranslation,
  node: ObjectNode,
  namespace: string,
  depth: number,
): TranslatedType {
  const type = childAt(node, 'type');
  if (type === undefined) return fail(node, invalidAvro.list({ what: 'a schema', name: 'type' }));
  if (typeof type.value !== 'string') return translateAvro(translation, type, namespace, depth + 1);
  switch (type.value) {
    case 'record':
    case 'error':
      return translateRecord(translation, node, namespace, depth);
    case 'enum':
      return define(translation, node, namespace, 'enum', () => enumSchema(node));
    case 'fixed':
      return define(translation, node, namespace, 'fixed', () => fixedSchema(node));
    case 'array':
      return {
        kind: 'array',
        branch: 'array',
        schema: { type: 'array', items: memberType(translation, node, 'items', namespace, depth) },
      };
    case 'map':
      return {
        kind: 'object',
        branch: 'map',
        schema: {
          type: 'object',
          additionalProperties: memberType(translation, node, 'values', namespace, depth),
        },
      };
    default:
      return primitiveTypes.includes(type.value)
        ? plainType(node.value as unknown as AvroDefinition)
        : translateName(translation, type, type.value, namespace);
  }
}

function memberType(
  translation: AvroTranslation,
  node: ObjectNode,
  name: 'items' | 'values',
  namespace: string,
  depth: number,
): SchemaValue {
  const items = childAt(node, name);
  if (items !== undefined) return translateAvro(translation, items, namespace, depth + 1).schema;
  const what = name === 'items' ? 'an array' : 'a map';
  return fail(node, invalidAvro.list({ what, name })).schema;
}

const namePart = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Translates a named type. Its schema is made when others may refer to it, because records may be recursive. */
function define(
  translation: AvroTranslation,
  node: ObjectNode,
  namespace: string,
  type: 'record' | 'enum' | 'fixed',
  schemaOf: (name: string) => SchemaValue,
): TranslatedType {
  const { document, names, definitions, named } = translation;
  const name = definedName(node, namespace);
  if (name === undefined) return unknownType;
  if (names.has(name))
    return fail(node, invalidAvro.duplicate({ what: 'the type', name }), 'refer to it by its name');
  const key = freeKey(document, name);
  const definition = node.value as unknown as AvroDefinition;
  const logical = logicalTypeOf(definition);
  const known = {
    schema: reference(key),
    kind: valueKind(type, logical),
    branch: name,
    key,
  };
  names.set(name, known);
  definitions.set(name, definition);
  document.define(key, {}, node.origin);
  const schema = logical === undefined ? schemaOf(name) : logicalSchema(logical, definition);
  const text = member(node.value, 'doc');
  const described = typeof text === 'string' ? { description: text, ...schema } : schema;
  if (key !== name && isSame(described, key, document.definition(name), name)) {
    // Another payload defines the same type.
    const shared = { ...known, schema: reference(name), key: name };
    document.define(key, reference(name), node.origin);
    names.set(name, shared);
    return shared;
  }
  document.define(key, described, node.origin);
  named(name, key);
  return known;
}

/** True if two schemas are equal, but for references to themselves. */
function isSame(
  one: SchemaValue,
  key: string,
  other: SchemaValue | undefined,
  otherKey: string,
): boolean {
  const [own, shared] = [key, otherKey].map((each) => JSON.stringify(reference(each)));
  return JSON.stringify(one).replaceAll(own ?? '', shared ?? '') === JSON.stringify(other);
}

function freeKey(document: TranslatedDocument, name: string): string {
  let key = name;
  for (let number = 2; document.definition(key) !== undefined; number += 1)
    key = `${name}_${number}`;
  return key;
}

/** Full name of a definition (Avro 1.11 "Names"). */
function definedName(node: ObjectNode, around: string): string | undefined {
  const { value } = node;
  const name = member(value, 'name');
  const own = member(value, 'namespace');
  if (typeof name !== 'string' || !name.split('.').every((part) => isName(part))) {
    fail(childAt(node, 'name') ?? node, invalidAvro.name({ what: 'a type', name: textOf(name) }));
    return undefined;
  }
  if (own === undefined) return fullName(name, around);
  if (typeof own === 'string' && (own === '' || own.split('.').every((part) => isName(part))))
    return fullName(name, own);
  const namespace = childAt(node, 'namespace') ?? node;
  fail(namespace, invalidAvro.name({ what: 'a namespace', name: textOf(own) }));
  return undefined;
}

/** True for a name of Avro. `__proto__` is one, but objects have no member of this name. */
function isName(name: string): boolean {
  return namePart.test(name) && name !== '__proto__';
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function translateRecord(
  translation: AvroTranslation,
  node: ObjectNode,
  namespace: string,
  depth: number,
): TranslatedType {
  return define(translation, node, namespace, 'record', (name) => {
    const fields = childAt(node, 'fields');
    const properties: SchemaValue = {};
    const required: string[] = [];
    if (fields === undefined || !isArray(fields.value)) {
      fail(fields ?? node, invalidAvro.list({ what: 'a record', name: 'fields' }));
      return {};
    }
    fields.value.forEach((_, index) => {
      const field = childAt(fields, index) as ValueNode;
      const fieldName = fieldNameOf(field, properties);
      if (fieldName === undefined) return;
      const translated = translateField(translation, field as ObjectNode, name, depth);
      properties[fieldName] = translated;
      if (member(field.value as JsonObject, 'default') === undefined) required.push(fieldName);
    });
    return { type: 'object', properties, required, additionalProperties: false };
  });
}

function fieldNameOf(field: ValueNode, properties: SchemaValue): string | undefined {
  const name = isObject(field.value) ? member(field.value, 'name') : undefined;
  if (typeof name !== 'string' || !isName(name)) {
    fail(field, invalidAvro.name({ what: 'a field', name: textOf(name ?? field.value) }));
    return undefined;
  }
  if (!Object.hasOwn(properties, name)) return name;
  fail(field, invalidAvro.duplicate({ what: 'the field', name }));
  return undefined;
}

function translateField(
  translation: AvroTranslation,
  field: ObjectNode,
  record: string,
  depth: number,
): SchemaValue {
  const type = childAt(field, 'type');
  if (type === undefined)
    return fail(field, invalidAvro.list({ what: 'a field', name: 'type' })).schema;
  const namespace = namespaceOf(record);
  const { schema } = translateAvro(translation, type, namespace, depth + 1);
  const text = member(field.value, 'doc');
  const fallback = childAt(field, 'default');
  if (fallback !== undefined) checkDefault(translation, field, fallback, type, namespace);
  return typeof text === 'string' ? { ...schema, description: text } : schema;
}

/** Reports a default that is not of the type of its field. That of a union must be of its first branch (Avro 1.11 "Unions"). */
function checkDefault(
  { definitions }: AvroTranslation,
  field: ObjectNode,
  fallback: ValueNode,
  { value: type }: ValueNode,
  namespace: string,
): void {
  if (fitsType(fallback.value, type as unknown as AvroSchema, namespace, definitions)) return;
  const [first] = isArray(type) ? type : [type];
  const shown = isObject(first) ? (member(first, 'name') ?? member(first, 'type')) : first;
  fail(
    fallback,
    invalidAvro.default({
      name: textOf(member(field.value, 'name')),
      type: textOf(shown),
    }),
    isArray(type) ? 'the default of a union is a value of its first branch' : undefined,
  );
}

function enumSchema(node: ObjectNode): SchemaValue {
  const symbols = childAt(node, 'symbols');
  if (symbols === undefined || !isArray(symbols.value)) {
    fail(symbols ?? node, invalidAvro.list({ what: 'an enum', name: 'symbols' }));
    return {};
  }
  const seen = new Set<string>();
  symbols.value.forEach((symbol, index) => {
    const at = childAt(symbols, index) as ValueNode;
    if (typeof symbol !== 'string' || !namePart.test(symbol))
      fail(at, invalidAvro.name({ what: 'a symbol', name: textOf(symbol) }));
    else if (seen.has(symbol))
      fail(at, invalidAvro.duplicate({ what: 'the symbol', name: symbol }));
    else seen.add(symbol);
  });
  const fallback = childAt(node, 'default');
  if (fallback !== undefined && !seen.has(String(fallback.value)))
    fail(fallback, invalidAvro.symbol({ symbol: textOf(fallback.value) }));
  return { type: 'string', enum: [...seen] };
}

/** Number of bytes that a "fixed" may have. */
const maxSize = 2 ** 24;

function fixedSchema(node: ObjectNode): SchemaValue {
  const size = member(node.value, 'size');
  if (typeof size === 'number' && Number.isInteger(size) && size >= 0 && size <= maxSize)
    return { type: 'string', format: 'binary', minLength: size, maxLength: size };
  return fail(childAt(node, 'size') ?? node, invalidAvro.size()).schema;
}
