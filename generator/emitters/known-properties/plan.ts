import { planKey, type Identifier, type PlanKey } from '../../plan/plan.js';

/** Key of the plan of known properties. */
export const knownPropertiesKey: PlanKey<KnownPropertiesPlan> = planKey('known-properties');

/** Contents of `known-properties.ts`. */
export interface KnownPropertiesPlan {
  /** Table of the declared properties of request bodies, such as `shopKnownProperties`. */
  readonly table: Identifier;
}
