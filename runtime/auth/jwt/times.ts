import type { JsonObject } from './compact.js';
import { refuse } from './refusal.js';
import type { VerifyRules } from './rules.js';

/**
 * Checks `exp`, `nbf` and `iat` against the clock (RFC 7519 section 4.1).
 *
 * @param now Unix seconds with fractions
 * @returns Unix seconds until which the token could be accepted; infinite if nothing limits it
 * @throws {TokenRefusal} whose detail contains the time difference, in case the clocks differ
 */
export function checkTimes(claims: JsonObject, rules: VerifyRules, now: number): number {
  const exp = timeOf(claims, 'exp');
  const nbf = timeOf(claims, 'nbf');
  const iat = timeOf(claims, 'iat');
  const { clockSkew, expiryLeeway, maxLifetime, maxAge } = rules;
  if (exp !== undefined && now >= exp + expiryLeeway) {
    refuse('claim-exp-passed', `${secondsText(now - exp)} after "exp"${hint(rules)}`);
  }
  if (nbf !== undefined && nbf > now + clockSkew) {
    refuse('claim-nbf-ahead', `"nbf" is ${secondsText(nbf - now)} ahead${hint(rules)}`);
  }
  if (iat !== undefined && iat > now + clockSkew) {
    refuse('claim-iat-ahead', `"iat" is ${secondsText(iat - now)} ahead${hint(rules)}`);
  }
  if (exp !== undefined && nbf !== undefined && exp <= nbf)
    refuse('claim-exp-before-nbf', 'the token is never valid');
  const start = nbf ?? iat;
  if (
    maxLifetime !== undefined &&
    exp !== undefined &&
    (start === undefined || exp - start > maxLifetime)
  ) {
    refuse('claim-exp-too-far', `the token is valid for more than ${maxLifetime} s`);
  }
  if (maxAge !== undefined && iat !== undefined && now - iat > maxAge + expiryLeeway) {
    refuse(
      'claim-iat-too-old',
      `${secondsText(now - iat)} after "iat", more than ${maxAge} s${hint(rules)}`,
    );
  }
  return Math.min(
    exp === undefined ? Infinity : exp + expiryLeeway,
    iat === undefined || maxAge === undefined ? Infinity : iat + maxAge + expiryLeeway,
  );
}

function timeOf(claims: JsonObject, name: 'exp' | 'nbf' | 'iat'): number | undefined {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  return refuse(`claim-${name}-type`, `"${name}" is not an integer of seconds`);
}

function secondsText(seconds: number): string {
  return `${Math.round(seconds * 1000) / 1000} s`;
}

function hint({ clockSkew, expiryLeeway }: VerifyRules): string {
  return `; are the clocks right? the skew allowed is ${clockSkew} s ahead, ${expiryLeeway} s behind`;
}
