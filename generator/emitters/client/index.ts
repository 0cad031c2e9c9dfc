import type { Identifier, Plan } from '../../plan/plan.js';
import { securityFiles } from '../../plan/security.js';
import { reExport } from '../../printer/declare.js';
import { importPath } from '../../printer/file-scope.js';
import { reExportsOf } from '../../printer/re-exports.js';
import type { Declaration } from '../../printer/source-file.js';
import { emitSecurity } from '../calls/security.js';
import { defineEmitter, emitterApiVersion, readmeOf, type Emitter } from '../emitter.js';
import { emitClient } from './client.js';
import { emitDescription, emitMessageDescription } from './description.js';
import { emitOperations } from './operations.js';
import { clientNames, planClient } from './plan-client.js';
import type { ClientPlan } from './plan.js';
import { clientReadme } from './readme.js';

/** The client of HTTP operations. For a package without HTTP, only the signing of messages. */
export const clientEmitter: Emitter<ClientPlan> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'client',
  requires: ['types', 'conversions', 'limits'],
  packageNames: ({ baseName }) => clientNames(baseName),
  plan: ({ plan }) => planClient(plan.api, plan.packageNames),
  *emit(_part, { plan, emitAlone }) {
    const security = emitSecurity(plan, securityFiles.credentials);
    if (plan.api.speaks.includes('http')) {
      yield emitDescription(plan);
      yield* security;
      yield* emitOperations(plan, emitAlone);
      yield emitClient(plan);
    } else if (security.length > 0) {
      yield emitMessageDescription(plan);
      yield* security;
    }
  },
  packagePart: (part, { plan, pages }) => ({
    index: indexDeclarations(part, plan),
    ...readmeOf(clientReadme(plan, pages)),
  }),
});

function indexDeclarations(part: ClientPlan, plan: Plan): readonly Declaration[] {
  const from = 'index.ts';
  if (!plan.api.speaks.includes('http'))
    // Without a server file, programs that verify messages also import this file.
    return reExportsOf(
      plan,
      [...signingNames(plan), ...plan.security.flatMap(({ verifier }) => verifier ?? [])],
      from,
    );
  const exportAll = (path: string): Declaration => reExport(importPath(plan, path, from));
  return [
    exportAll(part.className.from),
    exportAll(part.description.from),
    ...reExportsOf(plan, signingNames(plan), from),
    ...plan.services.map(({ file }) => exportAll(file)),
  ];
}

/** Factories of credentials, with the types of their scopes. */
function signingNames({ security }: Plan): readonly Identifier[] {
  return security.flatMap(({ factory, permissions, carriedBy, clientCredentials }) =>
    carriedBy === 'deliveries'
      ? []
      : [
          ...(permissions === undefined ? [] : [permissions.type]),
          ...(factory === undefined ? [] : [factory]),
          ...(clientCredentials === undefined ? [] : [clientCredentials.factory]),
        ],
  );
}
