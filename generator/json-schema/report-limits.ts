import { defineWarning, type DiagnosticType, type Reporter } from '../core/diagnostic.js';
import { childOrigin } from '../core/origin.js';
import type { JsonSchemaLimit } from './json-schemas.js';

/** A pattern that validators of JSON Schema cannot compile. */
export const jsonSchemaLimit: DiagnosticType<{ default: { emitter: string; keyword: string } }> =
  defineWarning('json-schema-limit', {
    default: ({ emitter, keyword }) =>
      `the emitter "${emitter}" leaves out "${keyword}" of this schema: its pattern is not valid with the flag "u"`,
  });

/** Reports the keywords that an emitter leaves out of JSON Schemas. */
export function reportLimits(
  limits: readonly JsonSchemaLimit[],
  emitter: string,
  reporter: Reporter,
): void {
  for (const { schema, keyword } of limits)
    reporter.report(
      jsonSchemaLimit.default({ emitter, keyword }),
      childOrigin(schema.origin, keyword),
      { part: 'key', hint: 'the generated check still tests the pattern' },
    );
}
