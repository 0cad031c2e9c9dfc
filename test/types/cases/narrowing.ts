import type { Criterion, Policy, Rule, Webhook } from '@platform/platform';

/** A discriminated union narrows by its discriminator, and a `switch` knows when nothing is left. */
export function describeCriterion(criterion: Criterion): string {
  switch (criterion.type) {
    case 'ethValue':
      return `${criterion.operator} ${criterion.ethValue}`;
    case 'evmAddress':
    case 'solAddress':
      return criterion.addresses.join();
    case 'evmNetwork':
      return criterion.networks.join();
    default: {
      // A server that is ahead of this client answers branches that the types do not know.
      const nothing: never = criterion;
      return String(nothing);
    }
  }
}

export function forgetsNetworks(criterion: Criterion): string {
  switch (criterion.type) {
    case 'ethValue':
      return criterion.ethValue;
    case 'evmAddress':
    case 'solAddress':
      return criterion.addresses.join();
    default: {
      const nothing: never = criterion; // error: 2322
      return String(nothing);
    }
  }
}

export function reachesTooFar(criterion: Criterion): unknown {
  if (criterion.type === 'ethValue') return criterion.addresses; // error: 2339
  return criterion.ethValue; // error: 2339
}

export function countsCriteria(rule: Rule): number {
  switch (rule.operation) {
    case 'signEvmTransaction':
      return rule.criteria.filter((each) => each.type === 'evmNetwork').length; // error: 2367
    case 'sendEvmTransaction':
      return rule.criteria.filter((each) => each.type === 'evmNetwork').length;
    case 'signSolTransaction':
      return rule.criteria.flatMap((each) => each.addresses).length;
    default: {
      const nothing: never = rule;
      return nothing;
    }
  }
}

export const wrongCriterion: Rule = {
  action: 'accept',
  operation: 'signSolTransaction',
  criteria: [{ type: 'ethValue', ethValue: '1', operator: '<' }], // error: 2353
};

export const unknownOperation: Rule = { action: 'accept', operation: 'dance', criteria: [] }; // error: 2322

export function describeFilter({ event_type_filter: filter }: Webhook): unknown {
  if (filter === undefined) return undefined;
  return 'contract_addresses' in filter ? filter.contract_addresses.length : filter.wallet_id;
}

/** Optional members may be absent, and are never `undefined` or `null` if present. */
export const absent: Pick<Policy, 'description'> = {};
export const present: Pick<Policy, 'description'> = { description: undefined }; // error: 2375
export const nothing: Pick<Policy, 'description'> = { description: null }; // error: 2322

export function changes(policy: Policy): void {
  policy.scope = 'project'; // error: 2540
  policy.rules.push(); // error: 2339
}
