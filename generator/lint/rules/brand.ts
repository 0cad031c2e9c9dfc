import { invalidExtension } from '../../core/diagnostics/extensions.js';
import { childOrigin } from '../../core/origin.js';
import type { Rule } from '../rule.js';

/** `x-brand` is true, or the name of a brand. */
export const brandRule: Rule = {
  diagnostics: [],
  check(api, reporter) {
    for (const schema of api.schemas.values()) {
      if (schema.kind === 'boolean') continue;
      const value = schema.annotations.extensions['x-brand'];
      if (value === undefined || value === true || (typeof value === 'string' && value !== ''))
        continue;
      reporter.report(
        invalidExtension.value({ what: '"x-brand"', expected: 'true or the name of the brand' }),
        childOrigin(schema.origin, 'x-brand'),
      );
    }
  },
};
