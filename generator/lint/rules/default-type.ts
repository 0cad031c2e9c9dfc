import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { alternatives } from '../../core/diagnostics/lists.js';
import type { Json } from '../../model/schema.js';
import { childOrigin } from '../../core/origin.js';
import type { Parameter } from '../../model/api.js';
import { defaultOf, statedDefault } from '../../model/analysis/default-value.js';
import type { Rule } from '../rule.js';
import { typesOf } from '../applicable-schemas.js';

const defaultType: DiagnosticType<{
  default: { name: string; value: Json; types: readonly string[] };
}> = defineWarning('default-type', {
  default: ({ name, value, types }) =>
    `the default of "${name}" is ${JSON.stringify(value)}, which is not of the type ${alternatives(types)}, and is ignored`,
});

/** The default of a parameter has the parameter's type; the server cannot use any other. */
export const defaultTypeRule: Rule = {
  diagnostics: [defaultType],
  check(api, reporter) {
    const seen = new Set<Parameter>();
    for (const parameter of api.operations.flatMap((operation) => operation.parameters)) {
      if (seen.has(parameter)) continue;
      seen.add(parameter);
      const declared = statedDefault(api.schemas, parameter);
      if (declared === undefined || defaultOf(api.schemas, parameter) !== undefined) continue;
      const types = typesOf(api.schemas, parameter.schema) ?? [];
      reporter.report(
        defaultType.default({ name: parameter.name, value: declared.value, types }),
        childOrigin(parameter.origin, 'schema'),
        { hint: 'write a default that has the type of the parameter' },
      );
    }
  },
};
