import { childOrigin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { Rule } from '../rule.js';
import { valuesOf } from '../applicable-schemas.js';

const NAME = 'x-enum-descriptions';

/** `x-enum-descriptions` describes existing values, and all of them. */
export const enumDescriptions: Rule = (api, reporter) => {
  for (const schema of api.schemas.values()) {
    if (schema.kind !== 'keywords') continue;
    const descriptions = schema.annotations.extensions[NAME];
    if (typeof descriptions !== 'object' || descriptions === null || Array.isArray(descriptions))
      continue;
    const values = (valuesOf(api.schemas, schema.id)?.values ?? []).map(String);
    const described = Object.keys(descriptions).filter((name) => name !== 'x-basis');
    for (const name of described) {
      if (values.includes(name)) continue;
      reporter.error(
        'enum-descriptions',
        childOrigin(schema.origin, NAME, name),
        `"${name}" is no value of this schema`,
        {
          part: 'key',
          ...didYouMean(name, values),
        },
      );
    }
    for (const value of values) {
      if (described.includes(value)) continue;
      reporter.warning(
        'enum-descriptions',
        childOrigin(schema.origin, NAME),
        `the value "${value}" is not described, though others are`,
        { part: 'key' },
      );
    }
  }
};
