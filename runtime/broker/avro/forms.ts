import { Buffer } from 'node:buffer';
import { JsonNumber } from '../../core/json.js';
import { PayloadError } from '../payload-codec.js';
import { logicalForm } from './logical-forms.js';
import {
  fullName,
  isWrappedUnion,
  logicalTypeOf,
  namespaceOf,
  primitiveTypes,
  valueKind,
  type AvroDefinition,
  type AvroField,
  type AvroSchema,
  type AvroValueKind,
} from './schema.js';

/** Converts between the form of a program and the one that Avro stores, in which values of unions have the name of their branch. */
export interface AvroForm {
  encode(value: unknown): unknown;
  decode(stored: unknown): unknown;
}

/** How numbers of 64 bits and bytes are represented. */
export interface AvroFormOptions {
  readonly int64: 'number' | 'bigint';
  /** `bytes` for the binary encoding; `text` for the JSON encoding, where a byte is a character from U+0000 to U+00FF. */
  readonly bytes: 'bytes' | 'text';
}

/** A form with what a union needs to know of its branches. */
interface BranchForm extends AvroForm {
  readonly kind: AvroValueKind;
  /** Name of the branch in a union. */
  readonly branch: string;
}

interface Compiling extends AvroFormOptions {
  readonly names: Map<string, BranchForm>;
}

/** Number of levels of a value. Deeper ones are refused, before a call stack overflows. */
const maxDepth = 500;

/** Prepares the conversions of a schema. The schema is valid: the generator has checked it. */
export function compileForm(schema: AvroSchema, options: AvroFormOptions): AvroForm {
  const form = compile(schema, '', { ...options, names: new Map() });
  return { encode: (value) => form.encode(value), decode: (stored) => form.decode(stored) };
}

function compile(schema: AvroSchema, namespace: string, context: Compiling): BranchForm {
  if (typeof schema === 'string') {
    if (primitiveTypes.includes(schema)) return primitive({ type: schema }, context);
    const known = context.names.get(fullName(schema, namespace)) ?? context.names.get(schema);
    if (known === undefined) throw new Error(`the schema defines "${schema}"`);
    return known;
  }
  if (isUnion(schema)) return union(schema, namespace, context);
  const { type } = schema;
  if (typeof type !== 'string') return compile(type, namespace, context);
  switch (type) {
    case 'record':
    case 'error':
      return record(schema, namespace, context);
    case 'enum':
    case 'fixed': {
      const name = definedName(schema, namespace);
      const form = { ...primitive(schema, context), branch: name };
      context.names.set(name, form);
      return form;
    }
    case 'array': {
      const items = compile(schema.items ?? 'null', namespace, context);
      return {
        kind: 'array',
        branch: type,
        encode: (value) => (value as readonly unknown[]).map((item) => items.encode(item)),
        decode: (stored) => (stored as readonly unknown[]).map((item) => items.decode(item)),
      };
    }
    case 'map': {
      const values = compile(schema.values ?? 'null', namespace, context);
      return {
        kind: 'object',
        branch: type,
        encode: (value) => mapValues(value as object, (each) => values.encode(each)),
        decode: (stored) => mapValues(stored as object, (each) => values.decode(each)),
      };
    }
    default:
      return primitiveTypes.includes(type)
        ? primitive(schema, context)
        : compile(type, namespace, context);
  }
}

function isUnion(schema: AvroSchema): schema is readonly AvroSchema[] {
  return Array.isArray(schema);
}

function definedName({ name = '', namespace }: AvroDefinition, around: string): string {
  return fullName(name, namespace ?? around);
}

function primitive(definition: AvroDefinition, context: Compiling): BranchForm {
  const type = String(definition.type);
  const logical = logicalTypeOf(definition);
  const stored = storedForm(type, context, logical !== undefined);
  const kind = valueKind(type, logical);
  if (logical === undefined) return { kind, branch: type, ...stored };
  const form = logicalForm(logical, definition);
  return {
    kind,
    branch: type,
    encode: (value) => stored.encode(form.encode(value)),
    decode: (value) => form.decode(stored.decode(value)),
  };
}

const same: AvroForm = { encode: (value) => value, decode: (stored) => stored };

/** Form of a type without its logical type. */
function storedForm(type: string, { int64, bytes }: Compiling, isLogical: boolean): AvroForm {
  switch (type) {
    case 'long':
      return int64 === 'bigint' || isLogical
        ? {
            encode: longOf,
            decode: storedLong,
          }
        : { encode: longOf, decode: exactNumber };
    case 'int':
    case 'float':
    case 'double':
      return bytes === 'text' ? { encode: (value) => value, decode: textNumber } : same;
    case 'bytes':
    case 'fixed':
      return bytes === 'text' ? { encode: latin1Text, decode: latin1Bytes } : binary;
    default:
      return same;
  }
}

function longOf(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  throw new PayloadError('invalid', 'a "long" is not an integer that is represented exactly');
}

function storedLong(stored: unknown): bigint {
  if (typeof stored === 'bigint') return stored;
  const text = stored instanceof JsonNumber ? stored.text : String(stored);
  if (!/^-?\d{1,20}$/.test(text)) throw new PayloadError('invalid', 'a "long" is not an integer');
  return BigInt(text);
}

/** A `long` as a number. One that no number represents is refused, so that no value changes silently. */
function exactNumber(stored: unknown): number {
  const value = Number(storedLong(stored));
  if (Number.isSafeInteger(value)) return value;
  throw new PayloadError('invalid', `the "long" ${String(stored)} has no exact number`);
}

function textNumber(stored: unknown): unknown {
  return stored instanceof JsonNumber ? Number(stored.text) : stored;
}

/** Bytes, which the library takes as a `Buffer`. */
const binary: AvroForm = {
  encode(value) {
    const { buffer, byteOffset, byteLength } = bytesOf(value);
    return Buffer.from(buffer, byteOffset, byteLength);
  },
  decode: (stored) => new Uint8Array(stored as Uint8Array),
};

function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new PayloadError('invalid', 'a value of bytes is not a Uint8Array');
}

function latin1Text(value: unknown): string {
  return Array.from(bytesOf(value), (byte) => String.fromCharCode(byte)).join('');
}

function latin1Bytes(stored: unknown): Uint8Array {
  const text = typeof stored === 'string' ? stored : undefined;
  if (text === undefined || /[^\0-\xff]/.test(text))
    throw new PayloadError('invalid', 'bytes are not a text of characters up to U+00FF');
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function record(schema: AvroDefinition, around: string, context: Compiling): BranchForm {
  const name = definedName(schema, around);
  const fields: (readonly [AvroField, BranchForm])[] = [];
  let depth = 0;
  const convert = (
    value: unknown,
    each: (form: BranchForm, member: unknown, field: AvroField) => unknown,
  ) => {
    if (typeof value !== 'object' || value === null)
      throw new PayloadError('invalid', `a "${name}" is not an object`);
    depth += 1;
    if (depth > maxDepth) {
      depth = 0;
      throw new PayloadError('invalid', `the payload has more than ${maxDepth} levels`);
    }
    try {
      return Object.fromEntries(
        fields.flatMap(([field, form]) => {
          const member = Object.hasOwn(value, field.name)
            ? (value as { readonly [field: string]: unknown })[field.name]
            : undefined;
          const converted = each(form, member, field);
          return converted === undefined ? [] : [[field.name, converted] as const];
        }),
      );
    } finally {
      depth = Math.max(0, depth - 1);
    }
  };
  const form: BranchForm = {
    kind: 'object',
    branch: name,
    encode: (value) =>
      convert(value, (member, found, field) =>
        found === undefined ? defaultOf(field, member, context) : member.encode(found),
      ),
    decode: (stored) => convert(stored, (member, found) => member.decode(found)),
  };
  context.names.set(name, form);
  for (const field of schema.fields ?? [])
    fields.push([field, compile(field.type, namespaceOf(name), context)]);
  return form;
}

/** What is stored for a field without a value. The binary encoding has its default filled in by the library. */
function defaultOf(field: AvroField, { branch }: BranchForm, { bytes }: Compiling): unknown {
  if (bytes === 'bytes' || field.default === undefined) return undefined;
  const [first] = isUnion(field.type) ? field.type : [];
  if (first === undefined || field.default === null) return field.default;
  return { [branch]: field.default };
}

function union(branches: readonly AvroSchema[], namespace: string, context: Compiling): BranchForm {
  const forms = branches.map((each) => compile(each, namespace, context));
  const byName = new Map(forms.map((form) => [form.branch, form]));
  const isWrapped = isWrappedUnion(forms.map(({ kind }) => kind));
  const wrap = ({ branch, ...form }: BranchForm, value: unknown): unknown =>
    branch === 'null' ? null : { [branch]: form.encode(value) };
  return {
    kind: 'object',
    branch: forms[0]?.branch ?? 'null',
    encode(value) {
      if (!isWrapped) {
        const form = forms.find(({ kind }) => kind === kindOf(value));
        return form === undefined ? noBranch() : wrap(form, value);
      }
      if (value === null) return byName.has('null') ? null : noBranch();
      const [name, inner] = onlyMember(value);
      const form = byName.get(name);
      return form === undefined ? noBranch() : wrap(form, inner);
    },
    decode(stored) {
      if (stored === null) return byName.has('null') ? null : noBranch();
      const [name, inner] = onlyMember(stored);
      const form = byName.get(name);
      if (form === undefined) return noBranch();
      const value = form.decode(inner);
      return isWrapped ? { [name]: value } : value;
    },
  };
}

function noBranch(): never {
  throw new PayloadError('invalid', 'a value belongs to no branch of its union');
}

function onlyMember(value: unknown): readonly [string, unknown] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const [only] = entries;
  return only === undefined || entries.length > 1 ? noBranch() : only;
}

function kindOf(value: unknown): AvroValueKind | undefined {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Uint8Array) return 'bytes';
  switch (typeof value) {
    case 'bigint':
    case 'number':
      return 'number';
    case 'boolean':
    case 'string':
    case 'object':
      return typeof value as 'boolean' | 'string' | 'object';
    default:
      return undefined;
  }
}

function mapValues(map: object, convert: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, convert(value)]));
}
