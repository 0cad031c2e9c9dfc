import type { Rule } from '../rule.js';

/** Some operation draws on every declared bucket. */
export const unusedRateLimit: Rule = (api, reporter) => {
  const used = new Set(api.operations.flatMap(({ rateLimits = [] }) => rateLimits));
  for (const limit of api.rateLimits) {
    if (used.has(limit)) continue;
    reporter.warning(
      'unused-rate-limit',
      limit.origin,
      `no operation draws on the bucket "${limit.bucket}"`,
      { hint: 'a nearer "x-rate-limit" takes the place of one further away' },
    );
  }
};
