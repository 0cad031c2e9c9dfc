import type { Api } from '../model/api.js';
import { pointerNames } from './inline-schema-names.js';
import type { ContextSchema } from './schema-names.js';

/** Schemas with `x-state`. They are always named, because their table refers to the type. */
export function stateSchemas(api: Api): readonly ContextSchema[] {
  return api.states.map(({ schema }) => ({
    id: schema,
    candidates: pointerNames(schema),
    alwaysNamed: true,
  }));
}
