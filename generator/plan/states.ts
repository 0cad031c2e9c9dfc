import type { Api } from '../model/api.js';
import type { SchemaId } from '../model/schema.js';
import { exportedIdentifier } from './chosen-names.js';
import { chooseNames } from './names.js';
import type { IdentifierName, StatePlan } from './plan.js';
import type { ContextSchema } from './schema-names.js';
import { pointerNames } from './inline-schema-names.js';
import { lowerFirst, upperFirst } from './words.js';

/** Schemas with `x-state`. They are always named, because their table refers to the type. */
export function stateSchemas(api: Api): readonly ContextSchema[] {
  return api.states.map(({ schema }) => ({
    id: schema,
    candidates: pointerNames(schema),
    alwaysNamed: true,
  }));
}

/** Plans a transition table and a predicate for each `x-state`. */
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
    constant: exportedIdentifier(chosen, `constant ${table.schema}`, 'states.ts', 'value'),
    predicate: exportedIdentifier(chosen, `predicate ${table.schema}`, 'states.ts', 'value'),
  }));
}
