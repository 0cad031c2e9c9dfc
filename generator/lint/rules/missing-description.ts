import type { Parameter } from '../../model/api.js';
import type { Rule } from '../rule.js';

/** Operations, parameters and properties of named schemas have descriptions. */
export const missingDescription: Rule = (api, reporter) => {
  const seen = new Set<Parameter>();
  for (const operation of api.operations) {
    if (operation.description === undefined && operation.summary === undefined) {
      const name = operation.id ?? operation.key.slice('operation:'.length);
      reporter.warning(
        'missing-description',
        operation.origin,
        `the operation "${name}" has neither summary nor description`,
        { part: 'key' },
      );
    }
    for (const parameter of operation.parameters) {
      if (seen.has(parameter) || parameter.description !== undefined) continue;
      seen.add(parameter);
      reporter.warning(
        'missing-description',
        parameter.origin,
        `the ${parameter.in} parameter "${parameter.name}" has no description`,
      );
    }
  }
  for (const { name, id } of api.components) {
    const schema = api.schemas.get(id);
    if (schema?.kind !== 'keywords') continue;
    if (schema.annotations.description === undefined && schema.keywords.$ref === undefined) {
      reporter.warning(
        'missing-description',
        schema.origin,
        `the schema "${name}" has no description`,
        { part: 'key' },
      );
    }
    for (const [property, member] of schema.keywords.properties ?? []) {
      const propertySchema = api.schemas.get(member);
      if (propertySchema?.kind !== 'keywords') continue;
      const described =
        propertySchema.annotations.description !== undefined ||
        propertySchema.keywords.$ref !== undefined;
      if (described) continue;
      reporter.warning(
        'missing-description',
        propertySchema.origin,
        `the member "${property}" of "${name}" has no description`,
        { part: 'key' },
      );
    }
  }
};
