import { defineError, defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType, Reporter } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { Operation } from '../../model/api.js';
import type { SecurityRequirement } from '../../model/security.js';
import type { Rule } from '../rule.js';
import { hmacSchemes, sentExpressions } from '../hmac-expression.js';
import type { LocatedHmac } from '../hmac-expression.js';
import { expressionsOf } from '../jwt-expression.js';

const hmacOperation: DiagnosticType<{
  message: { scheme: string };
  keyless: { scheme: string };
  scope: { scope: string; scheme: string };
}> = defineError('hmac-operation', {
  message: ({ scheme }) =>
    `"${scheme}" signs messages of channels, and cannot sign an operation over HTTP`,
  keyless: ({ scheme }) => `signatures of "${scheme}" have no key, so they have no permissions`,
  scope: ({ scope, scheme }) => `"${scope}" is not a scope of "${scheme}"`,
});

const signedStream: DiagnosticType<{ default: { scheme: string } }> = defineWarning(
  'signed-stream',
  {
    default: ({ scheme }) => `"${scheme}" signs the body, which therefore cannot be a stream`,
  },
);

/** Signatures of operations can be sent over HTTP, their bodies can be signed, and their scopes exist. */
export const hmacOperationRule: Rule = {
  diagnostics: [hmacOperation, signedStream],
  check(api, reporter) {
    const schemes = new Map(hmacSchemes(api).map((located) => [located.key, located]));
    if (schemes.size === 0) return;
    const seen = new Set<SecurityRequirement>();
    for (const operation of api.operations) {
      const used = operation.security.flatMap((requirement) =>
        requirement.schemes.flatMap(({ key }) => schemes.get(key) ?? []),
      );
      checkBody(operation, used, reporter);
      for (const requirement of operation.security) {
        if (seen.has(requirement)) continue;
        seen.add(requirement);
        checkRequirement(requirement, schemes, reporter);
      }
    }
  },
};

function checkRequirement(
  requirement: SecurityRequirement,
  schemes: ReadonlyMap<string, LocatedHmac>,
  reporter: Reporter,
): void {
  for (const { key, scopes } of requirement.schemes) {
    const hmac = schemes.get(key)?.hmac;
    if (hmac === undefined) continue;
    const origin = childOrigin(requirement.origin, key);
    if (hmac.place !== 'headers') {
      reporter.report(hmacOperation.message({ scheme: key }), origin, { part: 'key' });
    }
    if (scopes.length > 0 && !sentExpressions(hmac, hmac).includes('key')) {
      reporter.report(hmacOperation.keyless({ scheme: key }), origin, { part: 'key' });
    }
    const known = Object.keys(hmac.scopes);
    scopes.forEach((scope, index) => {
      if (known.length === 0 || known.includes(scope)) return;
      reporter.report(
        hmacOperation.scope({ scope, scheme: key }),
        childOrigin(origin, index),
        didYouMean(scope, known),
      );
    });
  }
}

/** Checks that the body is not a stream: a binary body may be passed as one, and a stream cannot be signed before it is sent. */
function checkBody(
  operation: Operation,
  schemes: readonly LocatedHmac[],
  reporter: Reporter,
): void {
  const contents = operation.request?.contents ?? [];
  if (contents.length === 0 || !contents.every(({ codec }) => codec === 'binary')) return;
  const signing = schemes.find(({ forms }) =>
    forms.some(({ form }) =>
      (expressionsOf(form.prehash) ?? []).some((each) => /^body(?:\.|$)/.test(each)),
    ),
  );
  if (signing === undefined) return;
  reporter.report(signedStream.default({ scheme: signing.key }), operation.origin, {
    part: 'key',
    hint: 'callers must pass it as bytes',
  });
}
