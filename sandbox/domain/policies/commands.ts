import type { PolicyScope, RuleInput } from '@platform/platform';
import { usesPolicy } from '../accounts/queries.js';
import { accept, type CommandType, type Decide, refuse } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { event } from './events.js';
import { policyOf } from './queries.js';
import { storedRules } from './rules.js';
import { type PolicyRow, scopeGroup } from './state.js';

/** Commands of the subject `policies`. */
export interface PoliciesCommands {
  readonly 'policies.create': CommandType<
    {
      readonly project: string;
      readonly scope: PolicyScope;
      readonly description?: string | undefined;
      readonly rules: readonly RuleInput[];
    },
    PolicyRow,
    'already-exists'
  >;
  readonly 'policies.update': CommandType<
    {
      readonly project: string;
      readonly id: string;
      readonly description?: string | undefined;
      readonly rules: readonly RuleInput[];
    },
    PolicyRow,
    'not-found'
  >;
  readonly 'policies.delete': CommandType<
    { readonly project: string; readonly id: string },
    undefined,
    'not-found' | 'in-use'
  >;
}

export const policiesCommands: {
  readonly [Name in keyof PoliciesCommands]: Decide<PoliciesCommands[Name], DomainState>;
} = {
  'policies.create'({ state, random, now }, { project, scope, description, rules }) {
    // policies-1
    if (scope === 'project' && state.policies.byScope.count(scopeGroup(project, scope)) > 0)
      return refuse('already-exists', { what: 'policy of the project' });
    const policy = { id: random.uuid(), project, scope, description, rules: storedRules(rules) };
    return accept({ ...policy, createdAt: now, updatedAt: now }, event('policies.created', policy));
  },

  'policies.update'({ state, now }, { project, id, description, rules }) {
    const policy = policyOf(state.policies, project, id);
    if (policy === undefined) return refuse('not-found', { what: 'policy' });
    const changed = { id: policy.id, description, rules: storedRules(rules) };
    return accept({ ...policy, ...changed, updatedAt: now }, event('policies.updated', changed));
  },

  'policies.delete'({ state }, { project, id }) {
    const policy = policyOf(state.policies, project, id);
    if (policy === undefined) return refuse('not-found', { what: 'policy' });
    if (usesPolicy(state.accounts, policy.id)) return refuse('in-use', { what: 'policy' });
    return accept(undefined, event('policies.deleted', { id: policy.id }));
  },
};
