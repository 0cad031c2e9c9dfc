import type { SchemaValue } from '../translated-document.js';

/** Files of Google whose types have forms of their own in JSON (ProtoJSON Format). */
const files: { readonly [file: string]: readonly string[] } = {
  'google/protobuf/duration.proto': ['Duration'],
  'google/protobuf/empty.proto': ['Empty'],
  'google/protobuf/field_mask.proto': ['FieldMask'],
  'google/protobuf/struct.proto': ['Struct', 'Value', 'ListValue', 'NullValue'],
  'google/protobuf/timestamp.proto': ['Timestamp'],
  'google/protobuf/wrappers.proto': [
    'DoubleValue',
    'FloatValue',
    'Int64Value',
    'UInt64Value',
    'Int32Value',
    'UInt32Value',
    'BoolValue',
    'StringValue',
    'BytesValue',
  ],
};

const prefix = 'google.protobuf.';

/** True for the path of a file that an import may name without having it. */
export function isWellKnownFile(path: string): boolean {
  return Object.hasOwn(files, path);
}

/** True for the full name of a type in such a file. */
export function isWellKnown(name: string): boolean {
  return (
    name.startsWith(prefix) &&
    Object.values(files).some((names) => names.includes(name.slice(prefix.length)))
  );
}

/** Schema of a scalar or a well-known type; `undefined` for any other. */
export function valueSchema(type: string): SchemaValue | undefined {
  const name = type.startsWith(prefix) ? type.slice(prefix.length) : undefined;
  const known = name === undefined ? scalars : wellKnown;
  const key = name ?? type;
  return Object.hasOwn(known, key) ? { ...known[key] } : undefined;
}

const int32: SchemaValue = { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };
const uint32: SchemaValue = { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 };
const int64: SchemaValue = { type: 'integer', format: 'int64' };
const uint64: SchemaValue = { type: 'integer', format: 'uint64' };
const bytes: SchemaValue = { type: 'string', format: 'binary' };

const scalars: { readonly [type: string]: SchemaValue } = {
  double: { type: 'number', format: 'double' },
  float: { type: 'number', format: 'float' },
  int32,
  sint32: int32,
  sfixed32: int32,
  uint32,
  fixed32: uint32,
  int64,
  sint64: int64,
  sfixed64: int64,
  uint64,
  fixed64: uint64,
  bool: { type: 'boolean' },
  string: { type: 'string' },
  bytes,
};

const wellKnown: { readonly [type: string]: SchemaValue } = {
  Timestamp: { type: 'string', format: 'date-time' },
  Duration: { type: 'string', pattern: '^-?\\d{1,12}(?:\\.\\d{1,9})?s$' },
  Empty: { type: 'object', additionalProperties: false },
  FieldMask: { type: 'string' },
  Struct: { type: 'object' },
  Value: {},
  ListValue: { type: 'array', items: {} },
  NullValue: { type: 'null' },
  DoubleValue: { type: 'number', format: 'double' },
  FloatValue: { type: 'number', format: 'float' },
  Int64Value: int64,
  UInt64Value: uint64,
  Int32Value: int32,
  UInt32Value: uint32,
  BoolValue: { type: 'boolean' },
  StringValue: { type: 'string' },
  BytesValue: bytes,
};
