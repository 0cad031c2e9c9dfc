import type { Identifier } from '../../plan/plan.js';
import type { StatePlan } from '../states/plan.js';

/** File of all tests of states. */
export const stateTestsFile = 'state-tests.ts';

/** Contents of `state-tests.ts`: a function for each table of transitions. */
export interface StateTestsPlan {
  readonly tests: readonly {
    readonly state: StatePlan;
    /** Function such as `orderStatusTests(model)`. */
    readonly factory: Identifier;
  }[];
}
