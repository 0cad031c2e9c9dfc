import type { PolicyScope, Rule } from '@platform/platform';
import { type Index, Table } from '../tables.js';
import type { Instant } from '../time.js';

/** A policy of a project. */
export interface PolicyRow {
  readonly id: string;
  readonly project: string;
  readonly scope: PolicyScope;
  readonly description?: string | undefined;
  readonly rules: readonly Rule[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** State of the subject `policies`. */
export interface PoliciesState {
  /** By id. */
  readonly policies: Table<PolicyRow>;
  readonly byProject: Index<PolicyRow>;
  /** By {@link scopeGroup}. */
  readonly byScope: Index<PolicyRow>;
}

export function createPolicies(): PoliciesState {
  const policies = new Table<PolicyRow>();
  return {
    policies,
    byProject: policies.index(({ project }) => project),
    byScope: policies.index(({ project, scope }) => scopeGroup(project, scope)),
  };
}

/** Group of a project's policies of one scope. */
export function scopeGroup(project: string, scope: PolicyScope): string {
  return `${project} ${scope}`;
}
