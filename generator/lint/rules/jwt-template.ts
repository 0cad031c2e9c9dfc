import type { Reporter } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import type { Origin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { Api } from '../../model/api.js';
import type { Json } from '../../model/schema.js';
import type { JwtScheme } from '../../model/security.js';
import { expressionsOf, isExpression, plainExpressions, textsOf } from '../jwt-expression.js';
import type { TemplateText } from '../jwt-expression.js';
import type { Rule } from '../rule.js';

const CODE = 'jwt-template';

/** Templates of `x-jwt` use known expressions, and never the secret. */
export const jwtTemplate: Rule = (api, reporter) => {
  const factories = new Map<string, string>();
  for (const { key, jwt, origin } of api.securitySchemes) {
    if (jwt === undefined) continue;
    const at = childOrigin(origin, 'x-jwt');
    const other = factories.get(jwt.credential.name);
    if (other !== undefined) {
      reporter.error(
        CODE,
        childOrigin(at, 'credential', 'name'),
        `the scheme "${other}" has a factory "${jwt.credential.name}" too`,
      );
    }
    factories.set(jwt.credential.name, key);
    checkFormats(jwt, at, reporter);
    checkTemplate(api, jwt, { header: jwt.header }, at, 'sign', reporter);
    checkTemplate(api, jwt, { claims: jwt.claims }, at, 'sign', reporter);
    jwt.alternatives.forEach(({ claims }, index) =>
      checkTemplate(api, jwt, { claims }, childOrigin(at, 'alternatives', index), 'sign', reporter),
    );
    checkTemplate(api, jwt, { verify: jwt.verify }, at, 'verify', reporter);
  }
};

/** Checks that `ed25519` keys are used with `EdDSA`; the other key formats support both algorithms. */
function checkFormats(jwt: JwtScheme, at: Origin, reporter: Reporter): void {
  const index = jwt.keyFormats.indexOf('ed25519');
  if (index < 0 || jwt.algorithms.includes('EdDSA')) return;
  reporter.error(
    CODE,
    childOrigin(at, 'keyFormats', index),
    '"ed25519" keys fit none of the algorithms',
    { hint: 'add "EdDSA" to "algorithms"' },
  );
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
      reporter.error(CODE, origin, `the braces of "${templateText.text}" do not match`, {
        hint: 'a brace itself is written twice',
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
    reporter.error(
      CODE,
      origin,
      `"{${expression}}" is no expression`,
      didYouMean(expression, plainExpressions),
    );
    return;
  }
  const [kind, name = ''] = expression.split('.');
  if (kind === 'credential') checkCredential(jwt, name, origin, reporter);
  if (kind === 'variables') {
    const known = api.variables.map((variable) => variable.name);
    if (!known.includes(name)) {
      reporter.error(
        'undeclared-variable',
        origin,
        `"{${expression}}" is not declared`,
        didYouMean(name, known),
      );
    }
  }
  if (kind === 'header' && usage === 'sign') {
    reporter.error(CODE, origin, `"{${expression}}" is known to a verifier only`);
  }
  if (
    kind === 'body' &&
    (usage === 'verify' ||
      templateText.keys.length !== 2 ||
      templateText.keys[0] !== 'claims' ||
      templateText.text !== `{${expression}}`)
  ) {
    reporter.error(CODE, origin, `"{${expression}}" is not the whole of a claim`, {
      hint: `write it alone: claim: '{${expression}}'`,
    });
  }
}

function checkCredential(jwt: JwtScheme, name: string, origin: Origin, reporter: Reporter): void {
  const { parameters } = jwt.credential;
  if (name === parameters.at(-1)) {
    reporter.error(CODE, origin, `"${name}" is the secret, which stands in no token`);
  } else if (!parameters.includes(name)) {
    reporter.error(
      CODE,
      origin,
      `the credential has no parameter "${name}"`,
      didYouMean(name, parameters.slice(0, -1)),
    );
  }
}
