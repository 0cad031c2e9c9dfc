import type { PolicyScope } from '@platform/platform';
import type { View } from '../subject.js';
import type { Page, PageRange } from '../lists.js';
import { type PoliciesState, type PolicyRow, scopeGroup } from './state.js';

/** A policy of a project; `undefined` for one of another project. Identifiers are compared case-insensitively, as UUIDs are. */
export function policyOf(
  { policies }: View<PoliciesState>,
  project: string,
  id: string,
): PolicyRow | undefined {
  const policy = policies.get(id.toLowerCase());
  return policy?.project === project ? policy : undefined;
}

/** A page of the policies of a project, newest first (policies-12). */
export function listPolicies(
  { byProject, byScope }: View<PoliciesState>,
  project: string,
  scope: PolicyScope | undefined,
  range: PageRange,
): Page<PolicyRow> {
  return scope === undefined
    ? byProject.page(project, range)
    : byScope.page(scopeGroup(project, scope), range);
}
