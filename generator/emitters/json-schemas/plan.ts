import type { NameScope } from '../../plan/names/name-scope.js';
import { nameOf } from '../../plan/names/name-scope.js';
import { lowerFirst } from '../../plan/names/words.js';
import {
  planKey,
  type CheckPlan,
  type Identifier,
  type Plan,
  type PlanKey,
} from '../../plan/plan.js';

/** Key of the plan of JSON Schemas. */
export const jsonSchemasKey: PlanKey<JsonSchemasPlan> = planKey('json-schemas');

/** Contents of `json-schemas.ts`: the JSON Schema of each named type. */
export interface JsonSchemasPlan {
  readonly file: 'json-schemas.ts';
  readonly schemas: readonly JsonSchemaPlan[];
}

/** The JSON Schema of one check with a Standard Schema. */
export interface JsonSchemaPlan {
  readonly check: CheckPlan;
  /** Constant with the definition, such as `policyJsonSchema`. */
  readonly identifier: Identifier;
}

const file = 'json-schemas.ts';

/** Plans a constant for each check with a Standard Schema. */
export function planJsonSchemas({ checks }: Plan, names: NameScope): JsonSchemasPlan | undefined {
  const named = checks.filter(({ schema }) => schema !== undefined);
  if (named.length === 0) return undefined;
  const chosen = names.choose(
    named.map(({ guard }) => {
      const base = lowerFirst(guard.name.replace(/^is(?=[\p{Lu}\d_$])/u, ''));
      return {
        key: guard.name,
        candidates: [`${base}JsonSchema`, `${base}JsonSchemaDefinition`],
      };
    }),
  );
  return {
    file,
    schemas: named.map((check) => ({
      check,
      identifier: { name: nameOf(chosen, check.guard.name), from: file, typeOnly: false },
    })),
  };
}
