import type { Reporter } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import type { Origin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { Api } from '../../model/api.js';
import type { Json } from '../../model/schema.js';
import type { Rule } from '../rule.js';

const CODE = 'jwt-verify';
const MEMBERS = [
  'key',
  'header',
  'claims',
  'atLeastOne',
  'body',
  'clockSkew',
  'expiryLeeway',
  'maxLifetime',
  'maxAge',
  'maxBytes',
];
const RULE_MEMBERS = ['presence', 'equals', 'single', 'contains', 'unique'];
const SECONDS = ['clockSkew', 'expiryLeeway', 'maxLifetime', 'maxAge', 'maxBytes'];

/** The members of `verify` have the form that `x-jwt` defines, and its key can be determined. */
export const jwtVerify: Rule = (api, reporter) => {
  for (const { key, jwt, origin } of api.securitySchemes) {
    if (jwt === undefined) continue;
    const at = childOrigin(origin, 'x-jwt', 'verify');
    const { verify } = jwt;
    checkMembers(verify, MEMBERS, at, '"verify"', reporter);
    for (const name of SECONDS) {
      const value = verify[name];
      if (
        value === undefined ||
        (typeof value === 'number' && Number.isInteger(value) && value >= 0)
      )
        continue;
      reporter.error(CODE, childOrigin(at, name), `"${name}" is no whole number from 0`);
    }
    checkKey(api, key, verify['key'], at, reporter);
    for (const part of ['header', 'claims'] as const) {
      const rules = verify[part];
      if (rules === undefined) continue;
      if (!isObject(rules)) reporter.error(CODE, childOrigin(at, part), `"${part}" is no object`);
      else
        for (const name of Object.keys(rules)) {
          if (name !== 'x-basis') checkRule(rules[name], childOrigin(at, part, name), reporter);
        }
    }
    checkLimits(verify, at, reporter);
    checkBody(verify['body'], at, reporter);
  }
};

function checkKey(
  api: Api,
  scheme: string,
  value: Json | undefined,
  at: Origin,
  reporter: Reporter,
): void {
  if (!isObject(value)) {
    reporter.error(
      CODE,
      value === undefined ? at : childOrigin(at, 'key'),
      '"verify" does not say where its key comes from',
      {
        part: 'key',
        hint: 'write "key: { header: kid }" or "key: { principal: <scheme> }"',
      },
    );
    return;
  }
  checkMembers(value, ['header', 'principal'], childOrigin(at, 'key'), '"key"', reporter);
  const { header, principal } = value;
  if ((header === undefined) === (principal === undefined)) {
    reporter.error(
      CODE,
      childOrigin(at, 'key'),
      '"key" has not exactly one of "header" and "principal"',
    );
    return;
  }
  if (typeof principal !== 'string') return;
  const keys = api.securitySchemes.map((other) => other.key);
  const origin = childOrigin(at, 'key', 'principal');
  if (!keys.includes(principal) || principal === scheme) {
    reporter.error(
      CODE,
      origin,
      `there is no other security scheme "${principal}"`,
      didYouMean(principal, keys),
    );
    return;
  }
  for (const requirement of api.operations.flatMap((operation) => operation.security)) {
    const order = requirement.schemes.map((needed) => needed.key);
    const own = order.indexOf(scheme);
    const other = order.indexOf(principal);
    if (own < 0 || (other >= 0 && other < own)) continue;
    reporter.error(
      CODE,
      requirement.origin,
      `"${scheme}" takes its key from "${principal}", which does not stand before it here`,
    );
    return;
  }
}

function checkRule(value: Json | undefined, origin: Origin, reporter: Reporter): void {
  if (!isObject(value)) {
    reporter.error(CODE, origin, 'a rule is no object', { hint: '"{}" demands presence alone' });
    return;
  }
  checkMembers(value, RULE_MEMBERS, origin, 'a rule', reporter);
  const { presence = 'required' } = value;
  const known = ['required', 'optional', 'forbidden'];
  if (typeof presence !== 'string' || !known.includes(presence)) {
    reporter.error(
      CODE,
      childOrigin(origin, 'presence'),
      '"presence" is none of "required", "optional", "forbidden"',
      typeof presence === 'string' ? didYouMean(presence, known) : {},
    );
  }
  const tests = ['equals', 'single', 'contains', 'unique'].filter((name) =>
    Object.hasOwn(value, name),
  );
  if (tests.length > 1) {
    reporter.error(
      CODE,
      origin,
      `a rule has ${tests.map((name) => `"${name}"`).join(' and ')} where one belongs`,
    );
  }
  for (const name of ['equals', 'single', 'contains']) {
    if (value[name] === undefined || typeof value[name] === 'string') continue;
    reporter.error(CODE, childOrigin(origin, name), `"${name}" is no template`);
  }
}

/** Checks that limits on a token's age have the claims that they depend on. */
function checkLimits(
  verify: { readonly [name: string]: Json },
  at: Origin,
  reporter: Reporter,
): void {
  for (const [limit, claim] of [
    ['maxLifetime', 'exp'],
    ['maxAge', 'iat'],
  ] as const) {
    if (verify[limit] === undefined || isRequired(verify['claims'], claim)) continue;
    reporter.error(
      CODE,
      childOrigin(at, limit),
      `"${limit}" needs a rule that requires "${claim}"`,
      { hint: `add "${claim}: {}" to "claims"` },
    );
  }
}

function isRequired(claims: Json | undefined, name: string): boolean {
  const rule = isObject(claims) ? claims[name] : undefined;
  return isObject(rule) && (rule['presence'] ?? 'required') === 'required';
}

function checkBody(value: Json | undefined, at: Origin, reporter: Reporter): void {
  if (value === undefined) return;
  const origin = childOrigin(at, 'body');
  if (!isObject(value)) {
    reporter.error(CODE, origin, '"body" is no object');
    return;
  }
  checkMembers(value, ['value', 'digest', 'digestForms'], origin, '"body"', reporter);
  const forms = value['digestForms'];
  const known: readonly Json[] = ['ecmascript', 'python', 'go'];
  if (forms === undefined) return;
  if (!Array.isArray(forms) || !(forms as readonly Json[]).every((form) => known.includes(form))) {
    reporter.error(
      CODE,
      childOrigin(origin, 'digestForms'),
      '"digestForms" is no list of "ecmascript", "python", "go"',
    );
  }
}

function checkMembers(
  value: { readonly [name: string]: Json },
  known: readonly string[],
  at: Origin,
  what: string,
  reporter: Reporter,
): void {
  for (const name of Object.keys(value)) {
    if (name === 'x-basis' || known.includes(name)) continue;
    reporter.error(CODE, childOrigin(at, name), `"${name}" is not a member of ${what}`, {
      part: 'key',
      ...didYouMean(name, known),
    });
  }
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
