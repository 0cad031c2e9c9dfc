import { violationText } from '@tallystick/runtime/validate';
import type { RuleInput } from '@platform/platform';
import {
  createPolicyRequestSchema,
  updatePolicyRequestSchema,
} from '@platform/platform/validators';
import type {
  AccountDetails,
  PolicyChange,
  PolicyDetails,
  PolicyVerdict,
  SmartAccountDetails,
} from '@platform/sandbox-control';
import type { AccountsHandlers } from '@platform/sandbox-control/server';
import { explainPolicies } from '../domain/accounts/explain.js';
import type { AccountRow, SmartAccountRow } from '../domain/accounts/state.js';
import type { Verdict } from '../domain/policies/evaluation.js';
import { listPolicies } from '../domain/policies/queries.js';
import type { PolicyRow } from '../domain/policies/state.js';
import type { ReadonlyIndex } from '../domain/lists.js';
import { printInstant } from '../domain/time.js';
import type { Core } from '../server/core.js';
import { origin } from './origin.js';
import { say } from './say.js';

/** Handlers about accounts: what the policies cover, and the platform's interface has no operation for (policies-8). */
export function accountsHandlers({ loop }: Core): AccountsHandlers {
  return {
    listAccounts({ path, query }, respond) {
      const { evmByProject, solanaByProject, smartByProject } = loop.state.accounts;
      const newest = <Row>(index: ReadonlyIndex<Row>): readonly Row[] =>
        index.page(path.projectId, { limit: query.limit }).slots.map(({ row }) => row);
      return respond.ok({
        evm: newest(evmByProject).map(accountBody),
        solana: newest(solanaByProject).map(accountBody),
        smart: newest(smartByProject).map(smartAccountBody),
      });
    },

    sendEvmTransaction({ path, body }, respond) {
      const data = { project: path.projectId, address: path.address, ...body };
      const outcome = loop.execute('accounts.send-evm', data, origin);
      if (!outcome.ok) return say('sendEvmTransaction', outcome.refusal);
      const { network, hash, succeeded } = outcome.result;
      return respond.created({ network, transactionHash: hash, succeeded });
    },

    signSolanaTransaction({ path, body }, respond) {
      const data = { project: path.projectId, address: path.address, ...body };
      const outcome = loop.execute('accounts.sign-solana', data, origin);
      return outcome.ok
        ? respond.ok(outcome.result)
        : say('signSolanaTransaction', outcome.refusal);
    },

    listPolicies({ path, query }, respond) {
      const { slots } = listPolicies(loop.state.policies, path.projectId, undefined, query);
      return respond.ok(slots.map(({ row }) => policyBody(row)));
    },

    createPolicy({ path, body }, respond) {
      const { projectId: project } = path;
      const { scope, description } = body;
      if (!loop.state.tenancy.projects.has(project))
        return say('createPolicy', { code: 'not-found', data: { what: 'project' } });
      const rules = rulesOf(createPolicyRequestSchema, body);
      if ('problem' in rules) return say('createPolicy', { code: 'form', data: rules });
      const data = { project, scope, description, rules };
      const outcome = loop.execute('policies.create', data, origin);
      return outcome.ok
        ? respond.created(policyBody(outcome.result))
        : say('createPolicy', outcome.refusal);
    },

    updatePolicy({ path, body }, respond) {
      const rules = rulesOf(updatePolicyRequestSchema, body);
      if ('problem' in rules) return say('updatePolicy', { code: 'form', data: rules });
      const { description } = body;
      const data = { project: path.projectId, id: path.policyId, description, rules };
      const outcome = loop.execute('policies.update', data, origin);
      return outcome.ok
        ? respond.ok(policyBody(outcome.result))
        : say('updatePolicy', outcome.refusal);
    },

    deletePolicy({ path }, respond) {
      const data = { project: path.projectId, id: path.policyId };
      const outcome = loop.execute('policies.delete', data, origin);
      return outcome.ok ? respond.noContent() : say('deletePolicy', outcome.refusal);
    },

    explainPolicies({ path, body }, respond) {
      const { operation, address, transaction } = body;
      const request = { project: path.projectId, address, transaction };
      const verdict = explainPolicies(loop.state, operation, request);
      return 'refusal' in verdict
        ? say('explainPolicies', verdict.refusal)
        : respond.ok(verdictBody(verdict));
    },
  };
}

function accountBody({ address, name, policy, createdAt }: AccountRow): AccountDetails {
  return {
    address,
    ...(name === undefined ? {} : { name }),
    ...(policy === undefined ? {} : { policyId: policy }),
    createdAt: printInstant(createdAt),
  };
}

function smartAccountBody({
  address,
  owner,
  name,
  createdAt,
}: SmartAccountRow): SmartAccountDetails {
  const named = name === undefined ? {} : { name };
  return { address, owner, ...named, createdAt: printInstant(createdAt) };
}

/** The rules of a request, which the platform's description defines, or what is wrong with the request. */
function rulesOf(
  schema: RequestSchema,
  request: PolicyChange,
): readonly RuleInput[] | { readonly member: string; readonly problem: string } {
  if (schema.is(request)) return request.rules;
  const [violation] = schema.check(request);
  const problem = violation === undefined ? 'is invalid' : violationText(violation);
  return { member: '', problem };
}

/** Checks a request against the platform's description. */
interface RequestSchema extends Pick<typeof updatePolicyRequestSchema, 'check'> {
  readonly is: (value: unknown) => value is { readonly rules: readonly RuleInput[] };
}

function policyBody({ id, scope, description, rules, ...row }: PolicyRow): PolicyDetails {
  return {
    id,
    scope,
    ...(description === undefined ? {} : { description }),
    rules: rules.map(({ action, operation, criteria }) => ({
      action,
      operation,
      criteria: criteria.map((criterion) => ({ ...criterion })),
    })),
    createdAt: printInstant(row.createdAt),
    updatedAt: printInstant(row.updatedAt),
  };
}

function verdictBody({ action, reason, considered }: Verdict): PolicyVerdict {
  return {
    action,
    reason,
    considered: considered.map(({ policy, ...rule }) => ({ policyId: policy, ...rule })),
  };
}
