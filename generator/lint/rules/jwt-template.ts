import { defineError } from '../../core/diagnostic.js';
import type { DiagnosticType, Reporter } from '../../core/diagnostic.js';
import { undeclaredVariable } from '../../core/diagnostics/references.js';
import { childOrigin } from '../../core/origin.js';
import type { Origin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { Api } from '../../model/api.js';
import type { Json } from '../../model/schema.js';
import type { JwtScheme } from '../../model/security.js';
import { expressionsOf, isExpression, plainExpressions, textsOf } from '../jwt-expression.js';
import type { TemplateText } from '../jwt-expression.js';
import type { Rule } from '../rule.js';

const jwtTemplate: DiagnosticType<{
  factory: { scheme: string; factory: string };
  keyFormat: void;
  braces: { text: string };
  expression: { expression: string };
  verifierOnly: { expression: string };
  partial: { expression: string };
  secret: { name: string };
  parameter: { name: string };
}> = defineError('jwt-template', {
  factory: ({ scheme, factory }) => `the scheme "${scheme}" also has a factory "${factory}"`,
  keyFormat: () => '"ed25519" keys fit none of the algorithms',
  braces: ({ text }) => `the braces of "${text}" do not match`,
  expression: ({ expression }) => `"{${expression}}" is not an expression`,
  verifierOnly: ({ expression }) => `"{${expression}}" is known to a verifier only`,
  partial: ({ expression }) => `"{${expression}}" is not an entire claim`,
  secret: ({ name }) => `"${name}" is the secret, which tokens must not contain`,
  parameter: ({ name }) => `the credential has no parameter "${name}"`,
});

/** Templates of `x-jwt` use known expressions, and never the secret. */
export const jwtTemplateRule: Rule = {
  diagnostics: [jwtTemplate, undeclaredVariable],
  check(api, reporter) {
    const factories = new Map<string, string>();
    for (const { key, jwt, origin } of api.securitySchemes) {
      if (jwt === undefined) continue;
      const at = childOrigin(origin, 'x-jwt');
      const other = factories.get(jwt.credential.name);
      if (other !== undefined) {
        reporter.report(
          jwtTemplate.factory({ scheme: other, factory: jwt.credential.name }),
          childOrigin(at, 'credential', 'name'),
        );
      }
      factories.set(jwt.credential.name, key);
      checkFormats(jwt, at, reporter);
      checkTemplate(api, jwt, { header: jwt.header }, at, 'sign', reporter);
      checkTemplate(api, jwt, { claims: jwt.claims }, at, 'sign', reporter);
      jwt.alternatives.forEach(({ claims }, index) =>
        checkTemplate(
          api,
          jwt,
          { claims },
          childOrigin(at, 'alternatives', index),
          'sign',
          reporter,
        ),
      );
      checkTemplate(api, jwt, { verify: jwt.verify }, at, 'verify', reporter);
    }
  },
};

/** Checks that `ed25519` keys are used with `EdDSA`; the other key formats support both algorithms. */
function checkFormats(jwt: JwtScheme, at: Origin, reporter: Reporter): void {
  const index = jwt.keyFormats.indexOf('ed25519');
  if (index < 0 || jwt.algorithms.includes('EdDSA')) return;
  reporter.report(jwtTemplate.keyFormat(), childOrigin(at, 'keyFormats', index), {
    hint: 'add "EdDSA" to "algorithms"',
  });
}

function checkTemplate(
  api: Api,
  jwt: JwtScheme,
  template: { readonly [name: string]: Json },
  at: Origin,
  usage: 'sign' | 'verify',
  reporter: Reporter,
): void {
  for (const templateText of textsOf(template)) {
    const origin = childOrigin(at, ...templateText.keys);
    const expressions = expressionsOf(templateText.text);
    if (expressions === undefined) {
      reporter.report(jwtTemplate.braces({ text: templateText.text }), origin, {
        hint: 'a literal brace is written twice',
      });
      continue;
    }
    for (const expression of expressions) {
      checkExpression(api, jwt, expression, templateText, origin, usage, reporter);
    }
  }
}

function checkExpression(
  api: Api,
  jwt: JwtScheme,
  expression: string,
  templateText: TemplateText,
  origin: Origin,
  usage: 'sign' | 'verify',
  reporter: Reporter,
): void {
  if (!isExpression(expression)) {
    reporter.report(
      jwtTemplate.expression({ expression }),
      origin,
      didYouMean(expression, plainExpressions),
    );
    return;
  }
  const [kind, name = ''] = expression.split('.');
  if (kind === 'credential') checkCredential(jwt, name, origin, reporter);
  if (kind === 'variables') {
    const known = api.variables.map((variable) => variable.name);
    if (!known.includes(name)) {
      reporter.report(undeclaredVariable.default({ expression }), origin, didYouMean(name, known));
    }
  }
  if (kind === 'header' && usage === 'sign') {
    reporter.report(jwtTemplate.verifierOnly({ expression }), origin);
  }
  if (
    kind === 'body' &&
    (usage === 'verify' ||
      templateText.keys.length !== 2 ||
      templateText.keys[0] !== 'claims' ||
      templateText.text !== `{${expression}}`)
  ) {
    reporter.report(jwtTemplate.partial({ expression }), origin, {
      hint: `write it alone: claim: '{${expression}}'`,
    });
  }
}

function checkCredential(jwt: JwtScheme, name: string, origin: Origin, reporter: Reporter): void {
  const { parameters } = jwt.credential;
  if (name === parameters.at(-1)) {
    reporter.report(jwtTemplate.secret({ name }), origin);
  } else if (!parameters.includes(name)) {
    reporter.report(
      jwtTemplate.parameter({ name }),
      origin,
      didYouMean(name, parameters.slice(0, -1)),
    );
  }
}
