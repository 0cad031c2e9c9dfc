import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import type { Rule } from '../rule.js';

const rateLimitResponse: DiagnosticType<{ default: { name: string } }> = defineWarning(
  'rate-limit-response',
  {
    default: ({ name }) => `"${name}" has a rate limit, but does not declare a response 429`,
  },
);

/** An operation with a rate limit declares a response for requests that exceed it. */
export const rateLimitResponseRule: Rule = {
  diagnostics: [rateLimitResponse],
  check(api, reporter) {
    for (const { rateLimits, binding, outcomes, origin, id, key } of api.operations) {
      if (rateLimits === undefined || binding.kind === 'json-rpc') continue;
      const hasResponse = outcomes.some(
        ({ when }) => 'status' in when && [429, '4XX', 'default'].includes(when.status),
      );
      if (hasResponse) continue;
      reporter.report(
        rateLimitResponse.default({ name: id ?? key.slice('operation:'.length) }),
        origin,
        { part: 'key', hint: 'declare the response to a request that exceeds the limit' },
      );
    }
  },
};
