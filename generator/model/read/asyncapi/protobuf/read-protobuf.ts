import type { NamedSchema } from '../../../api.js';
import type { ProtobufLanguage } from '../../../message.js';
import type { SchemaId } from '../../../schema.js';
import type { ValueNode } from '../../openapi/node.js';
import { resolvedNode } from '../resolved-node.js';
import type { AsyncReading } from '../reading.js';
import { createTranslatedDocument, type TranslatedDocument } from '../translated-document.js';
import { fileDescriptor } from './descriptor.js';
import { invalidProtobuf } from './invalid-protobuf.js';
import { loadProto, type LoadedProto } from './files.js';
import { fullNameOf, joined, typesOf, type ProtoTypes } from './resolve.js';
import type { ProtoFile, ProtoMessage } from './syntax.js';
import { translateProto } from './translate.js';

/** A payload in Protobuf: the schema of its values in programs, and its message. */
export interface ReadProtobuf {
  readonly schema: SchemaId;
  readonly language: ProtobufLanguage;
}

/** State of reading the Protobuf schemas of a description. */
interface ProtobufReading {
  readonly document: TranslatedDocument;
  /** Types of each text by full name, so that messages with the same text share them. */
  readonly keys: Map<string, Map<string, string>>;
  readonly named: NamedSchema[];
}

const readings = new WeakMap<AsyncReading, ProtobufReading>();

/** Reads a schema in Protobuf: the text of a `.proto` file, also behind a reference. `wanted` is the name of the AsyncAPI message. */
export function readProtobuf(
  reading: AsyncReading,
  valueNode: ValueNode,
  wanted: string | undefined,
): ReadProtobuf | undefined {
  const node = resolvedNode(reading, valueNode);
  const files = node === undefined ? undefined : loadProto(reading, node);
  const main = files?.at(-1);
  if (files === undefined || main === undefined || node === undefined) return undefined;
  const types = typesOf(files.map(({ file }) => file));
  const name = chooseMessage(main, types, node, wanted);
  if (name === undefined) return undefined;
  const { document, keys, named } = protobufReading(reading, valueNode);
  const known = keys.get(main.text) ?? new Map<string, string>();
  keys.set(main.text, known);
  const key = translateProto(
    {
      document,
      types,
      files,
      keys: known,
      pending: [],
      named: (full, at) => {
        const short = full.slice(full.lastIndexOf('.') + 1);
        named.push({ key: `schema:${at}`, name: short, id: document.read(at) });
      },
    },
    name,
  );
  return {
    schema: document.read(key),
    language: {
      name: 'protobuf',
      message: name,
      text: main.text,
      files: files.map(({ file, name: path }) =>
        fileDescriptor(
          file,
          path,
          file.imports.map((each) => each.path),
          types,
        ),
      ),
    },
  };
}

/** Named types of the Protobuf schemas that have been read. */
export function namedProtobufTypes(reading: AsyncReading): readonly NamedSchema[] {
  return readings.get(reading)?.named ?? [];
}

function protobufReading(
  reading: AsyncReading,
  { document: { source } }: ValueNode,
): ProtobufReading {
  const known = readings.get(reading);
  if (known !== undefined) return known;
  const fresh: ProtobufReading = {
    document: createTranslatedDocument(reading.schemas, `${source.uri}.proto`, source),
    keys: new Map(),
    named: [],
  };
  readings.set(reading, fresh);
  return fresh;
}

/** Chooses the message of a payload: the one with the name of the AsyncAPI message, or the only one that no other message contains. */
function chooseMessage(
  { file }: LoadedProto,
  types: ProtoTypes,
  node: ValueNode,
  wanted: string | undefined,
): string | undefined {
  const { messages, package: scope } = file;
  const same = messages.find(({ name }) => plain(name) === plain(wanted ?? ''));
  if (same !== undefined) return joined(scope, same.name);
  const roots = rootsOf(file, types);
  const [only] = roots;
  if (only !== undefined && roots.length === 1) return joined(scope, only.name);
  node.reporter.report(
    messages.length === 0
      ? invalidProtobuf.empty()
      : invalidProtobuf.message({
          names: (only === undefined ? messages : roots).map(({ name }) => name),
        }),
    node.origin,
    { hint: 'the AsyncAPI message has the name of its message in Protobuf' },
  );
  return undefined;
}

function plain(name: string): string {
  return name.replaceAll(/[^\da-z]/gi, '').toLowerCase();
}

/** Messages of a file that are in no other message. */
function rootsOf(
  { messages, package: scope }: ProtoFile,
  types: ProtoTypes,
): readonly ProtoMessage[] {
  const used = new Set<string>();
  const visit = (around: string, { name, fields, messages: inner }: ProtoMessage): void => {
    const full = joined(around, name);
    for (const { type } of fields) {
      const target = fullNameOf(type, full, (each) => types.has(each));
      // A message may contain itself.
      if (target !== undefined && target !== full) used.add(target);
    }
    for (const each of inner) visit(full, each);
  };
  for (const each of messages) visit(scope, each);
  return messages.filter(({ name }) => !used.has(joined(scope, name)));
}
