import type { Identifier, Plan } from '../../plan/plan.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { grantFunctions } from './grant-security.js';
import { hmacConstant, hmacFactory, hmacScopes, hmacVerifier } from './hmac-security.js';
import { jwtConstant, jwtFactory, jwtVerifier } from './jwt-security.js';

/**
 * Emits `security.ts` and `server-security.ts`: factories of credentials and verifiers for schemes
 * that declare tokens or signatures.
 */
export function emitSecurity(plan: Plan): readonly SourceFile[] {
  const factories = plan.security.flatMap((security) => {
    const { factory, verifier, clientCredentials, hmac } = security;
    return [
      ...factoryOf(hmac?.scopeType, (scope) => hmacScopes(scope, security)),
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
  return [...new Set(factories.map(({ from }) => from))].map((path) => {
    const scope = createFileScope(plan, path);
    const inFile = factories.filter(({ from }) => from === path);
    return scope.finish(inFile.flatMap(({ declare }) => declare(scope)));
  });
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

/** Emits the same files for a package without HTTP, including the file of constants. */
export function emitMessageSecurity(plan: Plan): readonly SourceFile[] {
  const files = emitSecurity(plan);
  if (files.length === 0) return [];
  const scope = createFileScope(plan, plan.client.description.from);
  return [scope.finish(schemeConstants(plan, scope)), ...files];
}
