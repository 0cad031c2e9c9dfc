import type { Cursors } from '@tallystick/runtime/http/server';
import type { Policy } from '@platform/platform';
import type { PoliciesHandlers } from '@platform/platform/server';
import { listPolicies, policyOf } from '../../domain/policies/queries.js';
import type { PolicyRow } from '../../domain/policies/state.js';
import { printInstant } from '../../domain/time.js';
import type { Core } from '../../server/core.js';
import { settings } from '../../settings.js';
import { type Positions, type PlatformPrincipals, originOf, projectOf } from './requests.js';
import { say } from './say.js';

/** Handlers of the operations about policies. */
export function policiesHandlers(
  { loop }: Core,
  cursors: Cursors<'listPolicies', Positions>,
): PoliciesHandlers<PlatformPrincipals> {
  return {
    async listPolicies(request, respond) {
      const { position, cursor } = await cursors.listPolicies(request);
      const { pageSize, scope } = request.query;
      const limit = Math.min(pageSize, settings['policies-12'].maxPageSize);
      const range = { limit, olderThan: position };
      const { slots, hasMore } = listPolicies(
        loop.state.policies,
        projectOf(request),
        scope,
        range,
      );
      const last = slots.at(-1);
      const policies = slots.map(({ row }) => policyBody(row));
      return respond.ok(
        hasMore && last !== undefined
          ? { policies, nextPageToken: await cursor(last.position) }
          : { policies },
      );
    },

    createPolicy(request, respond) {
      const { scope, description, rules } = request.body;
      const data = { project: projectOf(request), scope, description, rules };
      const outcome = loop.execute('policies.create', data, originOf(request));
      return outcome.ok
        ? respond.created(policyBody(outcome.result))
        : say('createPolicy', outcome.refusal);
    },

    getPolicy(request, respond) {
      const policy = policyOf(loop.state.policies, projectOf(request), request.path.policyId);
      return policy === undefined
        ? say('getPolicy', { code: 'not-found', data: { what: 'policy' } })
        : respond.ok(policyBody(policy));
    },

    updatePolicy(request, respond) {
      const { description, rules } = request.body;
      const data = { project: projectOf(request), id: request.path.policyId, description, rules };
      const outcome = loop.execute('policies.update', data, originOf(request));
      return outcome.ok
        ? respond.ok(policyBody(outcome.result))
        : say('updatePolicy', outcome.refusal);
    },

    deletePolicy(request, respond) {
      const data = { project: projectOf(request), id: request.path.policyId };
      const outcome = loop.execute('policies.delete', data, originOf(request));
      return outcome.ok ? respond.noContent() : say('deletePolicy', outcome.refusal);
    },
  };
}

function policyBody({ id, scope, description, rules, createdAt, updatedAt }: PolicyRow): Policy {
  return {
    id,
    scope,
    ...(description === undefined ? {} : { description }),
    rules,
    createdAt: printInstant(createdAt),
    updatedAt: printInstant(updatedAt),
  };
}
