import { exportedIdentifier } from '../../plan/names/name-scope.js';
import { lowerFirst } from '../../plan/names/words.js';
import { defineEmitter, emitterApiVersion, type Emitter } from '../emitter.js';
import { statesKey } from '../states/plan.js';
import { stateTestsFile, type StateTestsPlan } from './plan.js';
import { emitStateTests } from './state-tests.js';

/** Tests of a program's states against the tables of `x-state`. */
export const stateTestsEmitter: Emitter<StateTestsPlan> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'state-tests',
  isOptIn: true,
  requires: ['types', 'states'],
  plan: ({ plan, names }) => {
    const states = plan.partOf(statesKey)?.states ?? [];
    if (states.length === 0) return undefined;
    const chosen = names.choose(
      states.map(({ constant }) => {
        const name = lowerFirst(constant.name.replace(/Transitions$/, ''));
        return {
          key: constant.name,
          candidates: [`${name}Tests`, `${name}StateTests`],
        };
      }),
    );
    return {
      tests: states.map((state) => ({
        state,
        factory: exportedIdentifier(chosen, state.constant.name, stateTestsFile, 'value'),
      })),
    };
  },
  emit: (part, { plan }) => [emitStateTests(part, plan)],
});
