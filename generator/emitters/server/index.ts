import { securityFiles } from '../../plan/security.js';
import { code } from '../../printer/code.js';
import { emitSecurity } from '../calls/security.js';
import { defineEmitter, emitterApiVersion, readmeOf, type Emitter } from '../emitter.js';
import { planServer, serverNames, type ServerPlan } from './plan.js';
import { serverReadme } from './readme.js';
import { emitServer } from './server.js';
import { emitServerServices } from './service.js';

/** The server of HTTP operations. */
export const serverEmitter: Emitter<ServerPlan> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'server',
  // Client and server share the descriptors of operations.
  requires: ['types', 'validators', 'client', 'limits'],
  packageNames: ({ baseName }) => serverNames(baseName),
  plan: ({ plan }) =>
    plan.api.speaks.includes('http') ? planServer(plan.packageNames) : undefined,
  *emit(_part, { plan, emitAlone }) {
    yield* emitSecurity(plan, securityFiles.verifiers);
    yield* emitServerServices(plan, emitAlone);
    yield* emitServer(plan);
  },
  packagePart: (_part, { plan, pages }) => ({
    subpaths: [{ name: 'server', contents: code`server factories, types of handlers, verifiers` }],
    ...readmeOf(serverReadme(plan, pages)),
  }),
});
