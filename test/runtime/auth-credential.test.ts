import { compactVerify, decodeJwt, decodeProtectedHeader, importPKCS8, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import type { JsonValue, JwtDescriptor } from '../../runtime/core/descriptor.js';
import { jwtCredential, jwtVerifier } from '../../runtime/auth/jwt/index.js';
import {
  bearerJwt,
  clockAt,
  makeKey,
  now,
  presentedOf,
  requestOf,
  walletJwt,
} from './auth-fixtures.js';

const ec = await makeKey('ES256');
const ed = await makeKey('EdDSA');
const keys = { 'key-ec': { key: ec.publicKey, caller: 'ada' }, 'key-ed': { key: ed.publicKey } };
const variables = { issuer: 'vault' };

describe('jwtCredential and jose', () => {
  test.each([
    ['ES256', 'key-ec', ec],
    ['EdDSA', 'key-ed', ed],
  ] as const)('%s: jose accepts a signed token', async (alg, keyName, key) => {
    const credential = jwtCredential(
      bearerJwt,
      { keyName, keySecret: key.pem },
      { clock: clockAt() },
    );
    const token = await credential.token(requestOf(), { variables });
    const { protectedHeader } = await compactVerify(token, key.publicKey, { algorithms: [alg] });
    expect(protectedHeader).toEqual({
      alg,
      kid: keyName,
      typ: 'JWT',
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(decodeJwt(token)).toEqual({
      sub: keyName,
      iss: 'vault',
      uri: 'GET api.example.com/v1/things/a%2Fb',
      uris: ['GET api.example.com/v1/things/a%2Fb'],
      nbf: now,
      exp: now + 120,
    });
  });

  test.each([
    ['ES256', 'key-ec', ec, 'ada'],
    ['EdDSA', 'key-ed', ed, 'key-ed'],
  ] as const)('%s: the verifier accepts a token signed by jose', async (alg, kid, key, caller) => {
    const token = await new SignJWT({ uris: ['GET api.example.com/v1/things/a%2Fb'] })
      .setProtectedHeader({ alg, kid, nonce: '1' })
      .setSubject(kid)
      .setIssuer('vault')
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + 60)
      .setAudience(['vault_service'])
      .sign(await importPKCS8(key.pem, alg));
    const verdict = await jwtVerifier(bearerJwt, { keys, clock: clockAt() }).head(
      presentedOf([token]),
    );
    expect(verdict).toMatchObject({
      ok: true,
      caller,
      principal: { keyName: kid, scopes: [], claims: { sub: kid } },
    });
  });
});

describe('jwtCredential', () => {
  test('returns another token for each request, with the current time', async () => {
    let time = now * 1000 + 999;
    const clock = { now: () => time };
    const credential = jwtCredential(
      bearerJwt,
      { keyName: 'key-ec', keySecret: ec.pem },
      { clock },
    );
    const first = await credential.token(requestOf(), { variables });
    time += 1;
    const second = await credential.token(requestOf(), { variables });
    expect([decodeJwt(first).nbf, decodeJwt(second).nbf]).toEqual([now, now + 1]);
    expect(decodeProtectedHeader(first)['nonce']).not.toBe(decodeProtectedHeader(second)['nonce']);
  });

  test('needs the body only if a claim depends on it', () => {
    expect(jwtCredential(bearerJwt, { keyName: 'k', keySecret: ec.pem }).needs).toBe('head');
    expect(jwtCredential(walletJwt, { secret: ec.base64 }).needs).toBe('bytes');
    expect(jwtCredential(walletJwt, { secret: ec.base64 }, { alternative: 'reqHash' }).needs).toBe(
      'bytes',
    );
  });

  test('uses the claims of an alternative', async () => {
    const credential = jwtCredential(
      bearerJwt,
      { keyName: 'k', keySecret: ec.pem },
      { alternative: 'uris' },
    );
    expect(Object.keys(decodeJwt(await credential.token(requestOf(), { variables })))).toEqual([
      'sub',
      'iss',
      'uris',
      'nbf',
      'exp',
    ]);
    expect(() =>
      jwtCredential(bearerJwt, { keyName: 'k', keySecret: ec.pem }, { alternative: 'toString' }),
    ).toThrow(expect.objectContaining({ code: 'description' }));
  });

  test('signs numbers of the body with their spelling', async () => {
    const credential = jwtCredential(walletJwt, { secret: ec.base64 }, { clock: clockAt() });
    const body = '{"a":1.10,"b":1e2,"__proto__":0.1000000000000000055}';
    const token = await credential.token(
      requestOf({ method: 'POST', body: new TextEncoder().encode(body) }),
      { variables },
    );
    expect(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))).toContain(
      `"req":${body}`,
    );
  });

  test.each([
    ['a stream', { stream: (async function* () {})() }],
    ['text that is not JSON', 'a=1'],
    ['a duplicate member', '{"a":1,"a":2}'],
    ['a number that JSON.parse rounds', '{"a":9007199254740993}'],
    ['invalid UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
  ])('rejects a body with %s', async (_, body) => {
    const credential = jwtCredential(walletJwt, { secret: ec.base64 });
    const token = Promise.resolve(
      credential.token(requestOf({ method: 'POST', body }), { variables }),
    );
    await expect(token).rejects.toMatchObject({ name: 'AuthError', code: 'body-unbindable' });
  });

  test('normalises the host, and removes the query only from the path', async () => {
    const credential = jwtCredential(bearerJwt, { keyName: 'k', keySecret: ec.pem });
    const uriOf = async (given: Parameters<typeof requestOf>[0]): Promise<unknown> =>
      decodeJwt(await credential.token(requestOf(given), { variables }))['uri'];
    expect(await uriOf({ authority: 'API.Example.com:443', target: '/a//b%20?x=/?' })).toBe(
      'GET api.example.com/a//b%20',
    );
    expect(await uriOf({ authority: 'localhost:443', scheme: 'http', target: '/' })).toBe(
      'GET localhost:443/',
    );
    expect(await uriOf({ authority: '[::1]:8080', method: 'DELETE', target: '/' })).toBe(
      'DELETE [::1]:8080/',
    );
  });

  test('rejects a variable without a value', async () => {
    const credential = jwtCredential(bearerJwt, { keyName: 'k', keySecret: ec.pem });
    const token = Promise.resolve(credential.token(requestOf(), { variables: {} }));
    await expect(token).rejects.toMatchObject({ code: 'parameter-missing' });
  });
});

const signing = (more: Partial<JwtDescriptor>): JwtDescriptor => ({ ...bearerJwt, ...more });

describe('claim templates', () => {
  test.each<[string, JsonValue, JsonValue]>([
    [
      'a value of any type',
      { a: [1, null, true, { b: '{method}' }] },
      { a: [1, null, true, { b: 'GET' }] },
    ],
    ['a single expression, which keeps its type', '{now+5}', now + 5],
    ['an expression in text, which becomes text', 'at {now}', `at ${now}`],
    ['braces', '{{{method}}} {{x}}', '{GET} {x}'],
    ['an empty text', '', ''],
    [
      'a member named __proto__',
      JSON.parse('{"__proto__":"{method}"}') as JsonValue,
      JSON.parse('{"__proto__":"GET"}') as JsonValue,
    ],
  ])('accept %s', async (_, template, value) => {
    const credential = jwtCredential(
      signing({ claims: { it: template } }),
      { keyName: 'k', keySecret: ec.pem },
      { clock: clockAt() },
    );
    expect(decodeJwt(await credential.token(requestOf(), { variables }))['it']).toEqual(value);
  });

  test('return random values of the stated length', async () => {
    const claims = { a: '{random.hex.8}', b: '{random.hex.64}', c: '{uuid}', d: '{uuid}' };
    const credential = jwtCredential(signing({ claims }), { keyName: 'k', keySecret: ec.pem });
    const { a, b, c, d } = decodeJwt(await credential.token(requestOf(), { variables }));
    expect(a).toMatch(/^[0-9a-f]{16}$/);
    expect(b).toMatch(/^[0-9a-f]{128}$/);
    expect(c).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(c).not.toBe(d);
  });

  test.each<[string, Partial<JwtDescriptor>]>([
    ['an unknown expression', { claims: { a: '{when}' } }],
    ['too few random bytes', { claims: { a: '{random.hex.7}' } }],
    ['too many random bytes', { claims: { a: '{random.hex.65}' } }],
    ['a lone opening brace', { claims: { a: '{method' } }],
    ['a lone closing brace', { claims: { a: 'method}' } }],
    ['the secret', { claims: { a: '{credential.keySecret}' } }],
    ['an unknown parameter', { claims: { a: '{credential.toString}' } }],
    ['the body in the header', { header: { a: '{body}' } }],
    ['the body inside a text', { claims: { a: 'x{body}' } }],
    ['a nested body', { claims: { a: ['{body}'] } }],
    ['a header of the token', { claims: { a: '{header.kid}' } }],
    ['the algorithm', { header: { alg: 'ES256' } }],
  ])('reject %s', (_, more) => {
    const parameters = { keyName: 'k', keySecret: ec.pem };
    const make = (): unknown => jwtCredential(signing(more), parameters);
    expect(make).toThrow(expect.objectContaining({ name: 'AuthError', code: 'description' }));
  });
});
