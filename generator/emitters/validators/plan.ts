import { exportedIdentifier } from '../../plan/names/name-scope.js';
import { checksFile, combinedChecksFile, type CheckedMessages } from '../../plan/check-files.js';
import type { NameRequest } from '../../plan/names/names.js';
import {
  planKey,
  requiredPart,
  type Identifier,
  type Plan,
  type PlanKey,
} from '../../plan/plan.js';
import { lowerFirst } from '../../plan/names/words.js';

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

/** Plans the names of the tables, which are in separate files if checks are split. */
export function planValidators({
  packageNames,
  services,
  package: { checkExtension },
}: Pick<Plan, 'packageNames' | 'services' | 'package'>): ValidatorsPlan {
  const isSplit = services.some(({ checks }) => checks !== undefined);
  const tableOf = (messages: CheckedMessages, key: string): Identifier => {
    const file = isSplit
      ? combinedChecksFile(messages, checkExtension)
      : checksFile(checkExtension);
    return exportedIdentifier(packageNames, key, file, 'value');
  };
  return {
    requestChecks: tableOf('requests', 'request checks'),
    responseChecks: tableOf('responses', 'response checks'),
  };
}
