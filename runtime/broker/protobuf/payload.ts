import {
  fromBinary,
  fromJson,
  fromJsonString,
  toBinary,
  toJson,
  toJsonString,
  type JsonValue,
  type Message,
} from '@bufbuild/protobuf';
import { createFramedCodecs } from '../confluent-frame.js';
import {
  PayloadError,
  withPayloadErrors,
  type ConnectedPayloadCodec,
  type PayloadCodec,
} from '../payload-codec.js';
import type { SchemaLookups } from '../schema-lookups.js';
import { readIndexes, writeIndexes } from './confluent-indexes.js';
import { fromProtoJson, toProtoJson, type ProtobufInt64 } from './forms.js';
import { indexesOf, protobufType, type ProtobufFiles, type ProtobufType } from './registry.js';

/** A message, and how its values are represented in programs. */
export interface ProtobufPayloadOptions {
  /** Full name of the message, such as `com.example.tea.Order`. */
  readonly message: string;
  /** Descriptors of its file and of those that it imports. */
  readonly files: ProtobufFiles;
  /** Text of its file, which a schema registry has. */
  readonly text: string;
  /** Integers of 64 bits: exact numbers up to 2^53 (default), or `bigint`. */
  readonly int64?: ProtobufInt64;
}

/** Writes and reads values of one message, whose bytes are those of a message of the library. */
interface Values {
  readonly type: ProtobufType;
  toMessage(value: unknown): Message;
  toValue(message: Message): unknown;
}

/**
 * Payloads of a message of Protobuf: in the binary format, behind the id of their schema and their path in it if there is a registry, or in ProtoJSON if the
 * media type is one of JSON.
 */
export function protobufPayload(options: ProtobufPayloadOptions): PayloadCodec {
  let known: Values | undefined;
  const values = (): Values => (known ??= createValues(options));
  let text: ConnectedPayloadCodec | undefined;
  let plain: ConnectedPayloadCodec | undefined;
  const framed = createFramedCodecs({
    name: options.message,
    schema: () => ({ type: 'PROTOBUF', text: options.text }),
    encode: (value) => writeIndexes(indexesOf(values().type.message), encode(values(), value)),
    createReader: (lookups) => createReader(lookups, values),
  });
  return {
    name: options.message,
    connect({ contentType, registry, subject }) {
      if (/^[^/;]+\/(?:[^;]+\+)?json\s*(?:;|$)/i.test(contentType.trim()))
        return (text ??= jsonCodec(values));
      if (registry === undefined) return (plain ??= plainCodec(values));
      return framed({ contentType, registry, subject });
    },
  };
}

function createValues({ files, message: name, int64 = 'number' }: ProtobufPayloadOptions): Values {
  const type = protobufType(files, name);
  const { message, registry } = type;
  return {
    type,
    toMessage: (value) => fromJson(message, toProtoJson(message, value) as JsonValue, { registry }),
    toValue: (read) =>
      fromProtoJson(message, toJson(message, read, { registry, alwaysEmitImplicit: true }), int64),
  };
}

function jsonCodec(values: () => Values): ConnectedPayloadCodec {
  const encoder = new TextEncoder();
  return {
    encode(value) {
      const { type, toMessage } = values();
      return encoder.encode(
        toJsonString(
          type.message,
          writing(() => toMessage(value)),
          { registry: type.registry },
        ),
      );
    },
    decode: (bytes) =>
      reading(() => {
        const { type, toValue } = values();
        const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
        return toValue(fromJsonString(type.message, text, { registry: type.registry }));
      }),
  };
}

function plainCodec(values: () => Values): ConnectedPayloadCodec {
  return {
    encode: (value) => encode(values(), value),
    decode: (bytes) => decode(values(), bytes),
  };
}

/** Creates the function that reads values in Confluent's wire format. A reader needs no writer's schema: fields are found by their numbers. */
function createReader(
  lookups: SchemaLookups,
  values: () => Values,
): (id: number, payload: Uint8Array) => unknown {
  return (id, payload) => {
    const language = lookups.known(id)?.type;
    if (language !== 'PROTOBUF')
      throw new PayloadError('unknown', `the schema ${id} is not in Protobuf, but ${language}`);
    const { message } = values().type;
    const { indexes, payload: value } = readIndexes(payload);
    if (indexes.join() !== indexesOf(message).join())
      throw new PayloadError(
        'unknown',
        `the message has another path in its file than ${message.typeName}`,
      );
    return decode(values(), value);
  };
}

function encode({ type, toMessage }: Values, value: unknown): Uint8Array {
  return writing(() => toBinary(type.message, toMessage(value)));
}

function decode({ type, toValue }: Values, bytes: Uint8Array): unknown {
  return reading(() => toValue(fromBinary(type.message, bytes)));
}

function writing<T>(write: () => T): T {
  return withPayloadErrors('invalid', 'the value has no form in Protobuf', write);
}

/** Reads a payload. Whatever the library throws for bytes means that they are malformed. */
function reading<T>(read: () => T): T {
  return withPayloadErrors('malformed', 'the payload is not Protobuf', read);
}
