import type { NamedLimit, RateLimit } from '../../model/limits.js';
import { planKey, type Identifier, type IdentifierName, type PlanKey } from '../../plan/plan.js';

/** Key of the plan of limits. */
export const limitsKey: PlanKey<LimitsPlan> = planKey('limits');

/** Contents of `limits.ts`: a constant for each limit. */
export interface LimitsPlan {
  readonly file: 'limits.ts';
  /** Name of the namespace export in `index.ts`: `limits`. */
  readonly namespace: IdentifierName;
  /** Limits of `x-limits`. */
  readonly values: readonly { readonly identifier: Identifier; readonly limit: NamedLimit }[];
  /** Buckets of `x-rate-limit` that operations use, such as `publicRateLimit`. */
  readonly rateLimits: readonly { readonly identifier: Identifier; readonly limit: RateLimit }[];
}
