import {
  createFileRegistry,
  fromJson,
  type DescMessage,
  type FileRegistry,
  type JsonValue,
} from '@bufbuild/protobuf';
import {
  file_google_protobuf_duration,
  file_google_protobuf_empty,
  file_google_protobuf_field_mask,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
  file_google_protobuf_wrappers,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';

/** Files that descriptors may refer to without containing them. */
const wellKnownFiles = [
  file_google_protobuf_duration,
  file_google_protobuf_empty,
  file_google_protobuf_field_mask,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
  file_google_protobuf_wrappers,
];

/** Descriptors of `.proto` files in their JSON form, each after those that it imports. */
export type ProtobufFiles = readonly object[];

/** A message with the registry of the types that it refers to. */
export interface ProtobufType {
  readonly message: DescMessage;
  readonly registry: FileRegistry;
}

/** Finds the descriptor of a message. */
export function protobufType(files: ProtobufFiles, name: string): ProtobufType {
  const set = fromJson(FileDescriptorSetSchema, { file: files as unknown as JsonValue });
  const names = new Set(set.file.map((file) => file.name));
  const known = wellKnownFiles.map(({ proto }) => proto).filter((file) => !names.has(file.name));
  set.file.unshift(...known);
  const registry = createFileRegistry(set);
  const message = registry.getMessage(name);
  if (message === undefined) throw new Error(`the descriptors contain "${name}"`);
  return { message, registry };
}

/** Path of a message within its file, as Confluent's wire format has it: the index of each message among those around it. */
export function indexesOf(message: DescMessage): readonly number[] {
  const { parent, file } = message;
  return parent === undefined
    ? [file.messages.indexOf(message)]
    : [...indexesOf(parent), parent.nestedMessages.indexOf(message)];
}
