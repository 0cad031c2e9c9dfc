import type { RegisteredSchema, SchemaRegistry } from './schema-registry.js';

/** Lookups of a registry that are remembered once they have succeeded. Several at the same time are one. */
export interface SchemaLookups {
  /** The schema with an id, if it has been looked up. */
  known(id: number): RegisteredSchema | undefined;
  schema(id: number): Promise<RegisteredSchema>;
}

/** Number of schemas to remember. A subject has a few; ids of hostile messages may be any. */
const maxSchemas = 10_000;

const lookups = new WeakMap<SchemaRegistry, SchemaLookups>();

/** Returns the lookups of a registry, which all codecs share. */
export function lookupsOf(registry: SchemaRegistry): SchemaLookups {
  const shared = lookups.get(registry);
  if (shared !== undefined) return shared;
  const known = new Map<number, RegisteredSchema>();
  const open = new Map<number, Promise<RegisteredSchema>>();
  const look = async (id: number): Promise<RegisteredSchema> => {
    try {
      const schema = await registry.schema(id);
      const [oldest] = known.keys();
      if (known.size >= maxSchemas && oldest !== undefined) known.delete(oldest);
      known.set(id, schema);
      return schema;
    } finally {
      open.delete(id);
    }
  };
  const fresh: SchemaLookups = {
    known: (id) => known.get(id),
    schema(id) {
      const running = open.get(id);
      if (running !== undefined) return running;
      const started = look(id);
      open.set(id, started);
      return started;
    },
  };
  lookups.set(registry, fresh);
  return fresh;
}
