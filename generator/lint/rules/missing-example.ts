import type { Content } from '../../model/api.js';
import type { SchemaId } from '../../model/schema.js';
import type { Rule } from '../rule.js';
import { applicableSchemas } from '../applicable-schemas.js';

/** Every JSON body of a request or a response has an example, either its own or one of its schema. */
export const missingExample: Rule = (api, reporter) => {
  const hasExample = (id: SchemaId): boolean =>
    applicableSchemas(api.schemas, id).some((part) => (part.annotations.examples ?? []).length > 0);
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
      reporter.warning(
        'missing-example',
        content.origin,
        `the "${content.mediaType}" body has no example`,
        { part: 'key' },
      );
    }
  }
};
