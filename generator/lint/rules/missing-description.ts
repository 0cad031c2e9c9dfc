import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import type { Parameter } from '../../model/api.js';
import type { Rule } from '../rule.js';

const missingDescription: DiagnosticType<{
  operation: { name: string };
  parameter: { location: string; name: string };
  schema: { name: string };
  property: { name: string; schema: string };
}> = defineWarning('missing-description', {
  operation: ({ name }) => `the operation "${name}" has neither a summary nor a description`,
  parameter: ({ location, name }) => `the ${location} parameter "${name}" has no description`,
  schema: ({ name }) => `the schema "${name}" has no description`,
  property: ({ name, schema }) => `the property "${name}" of "${schema}" has no description`,
});

/** Operations, parameters and properties of named schemas have descriptions. */
export const missingDescriptionRule: Rule = {
  diagnostics: [missingDescription],
  check(api, reporter) {
    const seen = new Set<Parameter>();
    for (const operation of api.operations) {
      if (operation.description === undefined && operation.summary === undefined) {
        const name = operation.id ?? operation.key.slice('operation:'.length);
        reporter.report(missingDescription.operation({ name }), operation.origin, { part: 'key' });
      }
      for (const parameter of operation.parameters) {
        if (seen.has(parameter) || parameter.description !== undefined) continue;
        seen.add(parameter);
        reporter.report(
          missingDescription.parameter({ location: parameter.in, name: parameter.name }),
          parameter.origin,
        );
      }
    }
    for (const { name, id } of api.components) {
      const schema = api.schemas.get(id);
      if (schema?.kind !== 'keywords') continue;
      if (schema.annotations.description === undefined && schema.keywords.$ref === undefined) {
        reporter.report(missingDescription.schema({ name }), schema.origin, { part: 'key' });
      }
      for (const [property, member] of schema.keywords.properties ?? []) {
        const propertySchema = api.schemas.get(member);
        if (propertySchema?.kind !== 'keywords') continue;
        const described =
          propertySchema.annotations.description !== undefined ||
          propertySchema.keywords.$ref !== undefined;
        if (described) continue;
        reporter.report(
          missingDescription.property({ name: property, schema: name }),
          propertySchema.origin,
          { part: 'key' },
        );
      }
    }
  },
};
