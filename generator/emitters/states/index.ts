import { reExport } from '../../printer/declare.js';
import { importPath } from '../../printer/file-scope.js';
import { defineEmitter, emitterApiVersion, type Emitter } from '../emitter.js';
import { planStates } from './plan-states.js';
import { statesFile, type StatesPlan } from './plan.js';
import { emitStates } from './states.js';

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
