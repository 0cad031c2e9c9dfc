import { defineRecoverableError, defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { Rule } from '../rule.js';
import { valuesOf } from '../applicable-schemas.js';

const enumDescriptions: DiagnosticType<{ default: { name: string } }> = defineRecoverableError(
  'enum-descriptions',
  {
    default: ({ name }) => `"${name}" is not a value of this schema`,
  },
);

const missingEnumDescription: DiagnosticType<{ default: { value: string } }> = defineWarning(
  'missing-enum-description',
  {
    default: ({ value }) =>
      `the value "${value}" has no description, although other values have one`,
  },
);

const NAME = 'x-enum-descriptions';

/** `x-enum-descriptions` describes existing values, and all of them. */
export const enumDescriptionsRule: Rule = {
  diagnostics: [enumDescriptions, missingEnumDescription],
  check(api, reporter) {
    for (const schema of api.schemas.values()) {
      if (schema.kind !== 'keywords') continue;
      const descriptions = schema.annotations.extensions[NAME];
      if (typeof descriptions !== 'object' || descriptions === null || Array.isArray(descriptions))
        continue;
      const values = (valuesOf(api.schemas, schema.id)?.values ?? []).map(String);
      const described = Object.keys(descriptions).filter((name) => name !== 'x-basis');
      for (const name of described) {
        if (values.includes(name)) continue;
        reporter.report(
          enumDescriptions.default({ name }),
          childOrigin(schema.origin, NAME, name),
          {
            part: 'key',
            ...didYouMean(name, values),
          },
        );
      }
      for (const value of values) {
        if (described.includes(value)) continue;
        reporter.report(
          missingEnumDescription.default({ value }),
          childOrigin(schema.origin, NAME),
          { part: 'key' },
        );
      }
    }
  },
};
