import { reExport } from '../../printer/declare.js';
import { importPath } from '../../printer/file-scope.js';
import { defineEmitter, emitterApiVersion, type Emitter } from '../emitter.js';
import { statesFile, type StatesPlan, type StatePlan } from './plan.js';
import { emitStates } from './states.js';
import type { SchemaId } from '../../model/schema.js';
import { exportedIdentifier, type NameScope } from '../../plan/names/name-scope.js';
import type { Plan } from '../../plan/plan.js';
import { lowerFirst, upperFirst } from '../../plan/names/words.js';

/** Tables of the transitions of states (`x-state`). */
export const statesEmitter: Emitter<StatesPlan> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'states',
  requires: ['types'],
  plan: ({ plan, names }) =>
    plan.api.states.length === 0 ? undefined : { states: planStates(plan, names) },
  emit: (part, { plan }) => emitStates(part, plan),
  packagePart: (_part, { plan }) => ({
    index: [reExport(importPath(plan, statesFile, 'index.ts'))],
  }),
});

/** Plans a transition table and a predicate for each `x-state`. */
function planStates({ api, types }: Plan, names: NameScope): readonly StatePlan[] {
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
