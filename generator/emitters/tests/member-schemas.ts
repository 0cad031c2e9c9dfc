import type { SchemaId, SchemaTable } from '../../model/schema.js';

/** Schemas of the properties that a schema declares, itself or by `$ref` and `allOf`. */
export function memberSchemas(
  schemas: SchemaTable,
  start: SchemaId,
): ReadonlyMap<string, SchemaId> {
  const found = new Map<string, SchemaId>();
  for (const id of sameInstance(schemas, start)) {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords') continue;
    for (const [name, member] of schema.keywords.properties ?? [])
      if (!found.has(name)) found.set(name, member);
  }
  return found;
}

/** A schema, and those that apply to the same value by `$ref` and `allOf`. */
export function sameInstance(schemas: SchemaTable, start: SchemaId): ReadonlySet<SchemaId> {
  const reached = new Set([start]);
  // The iteration includes schemas that are added on the way.
  for (const id of reached) {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords') continue;
    const { $ref, allOf = [] } = schema.keywords;
    for (const next of [$ref, ...allOf]) if (next !== undefined) reached.add(next);
  }
  return reached;
}
