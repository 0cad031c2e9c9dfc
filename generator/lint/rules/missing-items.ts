import { childOrigin } from '../../core/origin.js';
import type { Rule } from '../rule.js';
import { applicableSchemas } from '../applicable-schemas.js';

/** An array declares its items if the version requires it: OpenAPI 3.0.3 section 4.7.24.1, and Swagger 2.0. */
export const missingItems: Rule = (api, reporter) => {
  for (const schema of api.schemas.values()) {
    if (schema.kind === 'boolean' || schema.dialect !== 'openapi-3.0') continue;
    if (schema.keywords.type?.includes('array') !== true) continue;
    if (
      applicableSchemas(api.schemas, schema.id).some(({ keywords }) => keywords.items !== undefined)
    )
      continue;
    reporter.warning(
      'missing-items',
      childOrigin(schema.origin, 'type'),
      'an array does not say what its items are',
      { part: 'key', hint: 'write "items", which is "items: {}" for items of any kind' },
    );
  }
};
