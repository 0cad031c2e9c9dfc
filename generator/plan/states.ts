import type { Api } from '../model/api.js';
import type { SchemaId } from '../model/schema.js';
import { exported } from './exported.js';
import { chooseNames } from './names.js';
import type { IdentifierName, StatePlan } from './plan.js';
import type { ContextSchema } from './schema-names.js';
import { placeCandidates } from './schema-places.js';
import { lowerFirst, upperFirst } from './words.js';

/** Schemas with `x-state` have a name always: their table speaks of it. */
export function stateSchemas(api: Api): readonly ContextSchema[] {
  return api.states.map(({ schema }) => ({
    id: schema,
    candidates: placeCandidates(schema),
    always: true,
  }));
}

/** A constant table and a question for every `x-state`. */
export function planStates(
  api: Api,
  names: ReadonlyMap<SchemaId, IdentifierName>,
  taken: Set<string>,
): readonly StatePlan[] {
  const chosen = chooseNames(
    api.states.flatMap(({ schema }) => {
      const name = names.get(schema) ?? '';
      return [
        {
          key: `constant ${schema}`,
          candidates: [`${lowerFirst(name)}Transitions`, `${lowerFirst(name)}StateTransitions`],
        },
        {
          key: `predicate ${schema}`,
          candidates: [`can${upperFirst(name)}Transition`, `can${upperFirst(name)}StateTransition`],
        },
      ];
    }),
    taken,
  );
  return api.states.map((table) => ({
    table,
    constant: exported(chosen, `constant ${table.schema}`, 'states.ts', 'value'),
    predicate: exported(chosen, `predicate ${table.schema}`, 'states.ts', 'value'),
  }));
}
