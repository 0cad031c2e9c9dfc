import type { SchemaId } from '../../model/schema.js';
import { exportedIdentifier } from '../../plan/chosen-names.js';
import type { NameScope } from '../../plan/name-scope.js';
import type { Plan } from '../../plan/plan.js';
import { statesFile, type StatePlan } from './plan.js';
import { lowerFirst, upperFirst } from '../../plan/words.js';

/** Plans a transition table and a predicate for each `x-state`. */
export function planStates({ api, types }: Plan, names: NameScope): readonly StatePlan[] {
  const typeNames = new Map<SchemaId, string>();
  for (const { id, identifier } of types)
    if (!typeNames.has(id)) typeNames.set(id, identifier.name);
  const chosen = names.choose(
    api.states.flatMap(({ schema }) => {
      const name = typeNames.get(schema) ?? '';
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
  );
  return api.states.map((table) => ({
    table,
    constant: exportedIdentifier(chosen, `constant ${table.schema}`, statesFile, 'value'),
    predicate: exportedIdentifier(chosen, `predicate ${table.schema}`, statesFile, 'value'),
  }));
}
