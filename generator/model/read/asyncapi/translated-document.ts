import type { Origin, SourceText } from '../../../core/origin.js';
import { sourceOf, tokensOf } from '../../../core/origin.js';
import { formatPointer } from '../../../core/pointer.js';
import type { Json, SchemaId } from '../../schema.js';
import { dialects } from '../schema/dialects.js';
import type { SchemaDocument } from '../schema/document.js';
import type { SchemaReading } from '../schema/reading.js';

/** A JSON Schema in progress. */
export type SchemaValue = { [keyword: string]: Json };

/**
 * A document of JSON Schemas that stand for payloads in another language. Its nodes have the positions of what they were translated from, so that
 * everything that reads schemas reports where the author wrote them.
 */
export interface TranslatedDocument {
  /** Adds the schema of a named type, which others refer to by {@link reference}. */
  define(key: string, schema: SchemaValue, origin: Origin): void;
  /** The schema of a key; `undefined` if there is none. */
  definition(key: string): SchemaValue | undefined;
  /** Adds a schema without a name, and returns its key. */
  add(schema: SchemaValue, origin: Origin): string;
  /** Reads the schema of a key into the table. */
  read(key: string): SchemaId;
}

/** Returns a schema that refers to a named type. */
export function reference(key: string): SchemaValue {
  return { $ref: `#/$defs/${key}` };
}

/** Creates an empty document. `uri` must belong to no other document. */
export function createTranslatedDocument(
  schemas: SchemaReading,
  uri: string,
  entry: SourceText,
): TranslatedDocument {
  const definitions: SchemaValue = {};
  const origins = new Map<string, Origin>();
  const source: SourceText = {
    uri,
    path: entry.path,
    locate: () => undefined,
    line: () => undefined,
    foreign(tokens) {
      const origin = origins.get(tokens[1] ?? '');
      return origin === undefined
        ? undefined
        : { source: sourceOf(origin), tokens: tokensOf(origin) };
    },
  };
  const document: SchemaDocument = {
    uri,
    source,
    value: { $defs: definitions },
    dialect: dialects['2020-12'],
  };
  const scope = schemas.register(document);
  const define = (key: string, schema: SchemaValue, origin: Origin): void => {
    definitions[key] = schema;
    origins.set(key, origin);
  };
  return {
    define,
    definition: (key) =>
      Object.hasOwn(definitions, key) ? (definitions[key] as SchemaValue) : undefined,
    add(schema, origin) {
      const key = `payload-${origins.size + 1}`;
      define(key, schema, origin);
      return key;
    },
    read(key) {
      const tokens = ['$defs', key];
      const origin = tokens.reduce<Origin>((parent, each) => ({ parent, key: each }), { source });
      return schemas.read(definitions[key] ?? {}, origin, formatPointer(tokens), scope);
    },
  };
}
