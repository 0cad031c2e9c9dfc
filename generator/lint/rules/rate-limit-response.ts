import type { Rule } from '../rule.js';

/** An operation with a rate limit declares a response for requests that exceed it. */
export const rateLimitResponse: Rule = (api, reporter) => {
  for (const { rateLimits, binding, outcomes, origin, id, key } of api.operations) {
    if (rateLimits === undefined || binding.kind === 'json-rpc') continue;
    const hasResponse = outcomes.some(
      ({ when }) => 'status' in when && [429, '4XX', 'default'].includes(when.status),
    );
    if (hasResponse) continue;
    reporter.warning(
      'rate-limit-response',
      origin,
      `"${id ?? key.slice('operation:'.length)}" has a rate limit, but declares no 429`,
      { part: 'key', hint: 'declare how a request that is one too many is refused' },
    );
  }
};
