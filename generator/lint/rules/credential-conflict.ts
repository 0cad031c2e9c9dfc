import type { Parameter } from '../../model/api.js';
import type { Rule } from '../rule.js';

/** A credential in the path has a name that no security scheme uses. */
export const credentialConflict: Rule = (api, reporter) => {
  const seen = new Set<Parameter>();
  for (const parameter of api.operations.flatMap((operation) => operation.parameters)) {
    if (parameter.credential !== true || seen.has(parameter)) continue;
    seen.add(parameter);
    const other = api.securitySchemes.find(
      (scheme) =>
        scheme.key === parameter.name && !('in' in scheme.scheme && scheme.scheme.in === 'path'),
    );
    if (other === undefined) continue;
    reporter.error(
      'credential-conflict',
      parameter.origin,
      `"${parameter.name}" is the name of a security scheme too`,
      {
        related: [{ message: 'the scheme is here', origin: other.origin }],
      },
    );
  }
};
