import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, test } from 'vitest';
import { decodeHex } from '../../runtime/core/hex.js';
import { jwtCredential } from '../../runtime/auth/jwt/index.js';
import { sortedJson } from '../../runtime/auth/jwt/canonical.js';
import { bearerJwt, makeKey, requestOf, walletJwt } from './auth-fixtures.js';

const clock = { now: () => 1_700_000_000_999 };
const context = { variables: { issuer: 'cdp' } };
const walletSecretText = (await makeKey('ES256')).base64;
const keyName = '11111111-2222-4333-8444-555555555555';

describe('published JWT vectors', () => {
  test('contain the Bearer token of an Ed25519 key', async () => {
    const jwt = {
      ...bearerJwt,
      header: { kid: '{credential.keyName}', typ: 'JWT', nonce: '{random.hex.16}' },
      claims: {
        sub: '{credential.keyName}',
        iss: '{variables.issuer}',
        uris: ['{method} {host}{path}'],
        iat: '{now}',
        nbf: '{now}',
        exp: '{now+120}',
      },
    };
    const keySecret =
      'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8DoQe/884Qvh1w3RjnS8CZZ+TWMJulDV8d3IZkElUxuA==';
    const random = (length: number): Uint8Array =>
      decodeHex('00112233445566778899aabbccddeeff')?.slice(0, length) ?? new Uint8Array();
    const credential = jwtCredential(jwt, { keyName, keySecret }, { clock, random });
    const request = requestOf({
      authority: '127.0.0.1:8080',
      target: '/platform/v2/policy-engine/policies?pageSize=5',
    });
    const [header, claims, signature] = (await credential.token(request, context)).split('.');
    expect(atob(header ?? '')).toBe(
      `{"alg":"EdDSA","kid":"${keyName}","typ":"JWT","nonce":"00112233445566778899aabbccddeeff"}`,
    );
    expect(
      new TextDecoder().decode(Uint8Array.from(atob(claims ?? ''), (c) => c.charCodeAt(0))),
    ).toBe(
      `{"sub":"${keyName}","iss":"cdp","uris":["GET 127.0.0.1:8080/platform/v2/policy-engine/policies"],` +
        '"iat":1700000000,"nbf":1700000000,"exp":1700000120}',
    );
    expect(signature).toBe(
      'D_dKdiIP4KJclpQ91ZNSaK7YzlkbBBkonuM6WActc7XjZz2kijFSwf4ayoB1Wv1CIiXJb_0xK0gvxnx-KlpTAw',
    );
  });

  test.each([
    [
      '{"b":[{"d":1,"c":2}],"a":"x"}',
      'ba975ce4af550905c30a778c03d3d22eede5bf40081f6a887b5dbdc8ef89bc9c',
    ],
    ['{"name":"é<&>"}', '590a168d63f6d3022b7d4b836db072da909c793b219147c1704011f22f316fe2'],
  ])('contain the reqHash of %s', async (body, digest) => {
    const credential = jwtCredential(
      walletJwt,
      { secret: walletSecretText },
      { alternative: 'reqHash', clock },
    );
    const token = await credential.token(requestOf({ method: 'POST', body }), context);
    expect(decodeJwt(token)['reqHash']).toBe(digest);
    expect(decodeJwt(token)).not.toHaveProperty('req');
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'JWT' });
  });

  test.each([
    [undefined, {}],
    ['', {}],
    ['{}', { req: {} }],
    [' { } ', { req: {} }],
  ])('for the body %j contain no reqHash, and req only for a sent body', async (body, bound) => {
    for (const alternative of [undefined, 'reqHash']) {
      const options = alternative === undefined ? { clock } : { alternative, clock };
      const credential = jwtCredential(walletJwt, { secret: walletSecretText }, options);
      const token = await credential.token(requestOf({ method: 'POST', body }), context);
      const { iat, nbf, jti, uris, ...others } = decodeJwt(token);
      expect([iat, nbf, typeof jti, Array.isArray(uris)]).toEqual([
        1_700_000_000,
        1_700_000_000,
        'string',
        true,
      ]);
      expect(others).toEqual(alternative === undefined ? bound : {});
    }
  });

  test('contain sorted JSON in the forms of three languages', () => {
    const value = { '10': 1, '9': 2, a: 'é<&>\u2028' };
    expect(sortedJson(value, 'ecmascript')).toBe('{"9":2,"10":1,"a":"é<&>\u2028"}');
    expect(sortedJson(value, 'jcs')).toBe('{"10":1,"9":2,"a":"é<&>\u2028"}');
    expect(sortedJson(value, 'python')).toBe('{"10":1,"9":2,"a":"\\u00e9<&>\\u2028"}');
    expect(sortedJson(value, 'go')).toBe('{"10":1,"9":2,"a":"é\\u003c\\u0026\\u003e\\u2028"}');
  });
});
