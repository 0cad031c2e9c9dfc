import { planKey, type Identifier, type PlanKey } from '../../plan/plan.js';
import type { ZodNode } from './node.js';

/** Key of the plan of Zod schemas. */
export const zodKey: PlanKey<ZodPlan> = planKey('zod');

/** Contents of `zod.ts`: a Zod schema for every named type. */
export interface ZodPlan {
  readonly file: 'zod.ts';
  /** npm version range of Zod. */
  readonly range: string;
  readonly schemas: readonly ZodSchemaPlan[];
}

export interface ZodSchemaPlan {
  /** Name of the schema, such as `zodPolicy`. */
  readonly identifier: Identifier;
  readonly type: Identifier;
  /** Schema object, such as `policySchema`, for constraints that Zod cannot express. */
  readonly schema: Identifier;
  readonly node: ZodNode;
  /** True if the schema has constraints that the node does not express. */
  readonly guarded: boolean;
}
