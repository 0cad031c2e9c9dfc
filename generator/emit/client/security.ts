import type { Identifier, Plan } from '../../plan/plan.js';
import { createFileScope } from '../file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../source-file.js';
import { grantFunctions } from './grant-security.js';
import { hmacConstant, hmacFactory, hmacScopes, hmacVerifier } from './hmac-security.js';
import { jwtConstant, jwtFactory, jwtVerifier } from './jwt-security.js';

/** `security.ts` and `server-security.ts`: factories of credentials and verifiers, for the schemes that declare how they are made. */
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
    const here = factories.filter(({ from }) => from === path);
    return scope.finish(here.flatMap(({ declare }) => declare(scope)));
  });
}

/** A factory, by the file that it is in. */
interface Factory {
  readonly from: string;
  readonly declare: (scope: FileScope) => readonly Declaration[];
}

function factoryOf(name: Identifier | undefined, declare: Factory['declare']): readonly Factory[] {
  return name === undefined ? [] : [{ from: name.from, declare }];
}

/** The literals of the schemes that declare how they are made. */
export function schemeConstants(plan: Plan, scope: FileScope): readonly Declaration[] {
  return plan.security.flatMap((security) => [
    ...jwtConstant(scope, security),
    ...hmacConstant(scope, security),
  ]);
}

/** The same files for a package that speaks messages alone, and so has no other description. */
export function emitMessageSecurity(plan: Plan): readonly SourceFile[] {
  const files = emitSecurity(plan);
  if (files.length === 0) return [];
  const scope = createFileScope(plan, plan.client.description.from);
  return [scope.finish(schemeConstants(plan, scope)), ...files];
}
