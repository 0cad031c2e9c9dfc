import { defineError } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import type { Parameter } from '../../model/api.js';
import type { Rule } from '../rule.js';

const credentialConflict: DiagnosticType<{ default: { name: string } }> = defineError(
  'credential-conflict',
  {
    default: ({ name }) => `"${name}" is also the name of a security scheme`,
  },
);

/** A credential in the path has a name that no security scheme uses. */
export const credentialConflictRule: Rule = {
  diagnostics: [credentialConflict],
  check(api, reporter) {
    const seen = new Set<Parameter>();
    for (const parameter of api.operations.flatMap((operation) => operation.parameters)) {
      if (parameter.credential !== true || seen.has(parameter)) continue;
      seen.add(parameter);
      const other = api.securitySchemes.find(
        (scheme) =>
          scheme.key === parameter.name && !('in' in scheme.scheme && scheme.scheme.in === 'path'),
      );
      if (other === undefined) continue;
      reporter.report(credentialConflict.default({ name: parameter.name }), parameter.origin, {
        related: [{ message: 'the scheme is here', origin: other.origin }],
      });
    }
  },
};
