import { describe, expect, test } from 'vitest';
import { encodeHex } from '../../runtime/core/hex.js';
import type { JsonValue } from '../../runtime/core/descriptor.js';
import {
  jwtVerifier,
  replayMemory,
  type JwtVerifierOptions,
} from '../../runtime/auth/jwt/index.js';
import {
  clockAt,
  forge,
  makeKey,
  now,
  presentedOf,
  requestOf,
  walletJwt,
  walletToken,
} from './auth-fixtures.js';

/** Binding of a token to the body, and to the caller of another scheme (lines 44 to 52 of the checklist). */

const blue = await makeKey('ES256');
const red = await makeKey('ES256');
const apiKey = await makeKey('ES256');
const uri = 'POST api.example.com/v1/things';
const principals = { bearer: { keyName: 'key', project: 'blue', claims: {} } };

async function verdict(
  token: string,
  body: string | Uint8Array,
  given: {
    headers?: readonly string[];
    principals?: Readonly<Record<string, unknown>>;
    options?: Partial<JwtVerifierOptions>;
  } = {},
): Promise<string> {
  const { headers = [], options = {} } = given;
  const verifier = jwtVerifier(walletJwt, {
    keys: {
      blue: { key: blue.publicKey, project: 'blue' },
      red: { key: red.publicKey, project: 'red' },
    },
    clock: clockAt(),
    ...options,
  });
  const request = requestOf({ method: 'POST', target: '/v1/things', headers });
  const presented = presentedOf(token === '' ? [] : [token], {
    request,
    principals: given.principals ?? principals,
  });
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const head = await verifier.head(presented);
  if (!head.ok) return head.reason;
  const whole = await verifier.body?.(presented, bytes, head.principal);
  if (whole === undefined) throw new Error('this scheme binds the body');
  return whole.ok ? 'accepted' : whole.reason;
}

let serial = 0;
const claims = (): { readonly [claim: string]: JsonValue } => ({
  iat: now,
  nbf: now,
  jti: `token-${serial++}`,
  uris: [uri],
});
const header = { alg: 'ES256', typ: 'JWT' };
/** A token with a body claim in a given spelling. */
const withReq = (req: string): Promise<string> =>
  forge(blue.privateKey, header, `${JSON.stringify(claims()).slice(0, -1)},"req":${req}}`);
const withClaims = (more: { readonly [claim: string]: JsonValue }): Promise<string> =>
  forge(blue.privateKey, header, { ...claims(), ...more });

async function sha256(text: string): Promise<string> {
  return encodeHex(
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
  );
}

describe('body signed by value (44 to 48)', () => {
  test.each([
    ['accepted', '{"a":1,"b":[2,3]}', '{"a":1,"b":[2,3]}'],
    ['accepted', '{"a":1,"b":[2,3]}', ' { "b" : [ 2, 3 ],\n"a":1 }'],
    ['accepted', '{"name":"é"}', '{"name":"\\u00e9"}'],
    ['accepted', '{"name":"\\/"}', '{"name":"/"}'],
    ['accepted', '{"a":1}', '{"a":1.0}'],
    ['accepted', '{"a":1}', '{"a":1e0}'],
    ['accepted', '{"a":100}', '{"a":1E2}'],
    ['accepted', '{"a":0}', '{"a":-0}'],
    ['accepted', '{"a":9007199254740992}', '{"a":9007199254740992}'],
    ['accepted', '{"a":0.1}', '{"a":0.10}'],
    ['accepted', '{"__proto__":1}', '{"__proto__":1}'],
    ['accepted', '[1]', '[1]'],
    ['body-mismatch', '{"a":1}', '{"a":2}'],
    ['body-mismatch', '{"a":1}', '{"a":1,"b":1}'],
    ['body-mismatch', '{"a":1,"b":1}', '{"a":1}'],
    ['body-mismatch', '{"a":[1,2]}', '{"a":[2,1]}'],
    ['body-mismatch', '{"a":[1,2]}', '{"a":[1,2,3]}'],
    ['body-mismatch', '{"a":1}', '{"a":"1"}'],
    ['body-mismatch', '{"a":null}', '{"b":1}'],
    ['body-mismatch', '{"a":null,"b":1}', '{"b":1}'],
    ['body-mismatch', '{"a":{}}', '{"a":[]}'],
    ['body-mismatch', '{"a":false}', '{"a":0}'],
    ['body-mismatch', '{"a":0.1}', '{"a":0.1000000000000000055}'],
    ['body-mismatch', '{"a":1}', '{"a":1,"__proto__":{"b":2}}'],
    ['body-mismatch', 'null', '[1]'],
    ['body-inexact-number', '{"a":9007199254740992}', '{"a":9007199254740993}'],
    ['body-inexact-number', '{"a":1}', '{"a":1e400}'],
    ['body-duplicate-member', '{"a":1}', '{"a":2,"a":1}'],
    ['body-duplicate-member', '{"a":1}', '{"\\u0061":1,"a":1}'],
    ['body-lone-surrogate', '{"a":1}', '{"a":"\\ud800"}'],
    ['body-syntax', '{"a":1}', '{"a":1}x'],
    ['body-syntax', '{"a":1}', '{"a":01}'],
    ['body-syntax', '{"a":1}', 'a=1'],
    ['body-too-deep', '{"a":1}', '['.repeat(200) + ']'.repeat(200)],
    ['body-encoding', '{"a":1}', '\ufeff{"a":1}'],
    ['body-claim-missing', undefined, '{"a":1}'],
    ['body-claim-missing', undefined, '[]'],
    ['body-claim-unexpected', '{"a":1}', ''],
    ['body-claim-unexpected', '{}', ''],
    ['accepted', '{}', '{}'],
    ['accepted', '{ }', ' { } '],
    ['body-mismatch', '{"a":1}', '{ }'],
    ['body-mismatch', '[]', '{}'],
    ['body-mismatch', 'null', '{}'],
    ['body-mismatch', '{}', '[]'],
    ['body-mismatch', '{}', '{"a":1}'],
    ['accepted', undefined, ''],
    ['accepted', undefined, '{}'],
    ['accepted', undefined, ' { } '],
  ])('is %s: signed %s, sent %s', async (reason, req, body) => {
    const token = req === undefined ? await withClaims({}) : await withReq(req);
    expect(await verdict(token, body)).toBe(reason);
  });

  test('is compared in linear time despite zeros in a long number', async () => {
    const long = `1.${'0'.repeat(400_000)}1`;
    expect(await verdict(await withReq('{"a":1}'), `{"a":${long}}`)).toBe('body-mismatch');
  });

  test('is rejected if it is not UTF-8', async () => {
    expect(
      await verdict(await withReq('{"a":"x"}'), Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d)),
    ).toBe('body-encoding');
  });

  test.each([
    ['body-encoded', ['Content-Encoding', 'gzip']],
    ['body-charset', ['Content-Type', 'application/json; charset=utf-16']],
    [
      'accepted',
      ['Content-Type', 'application/json; charset=UTF-8', 'Content-Encoding', 'identity'],
    ],
  ])('is %s with a content encoding or charset', async (reason, headers) => {
    expect(await verdict(await withReq('{"a":1}'), '{"a":1}', { headers })).toBe(reason);
  });
});

describe('body signed by digest (46, 55)', () => {
  const body = '{"z":1.50,"10":1,"9":2,"name":"é<&>\u2028😀"}';
  test.each([
    ['ecmascript', '{"9":2,"10":1,"name":"é<&>\u2028😀","z":1.5}'],
    ['python', '{"10":1,"9":2,"name":"\\u00e9<&>\\u2028\\ud83d\\ude00","z":1.50}'],
    ['go', '{"10":1,"9":2,"name":"é\\u003c\\u0026\\u003e\\u2028😀","z":1.50}'],
  ])('is accepted in the form of %s', async (_, text) => {
    expect(await verdict(await withClaims({ reqHash: await sha256(text) }), body)).toBe('accepted');
    const other = await sha256(text.replace('1.5', '1.6'));
    expect(await verdict(await withClaims({ reqHash: other }), body)).toBe('body-digest-mismatch');
  });

  test.each([
    ['accepted', '{}', '{}'],
    ['accepted', '{}', ' {\n} '],
    ['body-digest-mismatch', '{"a":1}', '{}'],
    ['body-digest-mismatch', '{}', '{"a":1}'],
    ['body-claim-unexpected', '{}', ''],
  ])('is %s: the digest of %s over %s', async (reason, text, sent) => {
    expect(await verdict(await withClaims({ reqHash: await sha256(text) }), sent)).toBe(reason);
  });

  test('is rejected if an empty object is signed by value and by digest', async () => {
    const both = { req: {}, reqHash: await sha256('{}') };
    expect(await verdict(await withClaims(both), '{}')).toBe('body-claim-twice');
  });

  test('is accepted with keys sorted by UTF-16 or by code point', async () => {
    const odd = '{"\uff5e":1,"😀":2}';
    expect(
      await verdict(await withClaims({ reqHash: await sha256('{"😀":2,"\uff5e":1}') }), odd),
    ).toBe('accepted');
    expect(
      await verdict(
        await withClaims({ reqHash: await sha256('{"\\uff5e":1,"\\ud83d\\ude00":2}') }),
        odd,
      ),
    ).toBe('accepted');
  });

  test.each<[string, { readonly [claim: string]: JsonValue }]>([
    ['body-digest-type', { reqHash: 7 }],
    ['body-digest-type', { reqHash: 'a'.repeat(63) }],
    ['body-digest-type', { reqHash: 'A'.repeat(64) }],
    ['body-digest-mismatch', { reqHash: 'a'.repeat(64) }],
    ['body-claim-twice', { reqHash: 'a'.repeat(64), req: { a: 1 } }],
  ])('is rejected: %s', async (reason, more) => {
    expect(await verdict(await withClaims(more), '{"a":1}')).toBe(reason);
  });

  test('is accepted only in the forms of the description', async () => {
    const reqHash = await sha256('{"a":"\\u00e9"}');
    const strict = { ...walletJwt, verify: { ...walletJwt.verify, body: { digest: 'reqHash' } } };
    const verifier = jwtVerifier(strict, { keys: [{ key: blue.publicKey }], clock: clockAt() });
    const request = requestOf({ method: 'POST', target: '/v1/things' });
    const presented = presentedOf([await withClaims({ reqHash })], { request, principals });
    const head = await verifier.head(presented);
    if (!head.ok) throw new Error(head.reason);
    expect(
      await verifier.body?.(presented, new TextEncoder().encode('{"a":"é"}'), head.principal),
    ).toMatchObject({
      ok: false,
      reason: 'body-digest-mismatch',
    });
  });
});

describe('key of a token (25, 49 to 51)', () => {
  const body = '{"a":1}';
  test('must belong to the project of the caller in the other scheme', async () => {
    const request = requestOf({ method: 'POST', target: '/v1/things', body });
    expect(await verdict(await walletToken(blue, request), body)).toBe('accepted');
    expect(await verdict(await walletToken(red, request), body)).toBe('signature-wrong');
    expect(await verdict(await walletToken(apiKey, request), body)).toBe('signature-wrong');
    expect(await verdict(await walletToken(blue, request), body, { principals: {} })).toBe(
      'principal-missing',
    );
    expect(await verdict('', body)).toBe('credential-missing');
  });

  test('is looked up among the keys of the same project', async () => {
    const request = requestOf({ method: 'POST', target: '/v1/things', body });
    const keys = [
      { key: red.publicKey, project: 'red', name: 'red' },
      { key: blue.publicKey, project: 'blue', name: 'blue' },
    ];
    expect(await verdict(await walletToken(blue, request), body, { options: { keys } })).toBe(
      'accepted',
    );
    expect(await verdict(await walletToken(red, request), body, { options: { keys } })).toBe(
      'signature-wrong',
    );
    const others = { keys: keys.slice(0, 1) };
    expect(await verdict(await walletToken(red, request), body, { options: others })).toBe(
      'key-project',
    );
  });

  test('is looked up by a function with the principal', async () => {
    const request = requestOf({ method: 'POST', target: '/v1/things', body });
    const lookups: unknown[] = [];
    const options: Partial<JwtVerifierOptions> = {
      keys: async ({ principal }) => {
        lookups.push(principal);
        return { key: blue.publicKey };
      },
    };
    expect(await verdict(await walletToken(blue, request), body, { options })).toBe('accepted');
    expect(lookups).toEqual([principals.bearer]);
  });

  test.each([
    ['header-kid-forbidden', { ...header, kid: 'key' }, {}],
    ['header-typ-missing', { alg: 'ES256' }, {}],
    ['header-typ-mismatch', { alg: 'ES256', typ: 'jwt' }, {}],
    ['claim-sub-forbidden', header, { sub: 'key' }],
    ['algorithm-not-accepted', { ...header, alg: 'EdDSA' }, {}],
    ['claim-iat-too-old', header, { iat: now - 61 }],
    ['claim-iat-ahead', header, { iat: now + 31 }],
    ['claim-nbf-ahead', header, { nbf: now + 31 }],
    ['claim-jti-invalid', header, { jti: 7 }],
    ['accepted', header, { iat: now - 60, req: { a: 1 } }],
    ['accepted', header, { iat: now + 30, nbf: now + 30, req: { a: 1 } }],
  ])('%s: rejects a token for another purpose', async (reason, headerPart, more) => {
    expect(
      await verdict(await forge(blue.privateKey, headerPart, { ...claims(), ...more }), body),
    ).toBe(reason);
  });

  test('rejects a prefix "Bearer"', async () => {
    expect(await verdict(`Bearer ${await withReq(body)}`, body)).toBe('token-white-space');
  });
});

describe('replay of a token (38)', () => {
  test('is detected only after a request with the signed body', async () => {
    const options = { replay: replayMemory() };
    const token = await withReq('{"a":1}');
    expect(await verdict(token, '{"a":2}', { options })).toBe('body-mismatch');
    expect(await verdict(token, '{"a":1}', { options })).toBe('accepted');
    expect(await verdict(token, '{"a":1}', { options })).toBe('jti-replayed');
  });
});
