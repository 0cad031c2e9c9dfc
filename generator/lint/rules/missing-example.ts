import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import type { Content } from '../../model/api.js';
import type { SchemaId } from '../../model/schema.js';
import type { Rule } from '../rule.js';
import { applicableSchemas } from '../applicable-schemas.js';

const missingExample: DiagnosticType<{ default: { mediaType: string } }> = defineWarning(
  'missing-example',
  {
    default: ({ mediaType }) => `the "${mediaType}" body has no example`,
  },
);

/** Every JSON body of a request or a response has an example: its own, one of its schema, or, of a list, one of its items. */
export const missingExampleRule: Rule = {
  diagnostics: [missingExample],
  check(api, reporter) {
    const hasOwnExample = (id: SchemaId): boolean =>
      applicableSchemas(api.schemas, id).some(
        (part) => (part.annotations.examples ?? []).length > 0,
      );
    const hasExample = (id: SchemaId): boolean =>
      hasOwnExample(id) ||
      applicableSchemas(api.schemas, id).some(
        ({ keywords: { items } }) => items !== undefined && hasOwnExample(items),
      );
    const seen = new Set<Content>();
    for (const operation of api.operations) {
      const contents = [
        ...(operation.request?.contents ?? []),
        ...operation.outcomes.flatMap((outcome) => outcome.contents),
      ];
      for (const content of contents) {
        if (seen.has(content) || content.codec !== 'json' || content.schema === undefined) continue;
        seen.add(content);
        if (content.examples.length > 0 || hasExample(content.schema)) continue;
        reporter.report(missingExample.default({ mediaType: content.mediaType }), content.origin, {
          part: 'key',
        });
      }
    }
  },
};
