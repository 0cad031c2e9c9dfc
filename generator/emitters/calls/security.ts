import type { Identifier, Plan } from '../../plan/plan.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { grantFunctions } from './grant-security.js';
import { hmacConstant, hmacFactory, hmacVerifier } from './hmac-security.js';
import { jwtConstant, jwtFactory, jwtVerifier } from './jwt-security.js';
import { scopeType } from './scope-type.js';

/**
 * Emits a file of factories for schemes that declare tokens or signatures: `security.ts` has those
 * of credentials, and `server-security.ts` those of verifiers. Empty if no scheme has any.
 */
export function emitSecurity(plan: Plan, file: string): readonly SourceFile[] {
  const factories = plan.security.flatMap((security) => {
    const { factory, verifier, clientCredentials, permissions } = security;
    return [
      ...factoryOf(permissions?.type, (scope) => scopeType(scope, security)),
      ...factoryOf(factory, (scope) => [
        ...jwtFactory(scope, security),
        ...hmacFactory(scope, security),
      ]),
      ...factoryOf(verifier, (scope) => [
        ...jwtVerifier(scope, security),
        ...hmacVerifier(scope, security),
      ]),
      ...factoryOf(clientCredentials?.factory, (scope) => grantFunctions(scope, security)),
    ];
  });
  const inFile = factories.filter(({ from }) => from === file);
  if (inFile.length === 0) return [];
  const scope = createFileScope(plan, file);
  return [scope.finish(inFile.flatMap(({ declare }) => declare(scope)))];
}

/** A factory and its file. */
interface Factory {
  readonly from: string;
  readonly declare: (scope: FileScope) => readonly Declaration[];
}

function factoryOf(name: Identifier | undefined, declare: Factory['declare']): readonly Factory[] {
  return name === undefined ? [] : [{ from: name.from, declare }];
}

/** Emits the constants of schemes that declare tokens or signatures. */
export function schemeConstants(plan: Plan, scope: FileScope): readonly Declaration[] {
  return plan.security.flatMap((security) => [
    ...jwtConstant(scope, security),
    ...hmacConstant(scope, security),
  ]);
}
