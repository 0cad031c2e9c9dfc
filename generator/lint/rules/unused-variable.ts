import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { undeclaredVariable } from '../../core/diagnostics/references.js';
import { childOrigin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { Json } from '../../model/schema.js';
import type { Rule } from '../rule.js';

const unusedVariable: DiagnosticType<{ default: { name: string } }> = defineWarning(
  'unused-variable',
  {
    default: ({ name }) => `the variable "${name}" is not used`,
  },
);

/** Every variable of `x-variables` is used, and method names only use declared variables. */
export const unusedVariableRule: Rule = {
  diagnostics: [unusedVariable, undeclaredVariable],
  check(api, reporter) {
    const declared = Object.keys(objectOf(api.extensions['x-variables']));
    const known = api.variables.map((variable) => variable.name);
    const used = new Set<string>();
    const find = (value: Json): void => {
      if (typeof value === 'string') {
        for (const [, name = ''] of value.matchAll(/\{variables\.([^{}]+)\}/g)) used.add(name);
      } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(find);
    };
    for (const { jwt, hmac } of api.securitySchemes) {
      if (hmac !== undefined) find([hmac, ...hmac.alternatives].map(({ prehash }) => prehash));
      if (jwt === undefined) continue;
      find(jwt.header);
      find(jwt.claims);
      find(jwt.verify);
      jwt.alternatives.forEach((alternative) => find(alternative.claims));
    }
    for (const operation of api.operations) {
      if (operation.binding.kind !== 'json-rpc') continue;
      for (const [, name = ''] of operation.binding.method.matchAll(/\{([^{}]+)\}/g)) {
        used.add(name);
        if (known.includes(name)) continue;
        reporter.report(
          undeclaredVariable.default({ expression: `variables.${name}` }),
          childOrigin(operation.origin, 'method'),
          didYouMean(name, known),
        );
      }
    }
    for (const name of declared) {
      if (used.has(name) || name === 'x-basis' || !known.includes(name)) continue;
      reporter.report(
        unusedVariable.default({ name }),
        childOrigin(api.origin, 'x-variables', name),
        { part: 'key' },
      );
    }
  },
};

function objectOf(value: Json | undefined): { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [name: string]: Json })
    : {};
}
