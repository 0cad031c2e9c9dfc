import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import type { Rule } from '../rule.js';
import { applicableSchemas } from '../applicable-schemas.js';

const missingItems: DiagnosticType<{ default: void }> = defineWarning('missing-items', {
  default: () => 'an array does not describe its items',
});

/** An array declares its items if the version requires it: OpenAPI 3.0.3 section 4.7.24.1, and Swagger 2.0. */
export const missingItemsRule: Rule = {
  diagnostics: [missingItems],
  check(api, reporter) {
    for (const schema of api.schemas.values()) {
      if (schema.kind === 'boolean' || schema.dialect !== 'openapi-3.0') continue;
      if (schema.keywords.type?.includes('array') !== true) continue;
      if (
        applicableSchemas(api.schemas, schema.id).some(
          ({ keywords }) => keywords.items !== undefined,
        )
      )
        continue;
      reporter.report(missingItems.default(), childOrigin(schema.origin, 'type'), {
        part: 'key',
        hint: 'write "items", or "items: {}" for items of any kind',
      });
    }
  },
};
