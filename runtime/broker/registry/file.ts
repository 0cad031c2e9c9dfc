import type { SchemaRegistry } from '../schema-registry.js';
import { SchemaRegistryError, type RegisteredSchema } from '../schema-registry.js';

/** Schemas in Avro by their ids: as a text, or as the value of its JSON. */
export interface SchemasById {
  readonly [id: number]: string | object;
}

/** A registry of known schemas. It adds none. */
export function schemaRegistry(schemas: SchemasById): SchemaRegistry {
  const texts = new Map(
    Object.entries(schemas).map(([id, schema]) => [
      Number(id),
      typeof schema === 'string' ? schema : JSON.stringify(schema),
    ]),
  );
  return {
    schema: async (id) => registered(texts.get(id), id),
    id: async (_, { text }) => idOf(texts, text),
  };
}

/**
 * A registry of the files in a folder, each named by the id of its schema: `7.avsc`. It reads the folder once, when the first schema is needed.
 *
 * @throws {SchemaRegistryError} `unavailable`, as a rejection of its methods, if the folder cannot be read
 */
export function fileRegistry(folder: string): SchemaRegistry {
  let reading: Promise<SchemaRegistry> | undefined;
  const registry = (): Promise<SchemaRegistry> => {
    reading ??= readFolder(folder).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
  return {
    schema: async (id) => (await registry()).schema(id),
    id: async (subject, schema) => (await registry()).id(subject, schema),
  };
}

async function readFolder(folder: string): Promise<SchemaRegistry> {
  const [{ promises }, { join }] = await Promise.all([import('node:fs'), import('node:path')]);
  try {
    const names = (await promises.readdir(folder)).filter((name) => /^\d{1,10}\.avsc$/.test(name));
    const entries = names.map(
      async (name) =>
        [Number.parseInt(name, 10), await promises.readFile(join(folder, name), 'utf8')] as const,
    );
    return schemaRegistry(Object.fromEntries(await Promise.all(entries)));
  } catch (error) {
    throw new SchemaRegistryError('unavailable', `The folder "${folder}" cannot be read`, {
      cause: error,
    });
  }
}

function registered(text: string | undefined, id: number): RegisteredSchema {
  if (text !== undefined) return { type: 'AVRO', text };
  throw new SchemaRegistryError('unknown-schema', `There is no schema with the id ${id}`);
}

function idOf(texts: ReadonlyMap<number, string>, text: string): number {
  const wanted = canonical(text);
  for (const [id, known] of texts) if (canonical(known) === wanted) return id;
  throw new SchemaRegistryError(
    'unknown-schema',
    'The schema of the description is not among those of the registry',
  );
}

/** Text of a schema without differences of white space and of the order of members. */
function canonical(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
          )
        : value,
    );
  } catch {
    return text;
  }
}
