import type { ChangeRule } from '../change.js';
import { plainText } from '../plain-text.js';
import type { OperationRule } from './operation-rule.js';

const rule: ChangeRule = {
  id: 'operation-behaviour',
  when: 'The pagination, the idempotency, the rate limits or the trailing slash of an operation changed.',
  advice:
    'Clients and servers follow these declarations, so each is risky until both have the new ones.',
};

/** Declared behaviour of an operation that generated code follows. */
export const behaviour: OperationRule = {
  rules: [rule],
  compare({ old, next }, context) {
    const parts = [
      ['pagination', old.pagination, next.pagination],
      ['idempotency', old.idempotency, next.idempotency],
      ['rate limits', old.rateLimits, next.rateLimits],
      ['trailing slash', slashOf(old.binding), slashOf(next.binding)],
    ] as const;
    for (const [name, before, after] of parts)
      if (plainText(before) !== plainText(after))
        context.report(rule, `the ${name} of the operation changed`, {
          requester: 'risky',
          answerer: 'risky',
        });
  },
};

function slashOf(binding: Parameters<OperationRule['compare']>[0]['old']['binding']): unknown {
  return binding.kind === 'http' ? binding.trailingSlash : undefined;
}
