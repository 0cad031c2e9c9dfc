import { Buffer } from 'node:buffer';
import { default as avro } from 'avsc';
import { PayloadError } from '../payload-codec.js';
import type { SchemaReference } from '../schema-registry.js';
import type { AvroSchema } from './schema.js';

/** A schema that the library has compiled. */
export type AvroType = avro.Type;

/** Integers of 64 bits as `bigint`, so that none is rounded. */
const exactLong = avro.types.LongType['__with']({
  fromBuffer: (bytes: Buffer) => bytes.readBigInt64LE(),
  toBuffer(value: bigint) {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(value);
    return bytes;
  },
  fromJSON: (value: number | bigint) => BigInt(value),
  toJSON: (value: bigint) => value,
  isValid: (value: unknown) => typeof value === 'bigint' && BigInt.asIntN(64, value) === value,
  compare: (one: bigint, other: bigint) => (one === other ? 0 : one < other ? -1 : 1),
});

/** True for `long`, alone or with a logical type. */
function isLong(definition: unknown): boolean {
  if (typeof definition !== 'object' || definition === null) return definition === 'long';
  return 'type' in definition && definition.type === 'long';
}

/**
 * Compiles a schema, after those that it refers to.
 *
 * @throws {Error} if it is not valid
 */
export function compileType(
  schema: AvroSchema,
  references: readonly SchemaReference[] = [],
): AvroType {
  const options = {
    wrapUnions: 'always',
    omitRecordMethods: true,
    registry: {} as { [name: string]: AvroType },
    typeHook: (definition: unknown) => (isLong(definition) ? exactLong : undefined),
  } as const;
  for (const { text } of references) avro.Type.forSchema(parseSchema(text), options);
  return avro.Type.forSchema(schema as avro.Schema, options);
}

/**
 * Parses the text of a schema. The name of a type may be without quotes.
 *
 * @throws {PayloadError} if it is not JSON
 */
export function parseSchema(text: string): avro.Schema {
  try {
    return JSON.parse(text) as avro.Schema;
  } catch (error) {
    if (/^\w+$/.test(text)) return text as avro.Schema;
    throw new PayloadError('invalid', 'the schema of the registry is not JSON', { cause: error });
  }
}
