import { expect } from 'vitest';
import type { JsonValue } from '../../runtime/core/descriptor.js';
import type { Presented } from '../../runtime/core/security.js';
import { jwtVerifier, type JwtFinding, type JwtKey } from '../../runtime/auth/jwt/index.js';
import {
  bearerJwt,
  clockAt,
  forge,
  makeKey,
  now,
  presentedOf,
  type TestKey,
} from './auth-fixtures.js';

/**
 * What a verifier must refuse before the body is read is tried on a token that it accepts, changed in one thing.
 */

export const ec: TestKey = await makeKey('ES256');
export const ed: TestKey = await makeKey('EdDSA');
export const stranger: TestKey = await makeKey('ES256');

export const keys: Readonly<Record<string, JwtKey>> = {
  'key-ec': { key: ec.publicKey, project: 'blue' },
  'key-ed': { key: ed.publicKey, project: 'blue' },
  'key-old': { key: ec.publicKey, project: 'blue', revoked: true },
  'key-red': { key: ec.publicKey, project: 'red' },
};

/** Header and claims of a token that is accepted. */
export const header: { readonly [member: string]: string } = {
  alg: 'ES256',
  kid: 'key-ec',
  typ: 'JWT',
  nonce: '00112233445566778899aabbccddeeff',
};
export const claims: { readonly uri: string; readonly [claim: string]: JsonValue } = {
  sub: 'key-ec',
  iss: 'vault',
  uri: 'GET api.example.com/v1/things/a%2Fb',
  nbf: now,
  exp: now + 120,
};

/** Log entries about the token that was verified last. */
export const findings: JwtFinding[] = [];

/** A verifier whose clock is some seconds off. */
export function verifierAt(offset = 0): ReturnType<typeof jwtVerifier> {
  return jwtVerifier(bearerJwt, {
    keys,
    project: 'blue',
    clock: clockAt(offset),
    onReason: (finding) => findings.push(finding),
  });
}

/** `accepted`, or the reason of the rejection, which must equal the logged one. */
export async function judge(
  credentials: readonly string[],
  given: Partial<Presented> = {},
  offset = 0,
): Promise<string> {
  findings.length = 0;
  const verdict = await verifierAt(offset).head(presentedOf(credentials, given));
  expect(findings.map(({ reason }) => reason)).toEqual(verdict.ok ? [] : [verdict.reason]);
  return verdict.ok ? 'accepted' : verdict.reason;
}

/** A token with parts as given, signed. */
export const bearer = async (
  headerPart: JsonValue | Uint8Array = header,
  claimsPart: JsonValue | Uint8Array = claims,
  key: TestKey['privateKey'] = ec.privateKey,
): Promise<string> => forge(key, headerPart, claimsPart);

export const good: string = await bearer();

export const text = (value: JsonValue): string => JSON.stringify(value);
export const bytes = (value: string): Uint8Array => new TextEncoder().encode(value);
export const without = (value: Readonly<Record<string, JsonValue>>, name: string): JsonValue =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
