import { defineError } from '../../core/diagnostic.js';
import type { DiagnosticType, Reporter } from '../../core/diagnostic.js';
import { quotedList } from '../../core/diagnostics/lists.js';
import { childOrigin } from '../../core/origin.js';
import type { Origin } from '../../core/origin.js';
import type { Json } from '../../model/schema.js';
import type { JwtScheme } from '../../model/security.js';
import type { Rule } from '../rule.js';

const jwtClaims: DiagnosticType<{
  expiry: { lifetime: number };
  limit: { lifetime: number; limit: string; maximum: number };
  forbidden: { kind: string; name: string };
  absent: { kind: string; name: string };
  value: { kind: string; name: string; value: string; expected: string };
  oneOf: { names: readonly string[] };
}> = defineError('jwt-claims', {
  expiry: ({ lifetime }) =>
    `"exp" is not ${lifetime} seconds, the lifetime, after the start of the token`,
  limit: ({ lifetime, limit, maximum }) =>
    `tokens live ${lifetime} seconds, but "${limit}" is ${maximum}`,
  forbidden: ({ kind, name }) => `the ${kind} "${name}" is sent, but "verify" forbids it`,
  absent: ({ kind, name }) => `the ${kind} "${name}" is not sent, but "verify" requires it`,
  value: ({ kind, name, value, expected }) =>
    `the ${kind} "${name}" is sent as "${value}", but "verify" requires "${expected}"`,
  oneOf: ({ names }) => `none of the claims ${quotedList(names)} is sent`,
});
type Members = { readonly [name: string]: Json };

/** The verifier accepts the tokens that the client creates, in every alternative. */
export const jwtClaimsRule: Rule = {
  diagnostics: [jwtClaims],
  check(api, reporter) {
    for (const { jwt, origin } of api.securitySchemes) {
      if (jwt === undefined) continue;
      const at = childOrigin(origin, 'x-jwt');
      checkLifetime(jwt, at, reporter);
      checkSent(
        jwt.header,
        rulesOf(jwt, 'header'),
        childOrigin(at, 'header'),
        'header member',
        [],
        reporter,
      );
      const optional = bodyClaims(jwt);
      const rules = rulesOf(jwt, 'claims');
      checkSent(jwt.claims, rules, childOrigin(at, 'claims'), 'claim', optional, reporter);
      checkOneOf(jwt, jwt.claims, childOrigin(at, 'claims'), reporter);
      jwt.alternatives.forEach((alternative, index) => {
        const kept = Object.entries(jwt.claims).filter(
          ([name]) => !alternative.omit.includes(name),
        );
        const claims = { ...Object.fromEntries(kept), ...alternative.claims };
        const alternativeOrigin = childOrigin(at, 'alternatives', index);
        checkSent(claims, rules, alternativeOrigin, 'claim', optional, reporter);
        checkOneOf(jwt, claims, alternativeOrigin, reporter);
      });
    }
  },
};

/** Checks that `exp` is `lifetime` after the claim that it is relative to, and that no limit of the verifier is shorter. */
function checkLifetime(jwt: JwtScheme, at: Origin, reporter: Reporter): void {
  const { exp } = jwt.claims;
  const offset = (value: Json | undefined): number | undefined => {
    const [, seconds = '0'] =
      (typeof value === 'string' && /^\{now(?:\+(\d+))?\}$/.exec(value)) || [];
    return value === undefined ? undefined : Number(seconds);
  };
  const from = offset(jwt.claims['nbf'] ?? jwt.claims['iat']) ?? 0;
  if (exp !== undefined && offset(exp) !== from + jwt.lifetime) {
    reporter.report(
      jwtClaims.expiry({ lifetime: jwt.lifetime }),
      childOrigin(at, 'claims', 'exp'),
      {
        hint: `write "{now+${from + jwt.lifetime}}"`,
      },
    );
  }
  for (const limit of ['maxLifetime', 'maxAge']) {
    const maximum = jwt.verify[limit];
    if (typeof maximum === 'number' && jwt.lifetime > maximum) {
      reporter.report(
        jwtClaims.limit({ lifetime: jwt.lifetime, limit, maximum }),
        childOrigin(at, 'lifetime'),
      );
    }
  }
}

function checkSent(
  sent: Members,
  rules: Members,
  at: Origin,
  what: string,
  optional: readonly string[],
  reporter: Reporter,
): void {
  for (const [name, rule] of Object.entries(rules)) {
    if (!isObject(rule)) continue;
    const presence = rule['presence'] ?? 'required';
    const isSent = Object.hasOwn(sent, name);
    if (presence === 'forbidden' && isSent) {
      reporter.report(jwtClaims.forbidden({ kind: what, name }), at, {
        part: 'key',
      });
    }
    if (presence === 'required' && !isSent && !optional.includes(name)) {
      reporter.report(jwtClaims.absent({ kind: what, name }), at, {
        part: 'key',
      });
    }
    const expected = rule['equals'];
    if (
      isSent &&
      typeof expected === 'string' &&
      isPlain(expected) &&
      isPlain(sent[name]) &&
      expected !== sent[name]
    ) {
      reporter.report(
        jwtClaims.value({ kind: what, name, value: String(sent[name]), expected }),
        at,
        { part: 'key' },
      );
    }
  }
}

function checkOneOf(jwt: JwtScheme, sent: Members, at: Origin, reporter: Reporter): void {
  const { atLeastOne } = jwt.verify;
  if (!Array.isArray(atLeastOne)) return;
  for (const names of atLeastOne as readonly Json[]) {
    if (!Array.isArray(names) || names.some((name) => Object.hasOwn(sent, String(name)))) continue;
    reporter.report(jwtClaims.oneOf({ names: names.map(String) }), at, { part: 'key' });
  }
}

/** Returns the claims that are omitted for requests without a body. */
function bodyClaims(jwt: JwtScheme): readonly string[] {
  const { body } = jwt.verify;
  return isObject(body)
    ? [body['value'], body['digest']].filter((name) => typeof name === 'string')
    : [];
}

function rulesOf(jwt: JwtScheme, part: 'header' | 'claims'): Members {
  const rules = jwt.verify[part];
  return isObject(rules) ? rules : {};
}

function isPlain(value: Json | undefined): boolean {
  return typeof value === 'string' && !/[{}]/.test(value);
}

function isObject(value: Json | undefined): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
