import { defineError } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { SecurityRequirement } from '../../model/security.js';
import type { Rule } from '../rule.js';

const jwtOperation: DiagnosticType<{ default: { scope: string; scheme: string } }> = defineError(
  'jwt-operation',
  { default: ({ scope, scheme }) => `"${scope}" is not a scope of "${scheme}"` },
);

/** The scopes that operations require of keys of tokens exist, if the scheme lists any. */
export const jwtOperationRule: Rule = {
  diagnostics: [jwtOperation],
  check(api, reporter) {
    const scopesOf = new Map(
      api.securitySchemes.flatMap(({ key, jwt }) =>
        jwt === undefined ? [] : [[key, Object.keys(jwt.scopes)] as const],
      ),
    );
    const seen = new Set<SecurityRequirement>();
    for (const requirement of api.operations.flatMap(({ security }) => security)) {
      if (seen.has(requirement)) continue;
      seen.add(requirement);
      for (const { key, scopes } of requirement.schemes) {
        const known = scopesOf.get(key) ?? [];
        if (known.length === 0) continue;
        scopes.forEach((scope, index) => {
          if (known.includes(scope)) return;
          reporter.report(
            jwtOperation.default({ scope, scheme: key }),
            childOrigin(childOrigin(requirement.origin, key), index),
            didYouMean(scope, known),
          );
        });
      }
    }
  },
};
