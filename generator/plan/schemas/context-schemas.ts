import type { Api } from '../../model/api.js';
import type { SchemaId } from '../../model/schema.js';
import type { InlineSchemas } from './inline-schemas.js';
import { type InlineSchemaNames, pointerNames } from '../names/inline-schema-names.js';
import type { ContextSchema } from '../names/schema-names.js';

/**
 * Collects the inline schemas of operations. A schema used by only one operation is named after its
 * role there, others after their location.
 */
export function operationContexts(
  api: Api,
  inlineSchemas: InlineSchemas,
  locationNames: InlineSchemaNames,
): readonly ContextSchema[] {
  const useCounts = new Map<SchemaId, number>();
  for (const operation of api.operations)
    for (const id of new Set(inlineSchemas.contexts(operation).map((context) => context.id)))
      useCounts.set(id, (useCounts.get(id) ?? 0) + 1);
  const contextSchemas: ContextSchema[] = [];
  const shared = new Set<SchemaId>();
  for (const operation of api.operations) {
    for (const context of inlineSchemas.contexts(operation)) {
      const { id } = context;
      // A shared schema is added once, because its candidates are the same for every operation.
      if (shared.has(id)) continue;
      const isExclusive = useCounts.get(id) === 1 && !isComponentPart(id);
      if (!isExclusive) shared.add(id);
      contextSchemas.push(isExclusive ? context : { ...context, candidates: locationNames(id) });
    }
  }
  return contextSchemas;
}

/** True if a schema is part of a component, which any operation may refer to. */
function isComponentPart(id: SchemaId): boolean {
  return id.includes('#/components/');
}

/** Schemas with `x-state`. They are always named, because their table refers to the type. */
export function stateSchemas(api: Api): readonly ContextSchema[] {
  return api.states.map(({ schema }) => ({
    id: schema,
    candidates: pointerNames(schema),
    alwaysNamed: true,
  }));
}
