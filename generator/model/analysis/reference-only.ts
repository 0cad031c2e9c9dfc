import type { Keywords, ResourceId, SchemaId, SchemaTable } from '../schema.js';

/**
 * The target of a schema that is a reference and nothing else. One that leads out of a resource with dynamic anchors is more: what it
 * leads to may mean those (JSON Schema 2020-12 core section 8.2.3.2).
 */
export function referenceOnly(schemas: SchemaTable, id: SchemaId): SchemaId | undefined {
  const schema = schemas.get(id);
  if (schema?.kind !== 'keywords' || schema.keywords.$ref === undefined) return undefined;
  if (!isReferenceOnly(schema.keywords)) return undefined;
  const target = schema.keywords.$ref;
  if (!dynamicResources(schemas).has(schema.resource)) return target;
  const found = schemas.get(target);
  return found?.kind === 'keywords' && found.resource === schema.resource ? target : undefined;
}

const known = new WeakMap<SchemaTable, ReadonlySet<ResourceId>>();

/** Resources in which a schema has a dynamic anchor. */
function dynamicResources(schemas: SchemaTable): ReadonlySet<ResourceId> {
  const before = known.get(schemas);
  if (before !== undefined) return before;
  const found = new Set<ResourceId>();
  for (const schema of schemas.values())
    if (schema.kind === 'keywords' && schema.keywords.$dynamicAnchor !== undefined)
      found.add(schema.resource);
  known.set(schemas, found);
  return found;
}

/** Whether there is nothing beside a reference. */
export function isReferenceOnly(keywords: Keywords): boolean {
  for (const name in keywords) if (name !== '$ref') return false;
  return keywords.$ref !== undefined;
}
