import { childOrigin } from '../../core/origin.js';
import type { Parameter } from '../../model/api.js';
import { defaultOf, statedDefault } from '../../model/analysis/default-value.js';
import type { Rule } from '../rule.js';
import { typesOf } from '../applicable-schemas.js';

/** The default of a parameter has the parameter's type; the server cannot use any other. */
export const defaultType: Rule = (api, reporter) => {
  const seen = new Set<Parameter>();
  for (const parameter of api.operations.flatMap((operation) => operation.parameters)) {
    if (seen.has(parameter)) continue;
    seen.add(parameter);
    const declared = statedDefault(api.schemas, parameter);
    if (declared === undefined || defaultOf(api.schemas, parameter) !== undefined) continue;
    const types = typesOf(api.schemas, parameter.schema) ?? [];
    reporter.warning(
      'default-type',
      childOrigin(parameter.origin, 'schema'),
      `the default of "${parameter.name}" is ${JSON.stringify(declared.value)}, which is no ${types.map((type) => `"${type}"`).join(' or ')}; it is not filled in`,
      { hint: 'write a default of the type of the parameter' },
    );
  }
};
