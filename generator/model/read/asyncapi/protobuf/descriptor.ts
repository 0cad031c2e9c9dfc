import type { Json } from '../../../schema.js';
import { jsonName } from './json-name.js';
import { fullNameOf, joined, type ProtoTypes } from './resolve.js';
import type { ProtoEnum, ProtoField, ProtoFile, ProtoMessage } from './syntax.js';
import { isWellKnown } from './well-known.js';

/** Scalar types of Protobuf. */
export const scalarTypes: readonly string[] =
  'double float int32 int64 uint32 uint64 sint32 sint64 fixed32 fixed64 sfixed32 sfixed64 bool string bytes'.split(
    ' ',
  );

type Members = { [name: string]: Json };

/** Descriptor of a file in the JSON form of `google.protobuf.FileDescriptorProto`. */
export function fileDescriptor(
  { syntax, package: packageName, imports, messages, enums }: ProtoFile,
  name: string,
  importNames: readonly string[],
  types: ProtoTypes,
): Members {
  return {
    name,
    ...(packageName === '' ? {} : { package: packageName }),
    ...lists({
      dependency: importNames,
      publicDependency: imports.flatMap(({ isPublic }, index) => (isPublic ? [index] : [])),
      messageType: messages.map((each) => messageDescriptor(each, packageName, syntax, types)),
      enumType: enums.map(enumDescriptor),
    }),
    syntax,
  };
}

/** Members that are not empty. */
function lists(members: { readonly [name: string]: readonly Json[] }): Members {
  return Object.fromEntries(Object.entries(members).filter(([, list]) => list.length > 0));
}

function messageDescriptor(
  { name, fields, oneofs, messages, enums }: ProtoMessage,
  scope: string,
  syntax: ProtoFile['syntax'],
  types: ProtoTypes,
): Members {
  const full = joined(scope, name);
  const isSynthetic = ({ label, oneof }: ProtoField): boolean =>
    syntax === 'proto3' && label === 'optional' && oneof === undefined;
  const synthetic = fields.filter(isSynthetic).map((field) => `_${field.name}`);
  const allOneofs = [...oneofs, ...synthetic];
  const entries = fields.flatMap((field) =>
    field.key === undefined ? [] : [entryDescriptor(field, field.key, full, types)],
  );
  return {
    name,
    field: fields.map((field) => {
      const oneof = field.oneof ?? (isSynthetic(field) ? `_${field.name}` : undefined);
      return {
        name: field.name,
        number: field.number,
        label: labelOf(field),
        ...(field.key === undefined
          ? typeMembers(field.type, full, types)
          : { type: 'TYPE_MESSAGE', typeName: `.${full}.${entryName(field)}` }),
        jsonName: jsonName(field),
        ...(oneof === undefined ? {} : { oneofIndex: allOneofs.indexOf(oneof) }),
        ...(isSynthetic(field) ? { proto3Optional: true } : {}),
        ...packedOf(field),
      };
    }),
    ...lists({
      nestedType: [
        ...messages.map((each) => messageDescriptor(each, full, syntax, types)),
        ...entries,
      ],
      enumType: enums.map(enumDescriptor),
      oneofDecl: allOneofs.map((each) => ({ name: each })),
    }),
  };
}

function labelOf({ label, key }: ProtoField): string {
  if (key !== undefined || label === 'repeated') return 'LABEL_REPEATED';
  return label === 'required' ? 'LABEL_REQUIRED' : 'LABEL_OPTIONAL';
}

function packedOf({ options }: ProtoField): Members {
  const packed = options.get('packed');
  return packed === undefined ? {} : { options: { packed: packed === 'true' } };
}

function typeMembers(type: string, scope: string, types: ProtoTypes): Members {
  if (scalarTypes.includes(type)) return { type: `TYPE_${type.toUpperCase()}` };
  const name = fullNameOf(type, scope, (each) => types.has(each) || isWellKnown(each)) ?? type;
  const isEnum = types.get(name)?.kind === 'enum' || name === 'google.protobuf.NullValue';
  return { type: isEnum ? 'TYPE_ENUM' : 'TYPE_MESSAGE', typeName: `.${name}` };
}

/** Name of the message that an entry of a map is on the wire. */
function entryName({ name }: ProtoField): string {
  return `${name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()).replaceAll('_', '')}Entry`;
}

function entryDescriptor(
  field: ProtoField,
  key: string,
  scope: string,
  types: ProtoTypes,
): Members {
  const member = (name: string, number: number, type: string): Members => ({
    name,
    number,
    label: 'LABEL_OPTIONAL',
    ...typeMembers(type, scope, types),
    jsonName: name,
  });
  return {
    name: entryName(field),
    field: [member('key', 1, key), member('value', 2, field.type)],
    options: { mapEntry: true },
  };
}

function enumDescriptor({ name, values }: ProtoEnum): Members {
  const numbers = new Set(values.map(({ number }) => number));
  return {
    name,
    value: values.map((value) => ({ name: value.name, number: value.number })),
    ...(numbers.size < values.length ? { options: { allowAlias: true } } : {}),
  };
}
