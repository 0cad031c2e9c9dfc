import { Buffer } from 'node:buffer';
import { parseJsonNumbers } from '../../core/json-numbers.js';
import { writeJson } from '../../core/write-json.js';
import { createFramedCodecs } from '../confluent-frame.js';
import {
  PayloadError,
  withPayloadErrors,
  type ConnectedPayloadCodec,
  type PayloadCodec,
} from '../payload-codec.js';
import type { SchemaLookups } from '../schema-lookups.js';
import type { RegisteredSchema } from '../schema-registry.js';
import { checkBytes } from './check-bytes.js';
import { compileForm, type AvroForm } from './forms.js';
import { fullName, type AvroDefinition, type AvroSchema } from './schema.js';
import { compileType, parseSchema, type AvroType } from './types.js';

/** How the values of a schema are represented in programs. */
export interface AvroPayloadOptions {
  /** Values of `long`: exact numbers up to 2^53 (default), or `bigint`. */
  readonly int64?: 'number' | 'bigint';
}

/** A schema, compiled when the first message needs it. */
interface CompiledSchema {
  readonly type: AvroType;
  readonly form: AvroForm;
}

/**
 * Payloads of an Avro schema: in the binary encoding, behind the id of their schema if there is a registry, or in the JSON encoding if the media type is
 * one of JSON.
 */
export function avroPayload(
  schema: AvroSchema,
  { int64 = 'number' }: AvroPayloadOptions = {},
): PayloadCodec {
  const name = nameOf(schema);
  let compiled: CompiledSchema | undefined;
  const compile = (): CompiledSchema =>
    (compiled ??= {
      type: compileType(schema),
      form: compileForm(schema, { int64, bytes: 'bytes' }),
    });
  let text: ConnectedPayloadCodec | undefined;
  let plain: ConnectedPayloadCodec | undefined;
  const framed = createFramedCodecs({
    name,
    schema: () => ({ type: 'AVRO', text: JSON.stringify(schema) }),
    encode: (value) => encodeWith(compile(), value),
    createReader: (lookups) => createReader(lookups, compile),
  });
  return {
    name,
    connect({ contentType, registry, subject }) {
      if (isJson(contentType))
        return (text ??= jsonCodec(compileForm(schema, { int64, bytes: 'text' })));
      if (registry === undefined) return (plain ??= plainCodec(compile));
      return framed({ contentType, registry, subject });
    },
  };
}

function nameOf(schema: AvroSchema): string {
  if (typeof schema === 'string') return schema;
  if (Array.isArray(schema)) return 'union';
  const { name, namespace, type } = schema as AvroDefinition;
  return name === undefined ? String(type) : fullName(name, namespace);
}

function isJson(contentType: string): boolean {
  return /^[^/;]+\/(?:[^;]+\+)?json\s*(?:;|$)/i.test(contentType.trim());
}

/** The JSON encoding (Avro 1.11 "JSON Encoding"). */
function jsonCodec(form: AvroForm): ConnectedPayloadCodec {
  const encoder = new TextEncoder();
  return {
    encode: (value) => encoder.encode(writeJson(form.encode(value))),
    decode: (bytes) =>
      reading(() => {
        const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
        return form.decode(parseJsonNumbers(text));
      }),
  };
}

/** The binary encoding without the id of a schema: the writer has the same one. */
function plainCodec(compile: () => CompiledSchema): ConnectedPayloadCodec {
  return {
    encode: (value) => encodeWith(compile(), value),
    decode: (bytes) =>
      reading(() => {
        const { type, form } = compile();
        checkBytes(type, bytes);
        return form.decode(type.fromBuffer(bufferOf(bytes)));
      }),
  };
}

/** Reads the values of one writer's schema. */
interface Writer {
  readonly type: AvroType;
  readonly resolver: ReturnType<AvroType['createResolver']>;
}

/** Number of writers' schemas that are kept compiled. */
const maxWriters = 1000;

/** Creates the function that reads values of a writer's schema, which is resolved to the reader's (Avro 1.11 "Schema Resolution"). */
function createReader(
  lookups: SchemaLookups,
  compile: () => CompiledSchema,
): (id: number, payload: Uint8Array) => unknown {
  const writers = new Map<number, Writer | PayloadError>();
  const writerOf = (id: number): Writer => {
    let writer = writers.get(id);
    if (writer === undefined) {
      const registered = lookups.known(id);
      if (registered === undefined)
        throw new PayloadError('unknown', `the schema ${id} has not been looked up`);
      writer = resolveWriter(id, registered, compile().type);
      const [oldest] = writers.keys();
      if (writers.size >= maxWriters && oldest !== undefined) writers.delete(oldest);
      writers.set(id, writer);
    }
    if (writer instanceof PayloadError) throw writer;
    return writer;
  };
  return (id, payload) =>
    reading(() => {
      const { type, resolver } = writerOf(id);
      checkBytes(type, payload);
      return compile().form.decode(compile().type.fromBuffer(bufferOf(payload), resolver));
    });
}

function resolveWriter(
  id: number,
  { type: language, text, references }: RegisteredSchema,
  reader: AvroType,
): Writer | PayloadError {
  if (language !== 'AVRO')
    return new PayloadError('unknown', `the schema ${id} is not in Avro, but ${language}`);
  try {
    const type = compileType(parseSchema(text) as AvroSchema, references);
    return { type, resolver: reader.createResolver(type) };
  } catch (error) {
    return new PayloadError(
      'unknown',
      `values of the schema ${id} cannot be read with the schema of the description`,
      { cause: error },
    );
  }
}

function encodeWith({ type, form }: CompiledSchema, value: unknown): Uint8Array {
  const stored = form.encode(value);
  return withPayloadErrors(
    'invalid',
    'the value has no form in Avro',
    () => new Uint8Array(type.toBuffer(stored)),
  );
}

/** Reads a payload. Whatever the library throws for bytes means that they are malformed. */
function reading<T>(read: () => T): T {
  return withPayloadErrors('malformed', 'the payload is not Avro', read);
}

/** The bytes as the library takes them, without a copy. */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
