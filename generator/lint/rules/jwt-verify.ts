import { defineError } from '../../core/diagnostic.js';
import type { DiagnosticType, Reporter } from '../../core/diagnostic.js';
import { quotedList } from '../../core/diagnostics/lists.js';
import { childOrigin } from '../../core/origin.js';
import type { Origin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { Api } from '../../model/api.js';
import type { Json } from '../../model/schema.js';
import type { Rule } from '../rule.js';

const jwtVerify: DiagnosticType<{
  member: { name: string; what: string };
  seconds: { name: string };
  object: { name: string };
  key: void;
  keySource: void;
  principal: { name: string };
  order: { scheme: string; principal: string };
  rule: void;
  presence: void;
  tests: { names: readonly string[] };
  template: { name: string };
  claim: { limit: string; claim: string };
  digestForms: void;
}> = defineError('jwt-verify', {
  member: ({ name, what }) => `"${name}" is not a member of ${what}`,
  seconds: ({ name }) => `"${name}" must be an integer of at least 0`,
  object: ({ name }) => `"${name}" must be an object`,
  key: () => '"verify" does not describe the source of its key',
  keySource: () => '"key" must have exactly one of "header" and "principal"',
  principal: ({ name }) => `there is no other security scheme "${name}"`,
  order: ({ scheme, principal }) =>
    `"${scheme}" takes its key from "${principal}", which does not precede it here`,
  rule: () => 'a rule must be an object',
  presence: () => '"presence" must be "required", "optional" or "forbidden"',
  tests: ({ names }) => `a rule must have only one of ${quotedList(names)}`,
  template: ({ name }) => `"${name}" must be a template`,
  claim: ({ limit, claim }) => `"${limit}" needs a rule that requires "${claim}"`,
  digestForms: () => '"digestForms" must be a list of "ecmascript", "python" or "go"',
});
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
export const jwtVerifyRule: Rule = {
  diagnostics: [jwtVerify],
  check(api, reporter) {
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
        reporter.report(jwtVerify.seconds({ name }), childOrigin(at, name));
      }
      checkKey(api, key, verify['key'], at, reporter);
      for (const part of ['header', 'claims'] as const) {
        const rules = verify[part];
        if (rules === undefined) continue;
        if (!isObject(rules))
          reporter.report(jwtVerify.object({ name: part }), childOrigin(at, part));
        else
          for (const name of Object.keys(rules)) {
            if (name !== 'x-basis') checkRule(rules[name], childOrigin(at, part, name), reporter);
          }
      }
      checkLimits(verify, at, reporter);
      checkBody(verify['body'], at, reporter);
    }
  },
};

function checkKey(
  api: Api,
  scheme: string,
  value: Json | undefined,
  at: Origin,
  reporter: Reporter,
): void {
  if (!isObject(value)) {
    reporter.report(jwtVerify.key(), value === undefined ? at : childOrigin(at, 'key'), {
      part: 'key',
      hint: 'write "key: { header: kid }" or "key: { principal: <scheme> }"',
    });
    return;
  }
  checkMembers(value, ['header', 'principal'], childOrigin(at, 'key'), '"key"', reporter);
  const { header, principal } = value;
  if ((header === undefined) === (principal === undefined)) {
    reporter.report(jwtVerify.keySource(), childOrigin(at, 'key'));
    return;
  }
  if (typeof principal !== 'string') return;
  const keys = api.securitySchemes.map((other) => other.key);
  const origin = childOrigin(at, 'key', 'principal');
  if (!keys.includes(principal) || principal === scheme) {
    reporter.report(jwtVerify.principal({ name: principal }), origin, didYouMean(principal, keys));
    return;
  }
  for (const requirement of api.operations.flatMap((operation) => operation.security)) {
    const order = requirement.schemes.map((needed) => needed.key);
    const own = order.indexOf(scheme);
    const other = order.indexOf(principal);
    if (own < 0 || (other >= 0 && other < own)) continue;
    reporter.report(jwtVerify.order({ scheme, principal }), requirement.origin);
    return;
  }
}

function checkRule(value: Json | undefined, origin: Origin, reporter: Reporter): void {
  if (!isObject(value)) {
    reporter.report(jwtVerify.rule(), origin, { hint: '"{}" requires the presence only' });
    return;
  }
  checkMembers(value, RULE_MEMBERS, origin, 'a rule', reporter);
  const { presence = 'required' } = value;
  const known = ['required', 'optional', 'forbidden'];
  if (typeof presence !== 'string' || !known.includes(presence)) {
    reporter.report(
      jwtVerify.presence(),
      childOrigin(origin, 'presence'),
      typeof presence === 'string' ? didYouMean(presence, known) : {},
    );
  }
  const tests = ['equals', 'single', 'contains', 'unique'].filter((name) =>
    Object.hasOwn(value, name),
  );
  if (tests.length > 1) {
    reporter.report(jwtVerify.tests({ names: tests }), origin);
  }
  for (const name of ['equals', 'single', 'contains']) {
    if (value[name] === undefined || typeof value[name] === 'string') continue;
    reporter.report(jwtVerify.template({ name }), childOrigin(origin, name));
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
    reporter.report(jwtVerify.claim({ limit, claim }), childOrigin(at, limit), {
      hint: `add "${claim}: {}" to "claims"`,
    });
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
    reporter.report(jwtVerify.object({ name: 'body' }), origin);
    return;
  }
  checkMembers(value, ['value', 'digest', 'digestForms'], origin, '"body"', reporter);
  const forms = value['digestForms'];
  const known: readonly Json[] = ['ecmascript', 'python', 'go'];
  if (forms === undefined) return;
  if (!Array.isArray(forms) || !(forms as readonly Json[]).every((form) => known.includes(form))) {
    reporter.report(jwtVerify.digestForms(), childOrigin(origin, 'digestForms'));
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
    reporter.report(jwtVerify.member({ name, what }), childOrigin(at, name), {
      part: 'key',
      ...didYouMean(name, known),
    });
  }
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
