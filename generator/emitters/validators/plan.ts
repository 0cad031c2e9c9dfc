import { exportedIdentifier, type ChosenNames } from '../../plan/chosen-names.js';
import type { NameRequest } from '../../plan/names.js';
import {
  planKey,
  requiredPart,
  type Identifier,
  type Plan,
  type PlanKey,
} from '../../plan/plan.js';
import { lowerFirst } from '../../plan/words.js';

/** Key of the plan of validators. */
export const validatorsKey: PlanKey<ValidatorsPlan> = planKey('validators');

/** Plan of the validators, for emitters that require them. */
export function validatorsOf(plan: Plan): ValidatorsPlan {
  return requiredPart(plan, validatorsKey);
}

/** Names beside the checks of the common plan. */
export interface ValidatorsPlan {
  /** Tables of request and response checks by operation id. */
  readonly requestChecks: Identifier;
  readonly responseChecks: Identifier;
}

/** Requests for the names of the tables, by the base name of the package. */
export function validatorsNames(base: string): readonly NameRequest[] {
  const small = lowerFirst(base);
  return [
    { key: 'request checks', candidates: [`${small}RequestChecks`, `${small}ApiRequestChecks`] },
    { key: 'response checks', candidates: [`${small}ResponseChecks`, `${small}ApiResponseChecks`] },
  ];
}

/** Plans the names of the tables. */
export function planValidators(names: ChosenNames): ValidatorsPlan {
  return {
    requestChecks: exportedIdentifier(names, 'request checks', 'validators.ts', 'value'),
    responseChecks: exportedIdentifier(names, 'response checks', 'validators.ts', 'value'),
  };
}
