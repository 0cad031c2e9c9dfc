import type { ListOperator, Rule, RuleAction } from '@platform/platform';
import { chainIds } from '../assets/networks.js';
import type { View } from '../subject.js';
import type { PoliciesState, PolicyRow } from './state.js';
import { scopeGroup } from './state.js';

/** What a policy decides about. */
export type PolicyRequest =
  | {
      readonly operation: 'signEvmTransaction';
      /** In lower case; `null` for the creation of a contract. */
      readonly to: string | null;
      /** In wei. */
      readonly value: bigint;
    }
  | {
      readonly operation: 'sendEvmTransaction';
      readonly to: string | null;
      readonly value: bigint;
      readonly chainId: bigint;
    }
  | {
      readonly operation: 'signSolTransaction';
      /** In base58; `null` for one that cannot be known from the transaction. */
      readonly recipients: readonly (string | null)[];
    };

/** A rule that was considered. */
export interface ConsideredRule {
  readonly policy: string;
  /** Place of the rule in its policy, from 0 on. */
  readonly rule: number;
  readonly action: RuleAction;
  /** Whether each criterion holds; `null` if that cannot be known from the request. */
  readonly criteria: readonly (boolean | null)[];
}

/** Result of an evaluation. */
export interface Verdict {
  readonly action: RuleAction;
  /**
   * Why: a rule matched; none did; there is no policy at all; or whether a rule matches cannot be known, so that the request is rejected.
   */
  readonly reason: 'rule' | 'no-match' | 'no-policy' | 'undecidable';
  /** The rules that were considered, in order. With the reason `rule` or `undecidable` the last one decided. */
  readonly considered: readonly ConsideredRule[];
}

/** Policies that apply to an account: that of its project first, then its own (policies-12). */
export function policiesFor(
  { policies, byScope }: View<PoliciesState>,
  { project, policy }: { readonly project: string; readonly policy?: string | undefined },
): readonly PolicyRow[] {
  const own = policy === undefined ? undefined : policies.get(policy);
  const ofProject = byScope.rows(scopeGroup(project, 'project'));
  return own === undefined ? ofProject : [...ofProject, own];
}

/**
 * Evaluates policies in order (policies-4): a rule is considered if it is about the request's operation, and matches if all of its criteria
 * hold. The first match decides. Without a match the request is rejected, unless there is no policy (policies-5).
 */
export function evaluate(policies: readonly PolicyRow[], request: PolicyRequest): Verdict {
  if (policies.length === 0) return { action: 'accept', reason: 'no-policy', considered: [] };
  const considered: ConsideredRule[] = [];
  for (const policy of policies)
    for (const [at, rule] of policy.rules.entries()) {
      if (rule.operation !== request.operation) continue;
      const criteria = rule.criteria.map((criterion) => holds(criterion, request));
      const { action } = rule;
      considered.push({ policy: policy.id, rule: at, action, criteria });
      if (criteria.includes(false)) continue;
      return criteria.includes(null)
        ? { action: 'reject', reason: 'undecidable', considered }
        : { action, reason: 'rule', considered };
    }
  return { action: 'reject', reason: 'no-match', considered };
}

type AnyCriterion = Rule['criteria'][number];

function holds(criterion: AnyCriterion, request: PolicyRequest): boolean | null {
  switch (criterion.type) {
    case 'ethValue': {
      const limit = BigInt(criterion.ethValue);
      return 'value' in request && compares(request.value, criterion.operator, limit);
    }
    case 'evmAddress':
      return (
        'to' in request &&
        isListed(criterion.operator, holdsAddress(criterion.addresses, request.to))
      );
    case 'evmNetwork':
      return (
        'chainId' in request &&
        isListed(
          criterion.operator,
          criterion.networks.some((network) => chainIds[network] === request.chainId),
        )
      );
    case 'solAddress':
      return 'recipients' in request && holdsRecipients(criterion, request.recipients);
  }
}

function compares(
  value: bigint,
  operator: Extract<AnyCriterion, { readonly type: 'ethValue' }>['operator'],
  limit: bigint,
): boolean {
  switch (operator) {
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
    case '==':
      return value === limit;
  }
}

/** True if the operator wants what is the case: that a list has a value, or that it does not. */
function isListed(operator: ListOperator, isInList: boolean): boolean {
  return isInList === (operator === 'in');
}

/** The creation of a contract has no destination, and is in no list (policies-6). */
function holdsAddress(addresses: readonly string[], to: string | null): boolean {
  return to !== null && addresses.includes(to);
}

/**
 * With `in` every recipient must be listed, with `not in` none may be (policies-7). A transaction without recipients is in no list. A
 * recipient that is unknown leaves it open, unless another one decides.
 */
function holdsRecipients(
  { addresses, operator }: Extract<AnyCriterion, { readonly type: 'solAddress' }>,
  recipients: readonly (string | null)[],
): boolean | null {
  const known = recipients.filter((each) => each !== null);
  const isOpen = known.length < recipients.length;
  if (operator === 'not in')
    return known.some((each) => addresses.includes(each)) ? false : isOpen ? null : true;
  if (recipients.length === 0 || !known.every((each) => addresses.includes(each))) return false;
  return isOpen ? null : true;
}
