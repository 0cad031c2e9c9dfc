import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { JsonValue, JwtDescriptor } from '../../runtime/core/descriptor.js';
import { jwtCredential, jwtVerifier } from '../../runtime/auth/jwt/index.js';
import { clockAt, forge, makeKey, now, presentedOf, requestOf } from './auth-fixtures.js';

/** Tokens that clients of the platform send, compared with the platform's own description. */

interface Document {
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, { readonly 'x-jwt': JwtDescriptor }>>;
  };
}

const source = readFileSync(new URL('../../spec/platform/openapi.yaml', import.meta.url), 'utf8');
const { securitySchemes } = (parse(source) as Document).components;
const described = (scheme: string): JwtDescriptor => {
  const jwt = securitySchemes[scheme]?.['x-jwt'];
  if (jwt === undefined) throw new Error(`${scheme} has no x-jwt`);
  return { ...jwt, scheme };
};
const bearerJwt = described('bearer');
const walletJwt = described('walletAuth');

const key = await makeKey('ES256');
const wallet = await makeKey('ES256');
const kid =
  'organizations/11111111-2222-4333-8444-555555555555/apiKeys/66666666-7777-4888-8999-000000000000';
const variables = { issuer: 'cdp', audience: 'cdp_service' };
const request = requestOf({
  method: 'POST',
  authority: 'localhost:8080',
  target: '/platform/v2/evm/accounts',
});
const presented = { request, authority: 'localhost:8080', variables };
const uri = 'POST localhost:8080/platform/v2/evm/accounts';
const hex = '00112233445566778899aabbccddeeff';

function bearerVerifier(): ReturnType<typeof jwtVerifier> {
  return jwtVerifier(bearerJwt, {
    keys: { [kid]: { key: key.publicKey, project: 'blue' } },
    clock: clockAt(),
  });
}

type Members = { readonly [name: string]: JsonValue };

describe('bearer tokens of known clients', () => {
  const base = { sub: kid, iss: 'cdp', nbf: now, exp: now + 120 };
  test.each<[string, Members, Members]>([
    ['uris, iat', { kid, typ: 'JWT', nonce: hex }, { ...base, uris: [uri], iat: now }],
    [
      'uris, iat, aud',
      { kid, typ: 'JWT', nonce: hex },
      { ...base, uris: [uri], iat: now, aud: ['cdp_service'] },
    ],
    [
      'sixteen decimal digits',
      { kid, typ: 'JWT', nonce: '1234567890123456' },
      { ...base, uris: [uri], exp: now + 60 },
    ],
    ['no typ, no iat, uri', { kid, nonce: 'aB3_-xYz01234567' }, { ...base, uri }],
    ['uri and aud', { kid, typ: 'JWT', nonce: hex }, { ...base, uri, aud: 'cdp_service' }],
  ])('are accepted with %s', async (_, header, claims) => {
    const token = await forge(key.privateKey, { alg: 'ES256', ...header }, claims);
    expect(await bearerVerifier().head(presentedOf([token], presented))).toMatchObject({
      ok: true,
    });
    const wrong = await forge(
      key.privateKey,
      { alg: 'ES256', ...header },
      { ...claims, iss: 'coinbase' },
    );
    expect(await bearerVerifier().head(presentedOf([wrong], presented))).toMatchObject({
      ok: false,
    });
  });
});

describe('two credentials of a wallet request', () => {
  const body = '{"name":"é","accountPolicy":"11111111-2222-4333-8444-555555555555"}';
  const keys = { blue: { key: wallet.publicKey, project: 'blue' } };
  const sent = { ...request, body };
  const bytes = new TextEncoder().encode(body);

  test.each([['req'], ['reqHash']])('are signed and verified: %s', async (claim) => {
    const bearer = await jwtCredential(
      bearerJwt,
      { keyName: kid, keySecret: key.pem },
      { clock: clockAt() },
    ).token(sent, { variables });
    const head = await bearerVerifier().head(presentedOf([bearer], presented));
    if (!head.ok) throw new Error(head.reason);
    const options =
      claim === 'req' ? { clock: clockAt() } : { clock: clockAt(), alternative: claim };
    const token = await jwtCredential(walletJwt, { secret: wallet.base64 }, options).token(sent, {
      variables,
    });
    const verifier = jwtVerifier(walletJwt, { keys, clock: clockAt() });
    const shown = presentedOf([token], { ...presented, principals: { bearer: head.principal } });
    const second = await verifier.head(shown);
    if (!second.ok) throw new Error(second.reason);
    expect(await verifier.body?.(shown, bytes, second.principal)).toMatchObject({
      ok: true,
      caller: 'blue',
    });
  });

  test('are not interchangeable', async () => {
    const bearer = await jwtCredential(
      bearerJwt,
      { keyName: kid, keySecret: key.pem },
      { clock: clockAt() },
    ).token(sent, { variables });
    const token = await jwtCredential(
      walletJwt,
      { secret: wallet.base64 },
      { clock: clockAt() },
    ).token(sent, { variables });
    const principals = { bearer: { keyName: kid, project: 'blue', claims: {} } };
    const walletVerifier = jwtVerifier(walletJwt, {
      keys: { blue: { key: key.publicKey } },
      clock: clockAt(),
    });
    expect(
      await walletVerifier.head(presentedOf([bearer], { ...presented, principals })),
    ).toMatchObject({
      reason: 'header-kid-forbidden',
    });
    expect(await bearerVerifier().head(presentedOf([token], presented))).toMatchObject({
      reason: 'key-name-missing',
    });
  });
});
