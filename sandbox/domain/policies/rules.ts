import type { Rule, RuleInput } from '@platform/platform';

/** The rules of a policy as they are stored and shown: addresses on EVM networks in lower case. */
export function storedRules(rules: readonly RuleInput[]): readonly Rule[] {
  return rules.map((rule) => {
    if (rule.operation === 'signSolTransaction') return rule;
    return { ...rule, criteria: rule.criteria.map(storedCriterion) } as Rule;
  });
}

function storedCriterion(
  criterion: Extract<RuleInput, { readonly operation: 'sendEvmTransaction' }>['criteria'][number],
): typeof criterion {
  if (criterion.type !== 'evmAddress') return criterion;
  return { ...criterion, addresses: criterion.addresses.map((text) => text.toLowerCase()) };
}
