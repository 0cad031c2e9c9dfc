import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import type { Rule } from '../rule.js';

const unusedRateLimit: DiagnosticType<{ default: { bucket: string } }> = defineWarning(
  'unused-rate-limit',
  {
    default: ({ bucket }) => `no operation uses the bucket "${bucket}"`,
  },
);

/** Some operation draws on every declared bucket. */
export const unusedRateLimitRule: Rule = {
  diagnostics: [unusedRateLimit],
  check(api, reporter) {
    const used = new Set(api.operations.flatMap(({ rateLimits = [] }) => rateLimits));
    for (const limit of api.rateLimits) {
      if (used.has(limit)) continue;
      reporter.report(unusedRateLimit.default({ bucket: limit.bucket }), limit.origin, {
        hint: 'an "x-rate-limit" overrides those further out',
      });
    }
  },
};
