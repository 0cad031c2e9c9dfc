import { planKey, type PlanKey } from '../../plan/plan.js';

/** Key of the plan of the types of openapi-typescript. */
export const pathsKey: PlanKey<object> = planKey('paths');
