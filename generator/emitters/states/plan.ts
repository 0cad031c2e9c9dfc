import type { StateTable } from '../../model/api.js';
import { planKey, type Identifier, type PlanKey } from '../../plan/plan.js';

/** Key of the plan of states. */
export const statesKey: PlanKey<StatesPlan> = planKey('states');

/** File of all states. */
export const statesFile = 'states.ts';

/** Contents of `states.ts`: a table and a predicate for each `x-state`. */
export interface StatesPlan {
  readonly states: readonly StatePlan[];
}

/** Transitions of one `x-state`. */
export interface StatePlan {
  readonly table: StateTable;
  /** Table of transitions, such as `userOperationStatusTransitions`. */
  readonly constant: Identifier;
  /** Test of a transition, such as `canUserOperationStatusTransition(from, to)`. */
  readonly predicate: Identifier;
}
