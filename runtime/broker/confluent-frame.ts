import {
  PayloadError,
  type ConnectedPayloadCodec,
  type PayloadEnvironment,
} from './payload-codec.js';
import { lookupsOf, type SchemaLookups } from './schema-lookups.js';
import type { RegisteredSchema, SchemaRegistry, SubjectStrategy } from './schema-registry.js';

const headerLength = 5;

/** Bytes before a payload in Confluent's wire format: a zero, and the id of the schema with which it was written, big-endian. */
function writeFrame(id: number, payload: Uint8Array): Uint8Array {
  const framed = new Uint8Array(headerLength + payload.length);
  new DataView(framed.buffer).setUint32(1, id);
  framed.set(payload, headerLength);
  return framed;
}

/**
 * Splits a message in Confluent's wire format.
 *
 * @throws {PayloadError} `malformed` if it has no id
 */
function readFrame(bytes: Uint8Array): {
  readonly id: number;
  readonly payload: Uint8Array;
} {
  if (bytes.length < headerLength || bytes[0] !== 0)
    throw new PayloadError('malformed', 'the payload does not begin with the id of a schema');
  const id = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(1);
  return { id, payload: bytes.subarray(headerLength) };
}

/** What a language contributes to payloads in Confluent's wire format. */
export interface FramedLanguage {
  /** Name of the payload's type, of which its subject may consist. */
  readonly name: string;
  /** The schema whose id publishers ask for. */
  schema(): RegisteredSchema;
  /** Writes what follows the id. */
  encode(value: unknown): Uint8Array;
  /** Creates the function that reads what follows an id. The schema of the id has been looked up. */
  createReader(lookups: SchemaLookups): (id: number, payload: Uint8Array) => unknown;
}

/** Returns the function that connects a language to registries. Publishers with the same registry and subjects share what they have looked up. */
export function createFramedCodecs(
  language: FramedLanguage,
): (
  environment: PayloadEnvironment & { readonly registry: SchemaRegistry },
) => ConnectedPayloadCodec {
  const codecs = new WeakMap<SchemaRegistry, WeakMap<SubjectStrategy, ConnectedPayloadCodec>>();
  return ({ registry, subject }) => {
    const ofRegistry =
      codecs.get(registry) ?? new WeakMap<SubjectStrategy, ConnectedPayloadCodec>();
    codecs.set(registry, ofRegistry);
    const codec = ofRegistry.get(subject) ?? createFramedCodec(language, registry, subject);
    ofRegistry.set(subject, codec);
    return codec;
  };
}

function createFramedCodec(
  { name, schema, encode, createReader }: FramedLanguage,
  registry: SchemaRegistry,
  subject: SubjectStrategy,
): ConnectedPayloadCodec {
  const lookups = lookupsOf(registry);
  const read = createReader(lookups);
  const ids = new Map<string, number>();
  const running = new Map<string, Promise<void>>();
  const lookUpId = async (key: string): Promise<void> => {
    try {
      ids.set(key, await registry.id(key, schema()));
    } finally {
      running.delete(key);
    }
  };
  return {
    prepareToEncode(topic) {
      const key = subject({ topic, name });
      if (ids.has(key)) return undefined;
      const lookup = running.get(key) ?? lookUpId(key);
      running.set(key, lookup);
      return lookup;
    },
    encode(value, topic) {
      const id = ids.get(subject({ topic, name }));
      if (id === undefined) throw new Error('the id of the schema has been looked up');
      return writeFrame(id, encode(value));
    },
    prepareToDecode(bytes) {
      const id = idOf(bytes);
      if (id === undefined || lookups.known(id) !== undefined) return undefined;
      return lookups.schema(id).then(() => undefined);
    },
    decode(bytes) {
      const { id, payload } = readFrame(bytes);
      return read(id, payload);
    },
  };
}

/** Id in front of a payload, if it has one. */
function idOf(bytes: Uint8Array): number | undefined {
  try {
    return readFrame(bytes).id;
  } catch {
    return undefined;
  }
}
