import { reference, type SchemaValue, type TranslatedDocument } from '../translated-document.js';
import { scalarTypes } from './descriptor.js';
import { jsonName } from './json-name.js';
import { invalidProtobuf } from './invalid-protobuf.js';
import { reportAt, type LoadedProto } from './files.js';
import { fullNameOf, type ProtoType, type ProtoTypes } from './resolve.js';
import type { ProtoField } from './syntax.js';
import { isWellKnown, valueSchema } from './well-known.js';

/** State of translating the types of one schema. */
export interface ProtoTranslation {
  readonly document: TranslatedDocument;
  readonly types: ProtoTypes;
  readonly files: readonly LoadedProto[];
  /** Keys of the types that have been translated, by full name. */
  readonly keys: Map<string, string>;
  /** Types with a key that are to be translated. */
  readonly pending: { readonly key: string; readonly type: ProtoType }[];
  /** Called for each type, with its full name and its key. */
  readonly named: (name: string, key: string) => void;
}

/** Translates a message, and what it refers to, to JSON Schema for the values of a program, and returns its key. */
export function translateProto(translation: ProtoTranslation, name: string): string {
  const { document, named, pending } = translation;
  const root = keyOf(translation, name);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { key, type } = next;
    const schema = type.kind === 'enum' ? enumSchema(type) : messageSchema(translation, type);
    document.define(key, schema, nodeOf(translation, type).origin);
    named(type.name, key);
  }
  return root;
}

/** Key of a type, which is translated later if it has not been. */
function keyOf(
  { document, types, keys, pending, ...rest }: ProtoTranslation,
  name: string,
): string {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const type = types.get(name);
  if (type === undefined) throw new Error(`"${name}" is a type`);
  let key = name;
  for (let number = 2; document.definition(key) !== undefined; number += 1)
    key = `${name}_${number}`;
  keys.set(name, key);
  document.define(key, {}, nodeOf(rest, type).origin);
  pending.push({ key, type });
  return key;
}

function nodeOf(
  { files }: Pick<ProtoTranslation, 'files'>,
  { file }: ProtoType,
): LoadedProto['node'] {
  const loaded = files.find((each) => each.file === file);
  if (loaded === undefined) throw new Error('the file of a type has been loaded');
  return loaded.node;
}

/** Names of values. Files of proto3 may receive others, as numbers (Protocol Buffers Language Guide, "Enum Behavior"). */
function enumSchema({
  enum: { values },
  file: { syntax },
}: ProtoType & { readonly kind: 'enum' }): SchemaValue {
  const names = { type: 'string', enum: values.map(({ name }) => name) };
  if (syntax === 'proto2') return names;
  return { anyOf: [names, { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }] };
}

function messageSchema(
  translation: ProtoTranslation,
  type: ProtoType & { readonly kind: 'message' },
): SchemaValue {
  const { name, message, file } = type;
  const properties: SchemaValue = {};
  const required: string[] = [];
  for (const field of message.fields) {
    const schema = fieldSchema(translation, type, field);
    const property = jsonName(field);
    properties[property] = schema;
    if (isRequired(translation, field, name, file.syntax)) required.push(property);
  }
  return { type: 'object', properties, required, additionalProperties: false };
}

/** True for a field that every value has: it has no presence of its own, or is required. */
function isRequired(
  { types }: ProtoTranslation,
  { label, key, oneof, type }: ProtoField,
  scope: string,
  syntax: 'proto2' | 'proto3',
): boolean {
  if (key !== undefined || label === 'repeated' || label === 'required') return true;
  if (oneof !== undefined || label === 'optional' || syntax === 'proto2') return false;
  if (scalarTypes.includes(type)) return true;
  const full = fullNameOf(type, scope, (each) => types.has(each));
  return full !== undefined && types.get(full)?.kind === 'enum';
}

function fieldSchema(
  translation: ProtoTranslation,
  type: ProtoType & { readonly kind: 'message' },
  field: ProtoField,
): SchemaValue {
  const item = typeSchema(translation, type, field);
  if (field.key !== undefined) return { type: 'object', additionalProperties: item };
  return field.label === 'repeated' ? { type: 'array', items: item } : item;
}

function typeSchema(
  translation: ProtoTranslation,
  type: ProtoType & { readonly kind: 'message' },
  { type: written, position }: ProtoField,
): SchemaValue {
  if (scalarTypes.includes(written)) return valueSchema(written) ?? {};
  const { types } = translation;
  const full = fullNameOf(written, type.name, (each) => types.has(each) || isWellKnown(each));
  if (full === undefined) {
    reportAt(nodeOf(translation, type), invalidProtobuf.type({ name: written }), position);
    return {};
  }
  return types.has(full) ? reference(keyOf(translation, full)) : (valueSchema(full) ?? {});
}
