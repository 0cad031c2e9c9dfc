import type { Plan } from '../../plan/plan.js';
import { createFileScope } from '../file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../source-file.js';
import { grantFunctions } from './grant-security.js';
import { hmacConstant, hmacFunctions } from './hmac-security.js';
import { jwtConstant, jwtFunctions } from './jwt-security.js';

/** `security.ts`: credential and verifier factories, one pair for each scheme that declares how it is made. */
export function emitSecurity(plan: Plan): readonly SourceFile[] {
  const [from] = plan.security.flatMap(({ factory, clientCredentials }) => [
    ...(factory === undefined ? [] : [factory.from]),
    ...(clientCredentials === undefined ? [] : [clientCredentials.factory.from]),
  ]);
  if (from === undefined) return [];
  const scope = createFileScope(plan, from);
  return [
    scope.finish(
      plan.security.flatMap((security) => [
        ...jwtFunctions(scope, security),
        ...hmacFunctions(scope, security),
        ...grantFunctions(scope, security),
      ]),
    ),
  ];
}

/** The literals of the schemes that declare how they are made. */
export function schemeConstants(plan: Plan, scope: FileScope): readonly Declaration[] {
  return plan.security.flatMap((security) => [
    ...jwtConstant(scope, security),
    ...hmacConstant(scope, security),
  ]);
}

/** The same two files for a package that speaks messages alone, and so has no other description. */
export function emitMessageSecurity(plan: Plan): readonly SourceFile[] {
  const files = emitSecurity(plan);
  if (files.length === 0) return [];
  const scope = createFileScope(plan, plan.client.description.from);
  return [scope.finish(schemeConstants(plan, scope)), ...files];
}
