import { ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { decodeBase64, encodeBase64 } from '../../core/base64.js';
import { PayloadError } from '../payload-codec.js';

/** How numbers of 64 bits are represented. */
export type ProtobufInt64 = 'number' | 'bigint';

type Convert = (scalar: ScalarType, value: unknown) => unknown;

/** Number of levels of a value. */
const maxDepth = 100;

/** Converts a value of a program to ProtoJSON: numbers of 64 bits to text, and bytes to Base64. */
export function toProtoJson(message: DescMessage, value: unknown): unknown {
  return convertMessage(message, value, toJsonScalar, 0);
}

/** Converts ProtoJSON, as the library writes it, to a value of a program. */
export function fromProtoJson(message: DescMessage, json: unknown, int64: ProtobufInt64): unknown {
  return convertMessage(message, json, (scalar, value) => fromJsonScalar(scalar, value, int64), 0);
}

function convertMessage(
  message: DescMessage,
  value: unknown,
  convert: Convert,
  depth: number,
): unknown {
  if (depth > maxDepth)
    throw new PayloadError('invalid', `the payload has more than ${maxDepth} levels`);
  const wrapped = wrappedScalar(message);
  if (wrapped !== undefined) return value === null ? value : convert(wrapped, value);
  if (message.typeName.startsWith('google.protobuf.')) return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new PayloadError('invalid', `a "${message.typeName}" is not an object`);
  const fields = new Map(message.fields.map((field) => [field.jsonName, field]));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]: readonly [string, unknown]) => {
      if (member === undefined) return [];
      const field = fields.get(name);
      if (field === undefined)
        throw new PayloadError('invalid', `"${message.typeName}" has no field "${name}"`);
      return [[name, convertField(field, member, convert, depth)] as const];
    }),
  );
}

/** Scalar that a message of the file `wrappers.proto` contains. */
function wrappedScalar({ typeName, fields }: DescMessage): ScalarType | undefined {
  if (!/^google\.protobuf\.\w+Value$/.test(typeName)) return undefined;
  const [only] = fields;
  return fields.length === 1 && only?.fieldKind === 'scalar' ? only.scalar : undefined;
}

function convertField(field: DescField, value: unknown, convert: Convert, depth: number): unknown {
  switch (field.fieldKind) {
    case 'scalar':
      return convert(field.scalar, value);
    case 'message':
      return convertMessage(field.message, value, convert, depth + 1);
    case 'list':
      if (!Array.isArray(value)) throw new PayloadError('invalid', `"${field.name}" is no array`);
      return value.map((item: unknown) => convertItem(field, item, convert, depth));
    case 'map':
      if (typeof value !== 'object' || value === null)
        throw new PayloadError('invalid', `"${field.name}" is no object`);
      return Object.fromEntries(
        Object.entries(value).map(([key, item]: readonly [string, unknown]) => [
          key,
          convertItem(field, item, convert, depth),
        ]),
      );
    case 'enum':
      return value;
  }
}

function convertItem(
  { message, scalar }: Pick<DescField, 'message' | 'scalar'>,
  value: unknown,
  convert: Convert,
  depth: number,
): unknown {
  if (message !== undefined) return convertMessage(message, value, convert, depth + 1);
  return scalar === undefined ? value : convert(scalar, value);
}

const longs: ReadonlySet<ScalarType> = new Set([
  ScalarType.INT64,
  ScalarType.SINT64,
  ScalarType.SFIXED64,
  ScalarType.UINT64,
  ScalarType.FIXED64,
]);

function toJsonScalar(scalar: ScalarType, value: unknown): unknown {
  if (scalar === ScalarType.BYTES) {
    if (value instanceof Uint8Array) return encodeBase64(value);
    throw new PayloadError('invalid', 'a value of bytes is not a Uint8Array');
  }
  if (!longs.has(scalar)) return value;
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value);
  throw new PayloadError('invalid', 'an integer of 64 bits is not represented exactly');
}

function fromJsonScalar(scalar: ScalarType, value: unknown, int64: ProtobufInt64): unknown {
  if (scalar === ScalarType.BYTES) return decodeBase64(String(value));
  // NaN and infinities are texts in JSON.
  if (scalar === ScalarType.DOUBLE || scalar === ScalarType.FLOAT) return Number(value);
  if (!longs.has(scalar)) return value;
  if (int64 === 'bigint') return BigInt(String(value));
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new PayloadError('invalid', `the integer ${String(value)} has no exact number`);
}
