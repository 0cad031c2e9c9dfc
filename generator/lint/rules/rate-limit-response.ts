import type { Rule } from '../rule.js';

/** An operation whose requests are counted declares how it refuses one. */
export const rateLimitResponse: Rule = (api, reporter) => {
  for (const { rateLimits, binding, outcomes, origin, id, key } of api.operations) {
    if (rateLimits === undefined || binding.kind === 'json-rpc') continue;
    const refuses = outcomes.some(
      ({ when }) => 'status' in when && [429, '4XX', 'default'].includes(when.status),
    );
    if (refuses) continue;
    reporter.warning(
      'rate-limit-response',
      origin,
      `"${id ?? key.slice('operation:'.length)}" has a rate limit, but declares no 429`,
      { part: 'key', hint: 'declare how a request that is one too many is refused' },
    );
  }
};
