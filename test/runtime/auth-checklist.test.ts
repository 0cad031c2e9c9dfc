import { describe, expect, test } from 'vitest';
import { encodeBase64Url } from '../../runtime/core/base64.js';
import type { JsonValue } from '../../runtime/core/descriptor.js';
import type { Presented } from '../../runtime/core/security.js';
import { jwtVerifier, type JwtFinding, type JwtKey } from '../../runtime/auth/jwt/index.js';
import {
  bearerJwt,
  clockAt,
  encodePart,
  forge,
  makeKey,
  now,
  presentedOf,
  requestOf,
} from './auth-fixtures.js';

/**
 * What a verifier must refuse before the body is read, each beside a neighbour that it must accept. The
 * neighbour of every line is a token that differs in nothing else.
 */

const ec = await makeKey('ES256');
const ed = await makeKey('EdDSA');
const stranger = await makeKey('ES256');
const spki = new Uint8Array(await crypto.subtle.exportKey('spki', ec.publicKey));
const publicJwk = await crypto.subtle.exportKey('jwk', ec.publicKey);

const keys: Readonly<Record<string, JwtKey>> = {
  'key-ec': { key: ec.publicKey, project: 'blue' },
  'key-ed': { key: ed.publicKey, project: 'blue' },
  'key-old': { key: ec.publicKey, project: 'blue', revoked: true },
  'key-red': { key: ec.publicKey, project: 'red' },
};

const header = {
  alg: 'ES256',
  kid: 'key-ec',
  typ: 'JWT',
  nonce: '00112233445566778899aabbccddeeff',
};
const claims = {
  sub: 'key-ec',
  iss: 'vault',
  uri: 'GET api.example.com/v1/things/a%2Fb',
  nbf: now,
  exp: now + 120,
};

let findings: JwtFinding[] = [];

function verifierAt(offset = 0): ReturnType<typeof jwtVerifier> {
  return jwtVerifier(bearerJwt, {
    keys,
    project: 'blue',
    clock: clockAt(offset),
    onReason: (finding) => findings.push(finding),
  });
}

async function judge(
  credentials: readonly string[],
  given: Partial<Presented> = {},
  offset = 0,
): Promise<string> {
  findings = [];
  const verdict = await verifierAt(offset).head(presentedOf(credentials, given));
  expect(findings.map(({ reason }) => reason)).toEqual(verdict.ok ? [] : [verdict.reason]);
  return verdict.ok ? 'accepted' : verdict.reason;
}

const bearer = async (
  headerPart: JsonValue | Uint8Array = header,
  claimsPart: JsonValue | Uint8Array = claims,
  key = ec.privateKey,
): Promise<string> => `Bearer ${await forge(key, headerPart, claimsPart)}`;

const good = await bearer();
const [goodHeader = '', goodClaims = '', goodSignature = ''] = good
  .slice('Bearer '.length)
  .split('.');

const text = (value: JsonValue): string => JSON.stringify(value);
const bytes = (value: string): Uint8Array => new TextEncoder().encode(value);
const without = (value: Readonly<Record<string, JsonValue>>, name: string): JsonValue =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));

/** Another spelling of the last character whose spare bits are not zero. */
function spareBits(part: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return part.slice(0, -1) + alphabet.charAt(alphabet.indexOf(part.slice(-1)) + 1);
}

async function hmacToken(secret: Uint8Array): Promise<string> {
  const input = `${encodePart({ ...header, alg: 'HS256' })}.${encodePart(claims)}`;
  const key = await crypto.subtle.importKey(
    'raw',
    secret,
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const tag = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(input)));
  return `Bearer ${input}.${encodeBase64Url(tag)}`;
}

describe('where the token stands (1 to 4)', () => {
  test.each([
    [1, 'credential-missing', []],
    [1, 'credential-missing', ['']],
    [2, 'credential-repeated', [good, good]],
    [3, 'credential-scheme', [good.slice('Bearer '.length)]],
    [3, 'credential-scheme', [good.replace('Bearer', 'Basic')]],
    [3, 'credential-scheme', [good.replace('Bearer ', 'Bearer')]],
    [3, 'accepted', [good.replace('Bearer', 'bearer')]],
    [2, 'token-parts', [`${good}, ${good}`]],
    [1, 'accepted', [good]],
  ])('%i: %s', async (_, reason, credentials) => {
    expect(await judge(credentials)).toBe(reason);
  });

  test('4: a token of exactly the longest length is looked at, one character more is not', async () => {
    const pad = (count: number) => bearer(header, { ...claims, pad: 'x'.repeat(count) });
    const overhead = (await pad(0)).length - 'Bearer '.length;
    const fitting = Math.floor(((8192 - overhead) * 3) / 4);
    expect(await judge([await pad(fitting - 3)])).toBe('accepted');
    expect(await judge([await pad(fitting + 3)])).toBe('token-too-long');
  });
});

describe('how the token is spelt (5 to 12)', () => {
  test.each<[number, string, () => string | Promise<string>]>([
    [5, 'token-parts', () => `Bearer ${goodHeader}.${goodClaims}`],
    [5, 'token-parts', () => `${good}.`],
    [5, 'token-parts', () => `${good}.${goodSignature}`],
    [5, 'signature-missing', () => `Bearer ${goodHeader}.${goodClaims}.`],
    [5, 'header-syntax', () => `Bearer .${goodClaims}.${goodSignature}`],
    [6, 'token-padding', () => `${good}==`],
    [6, 'token-padding', () => `Bearer ${goodHeader}=.${goodClaims}.${goodSignature}`],
    [7, 'token-white-space', () => `${good} `],
    [7, 'token-white-space', () => `Bearer ${goodHeader}\n.${goodClaims}.${goodSignature}`],
    [
      7,
      'token-white-space',
      () =>
        `Bearer ${goodHeader}.${goodClaims.slice(0, 8)} ${goodClaims.slice(8)}.${goodSignature}`,
    ],
    [8, 'token-alphabet', () => `Bearer ${goodHeader}.${goodClaims}.+/${goodSignature.slice(2)}`],
    [8, 'token-character', () => `Bearer ${goodHeader}.${goodClaims}.*${goodSignature.slice(1)}`],
    [9, 'token-spare-bits', () => `Bearer ${goodHeader}.${goodClaims}.${spareBits(goodSignature)}`],
    [10, 'header-no-object', () => bearer('["ES256"]')],
    [10, 'header-no-object', () => bearer('null')],
    [10, 'header-syntax', () => bearer('{"alg":"ES256",}')],
    [10, 'header-encoding', () => bearer(bytes(`\ufeff${text(header)}`))],
    [10, 'header-encoding', () => bearer(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d))],
    [10, 'claims-no-object', () => bearer(header, '"text"')],
    [10, 'claims-encoding', () => bearer(header, bytes(`\ufeff${text(claims)}`))],
    [10, 'accepted', () => bearer(` ${text(header)}\n`, ` ${text(claims)}\n`)],
    [11, 'header-duplicate-member', () => bearer(text(header).replace('{', '{"alg":"ES256",'))],
    [
      11,
      'header-duplicate-member',
      () => bearer(text(header).replace('{', '{"\\u0061lg":"ES256",')),
    ],
    [
      12,
      'claims-duplicate-member',
      () => bearer(header, text(claims).replace('{', '{"sub":"key-ec",')),
    ],
    [
      12,
      'claims-duplicate-member',
      () => bearer(header, text(claims).replace('{', '{"deep":{"a":1,"a":1},')),
    ],
    [12, 'accepted', () => bearer(header, { ...claims, deep: { sub: 1 }, other: { sub: 1 } })],
  ])('%i: %s', async (_, reason, make) => {
    expect(await judge([await make()])).toBe(reason);
  });
});

describe('how the token wants to be verified (13 to 20)', () => {
  test.each<[number, string, () => string | Promise<string>]>([
    [13, 'algorithm-none', () => bearer({ ...header, alg: 'none' })],
    [13, 'algorithm-none', () => bearer({ ...header, alg: 'nOnE' })],
    [
      13,
      'signature-missing',
      async () => `${(await bearer({ ...header, alg: 'none' })).split('.', 2).join('.')}.`,
    ],
    [13, 'algorithm-missing', () => bearer(without(header, 'alg'))],
    [13, 'algorithm-missing', () => bearer({ ...header, alg: ['ES256'] })],
    [14, 'algorithm-not-accepted', () => hmacToken(spki)],
    [14, 'algorithm-not-accepted', () => hmacToken(bytes(text(publicJwk as JsonValue)))],
    [15, 'algorithm-not-accepted', () => bearer({ ...header, alg: 'ES384' })],
    [15, 'algorithm-not-accepted', () => bearer({ ...header, alg: 'RS256' })],
    [15, 'algorithm-not-accepted', () => bearer({ ...header, alg: 'es256' })],
    [15, 'algorithm-mismatch', () => bearer({ ...header, alg: 'EdDSA' })],
    [
      15,
      'algorithm-mismatch',
      () => bearer({ ...header, kid: 'key-ed' }, { ...claims, sub: 'key-ed' }),
    ],
    [
      15,
      'accepted',
      () =>
        bearer(
          { ...header, alg: 'EdDSA', kid: 'key-ed' },
          { ...claims, sub: 'key-ed' },
          ed.privateKey,
        ),
    ],
    [16, 'header-embeds-key', () => bearer({ ...header, jwk: publicJwk as JsonValue })],
    [17, 'header-points-to-key', () => bearer({ ...header, jku: 'https://keys.example.com' })],
    [17, 'header-points-to-key', () => bearer({ ...header, x5u: 'https://keys.example.com' })],
    [17, 'header-embeds-key', () => bearer({ ...header, x5c: [] })],
    [18, 'header-crit', () => bearer({ ...header, crit: ['nonce'] })],
    [18, 'header-crit', () => bearer({ ...header, crit: [] })],
    [19, 'header-b64', () => bearer({ ...header, b64: false })],
    [20, 'header-zip', () => bearer({ ...header, zip: 'DEF' })],
    [20, 'accepted', () => bearer({ ...header, cty: 'text', 'x-other': { jwk: 1 } })],
  ])('%i: %s', async (_, reason, make) => {
    expect(await judge([await make()])).toBe(reason);
  });
});

describe('which key it is (21 to 26)', () => {
  test.each<[number, string, JsonValue]>([
    [21, 'key-name-missing', without(header, 'kid')],
    [21, 'key-name-invalid', { ...header, kid: 7 }],
    [21, 'key-name-invalid', { ...header, kid: '' }],
    [21, 'key-name-invalid', { ...header, kid: 'k'.repeat(257) }],
    [21, 'key-unknown', { ...header, kid: 'k'.repeat(256) }],
    [22, 'key-unknown', { ...header, kid: 'nobody' }],
    [22, 'key-unknown', { ...header, kid: '__proto__' }],
    [22, 'key-unknown', { ...header, kid: 'constructor' }],
    [22, 'key-unknown', { ...header, kid: '../key-ec' }],
    [22, 'key-unknown', { ...header, kid: "' OR 1=1 --" }],
    [22, 'key-unknown', { ...header, kid: 'KEY-EC' }],
    [23, 'key-revoked', { ...header, kid: 'key-old' }],
    [24, 'claim-sub-mismatch', header],
    [25, 'key-project', { ...header, kid: 'key-red' }],
  ])('%i: %s', async (line, reason, headerPart) => {
    const kid =
      typeof headerPart === 'object' && headerPart !== null && 'kid' in headerPart
        ? headerPart.kid
        : '';
    const sub = line === 24 ? 'key-ed' : (kid ?? '');
    expect(await judge([await bearer(headerPart, { ...claims, sub })])).toBe(reason);
  });

  test('26: the key of somebody else', async () => {
    expect(await judge([await bearer(header, claims, stranger.privateKey)])).toBe(
      'signature-wrong',
    );
    expect(await judge([await bearer(header, claims, ec.privateKey)])).toBe('accepted');
  });
});

describe('whether the signature is one (27, 28)', () => {
  const order = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551';
  const raw = Uint8Array.from(atob(goodSignature.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
    c.charCodeAt(0),
  );
  const hexOf = (part: Uint8Array): string => Buffer.from(part).toString('hex');
  const [r, s] = [hexOf(raw.subarray(0, 32)), hexOf(raw.subarray(32))];
  const zero = '00'.repeat(32);
  const derForm = `3044022000${r.slice(2)}022000${s.slice(2)}`;

  test.each([
    ['signature-range', zero + s],
    ['signature-range', r + zero],
    ['signature-range', zero + zero],
    ['signature-range', order + s],
    ['signature-range', r + order],
    ['signature-range', 'ff'.repeat(32) + s],
    ['signature-length', `00${r}${s}`],
    ['signature-length', `${r}${s}00`],
    ['signature-length', (r + s).slice(0, -2)],
    ['signature-length', derForm],
    ['signature-wrong', `${zero.slice(0, -2)}01${s}`],
    ['accepted', r + s],
  ])('27: %s', async (reason, hex) => {
    const signature = encodeBase64Url(Uint8Array.from(Buffer.from(hex, 'hex')));
    expect(await judge([`Bearer ${goodHeader}.${goodClaims}.${signature}`])).toBe(reason);
  });

  test('27: an S of Ed25519 that is not reduced', async () => {
    const token = await forge(
      ed.privateKey,
      { ...header, alg: 'EdDSA', kid: 'key-ed' },
      { ...claims, sub: 'key-ed' },
    );
    const [first, second, third = ''] = token.split('.');
    const signature = Uint8Array.from(Buffer.from(third, 'base64url'));
    const big = (part: Uint8Array): bigint => BigInt(`0x${hexOf(part.slice().reverse())}`);
    const more = big(signature.subarray(32)) + 2n ** 252n + 27742317777372353535851937790883648493n;
    const spelt = Buffer.from(more.toString(16).padStart(64, '0'), 'hex').reverse();
    signature.set(spelt, 32);
    expect(await judge([`Bearer ${token}`])).toBe('accepted');
    expect(await judge([`Bearer ${first}.${second}.${encodeBase64Url(signature)}`])).toBe(
      'signature-range',
    );
  });

  test('28: every bit of header, claims and signature counts', async () => {
    const changed = (part: string): string => {
      const flipped = Uint8Array.from(Buffer.from(part, 'base64url'));
      // The lowest bit of the last character but one of a JSON text, or of a signature: still well formed.
      const index = flipped.length - 3;
      flipped[index] = (flipped[index] ?? 0) ^ 1;
      return encodeBase64Url(flipped);
    };
    expect(await judge([`Bearer ${changed(goodHeader)}.${goodClaims}.${goodSignature}`])).toBe(
      'signature-wrong',
    );
    expect(await judge([`Bearer ${goodHeader}.${changed(goodClaims)}.${goodSignature}`])).toBe(
      'signature-wrong',
    );
    expect(await judge([`Bearer ${goodHeader}.${goodClaims}.${changed(goodSignature)}`])).toBe(
      'signature-wrong',
    );
  });
});

describe('what it claims (29 to 38)', () => {
  test.each<[number, string, JsonValue, JsonValue, number?]>([
    [29, 'header-typ-mismatch', { ...header, typ: 'at+jwt' }, claims],
    [29, 'header-typ-mismatch', { ...header, typ: 'jwt' }, claims],
    [29, 'header-typ-type', { ...header, typ: 1 }, claims],
    [29, 'accepted', without(header, 'typ'), claims],
    [30, 'claim-exp-missing', header, without(claims, 'exp')],
    [30, 'claim-nbf-missing', header, without(claims, 'nbf')],
    [30, 'claim-exp-type', header, { ...claims, exp: null }],
    [31, 'claim-exp-type', header, { ...claims, exp: String(now + 60) }],
    [31, 'claim-exp-type', header, { ...claims, exp: now + 60.5 }],
    [31, 'claim-exp-type', header, text(claims).replace(String(now + 120), '1e400')],
    [31, 'claim-exp-type', header, { ...claims, exp: 2 ** 53 }],
    [31, 'claim-nbf-type', header, { ...claims, nbf: -1 }],
    [31, 'claim-nbf-type', header, { ...claims, nbf: [now] }],
    [31, 'claim-iat-type', header, { ...claims, iat: now + 0.5 }],
    [31, 'accepted', header, text(claims).replace(String(now + 120), `${now + 120}.0`)],
    [32, 'claim-exp-passed', header, claims, 120],
    [32, 'accepted', header, claims, 119.999],
    [33, 'claim-nbf-ahead', header, claims, -30.001],
    [33, 'accepted', header, claims, -30],
    [34, 'claim-exp-too-far', header, { ...claims, exp: now + 121 }],
    [34, 'accepted', header, { ...claims, exp: now + 120 }],
    [34, 'claim-exp-before-nbf', header, { ...claims, nbf: now + 20, exp: now + 20 }],
    [35, 'claim-iat-ahead', header, { ...claims, iat: now + 31 }],
    [35, 'accepted', header, { ...claims, iat: now + 30 }],
    [36, 'claim-iss-missing', header, without(claims, 'iss')],
    [36, 'claim-iss-mismatch', header, { ...claims, iss: 'Vault' }],
    [36, 'claim-iss-type', header, { ...claims, iss: ['vault'] }],
    [36, 'claim-aud-mismatch', header, { ...claims, aud: 'other' }],
    [36, 'claim-aud-type', header, { ...claims, aud: ['vault_service', 7] }],
    [36, 'accepted', header, { ...claims, aud: ['other', 'vault_service'] }],
    [36, 'accepted', header, { ...claims, aud: 'vault_service' }],
    [37, 'header-nonce-missing', without(header, 'nonce'), claims],
    [37, 'header-nonce-invalid', { ...header, nonce: '' }, claims],
    [37, 'header-nonce-invalid', { ...header, nonce: 12 }, claims],
    [37, 'header-nonce-invalid', { ...header, nonce: 'n'.repeat(257) }, claims],
    [37, 'accepted', { ...header, nonce: '1234567890123456' }, claims],
  ])('%i: %s', async (_, reason, headerPart, claimsPart, offset = 0) => {
    expect(await judge([await bearer(headerPart, claimsPart)], {}, offset)).toBe(reason);
  });

  test('37: a nonce that was seen, even under another spelling of the signature', async () => {
    const verifier = verifierAt();
    expect(await verifier.head(presentedOf([good]))).toMatchObject({ ok: true });
    expect(await verifier.head(presentedOf([good]))).toMatchObject({
      ok: false,
      reason: 'nonce-replayed',
    });
    const again = await bearer(header, { ...claims, exp: now + 119 });
    expect(await verifier.head(presentedOf([again]))).toMatchObject({ reason: 'nonce-replayed' });
    const other = await bearer({ ...header, nonce: 'ffeeddccbbaa99887766554433221100' });
    expect(await verifier.head(presentedOf([other]))).toMatchObject({ ok: true });
  });

  test('37: the same nonce of another key is another one', async () => {
    const verifier = verifierAt();
    const other = await bearer(
      { ...header, alg: 'EdDSA', kid: 'key-ed' },
      { ...claims, sub: 'key-ed' },
      ed.privateKey,
    );
    expect(await verifier.head(presentedOf([good]))).toMatchObject({ ok: true });
    expect(await verifier.head(presentedOf([other]))).toMatchObject({ ok: true });
  });

  test('37: a token that is refused for something else uses nothing up', async () => {
    const verifier = verifierAt();
    const bad = await bearer(header, { ...claims, iss: 'other' });
    expect(await verifier.head(presentedOf([bad]))).toMatchObject({ ok: false });
    expect(await verifier.head(presentedOf([good]))).toMatchObject({ ok: true });
  });
});

describe('which request it is for (39 to 43, 54)', () => {
  const target = '/v1/things/a%2Fb';
  test.each<[number, string, string, { method?: string; target?: string; authority?: string }?]>([
    [39, 'claim-uri-method', `POST api.example.com${target}`],
    [39, 'claim-uri-method', `get api.example.com${target}`],
    [39, 'claim-uri-method', `GET api.example.com${target}`, { method: 'HEAD' }],
    [39, 'accepted', `DELETE api.example.com${target}`, { method: 'DELETE' }],
    [40, 'claim-uri-host', `GET api.example.com:8443${target}`],
    [40, 'claim-uri-host', `GET user@api.example.com${target}`],
    [40, 'claim-uri-host', `GET api.example.com.${target}`],
    [40, 'claim-uri-host', `GET API.example.com${target}`],
    [40, 'claim-uri-host', `GET https://api.example.com${target}`],
    [40, 'accepted', `GET api.example.com${target}`, { authority: 'API.Example.com:443' }],
    [40, 'accepted', `GET api.example.com:8443${target}`, { authority: 'api.example.com:8443' }],
    [41, 'claim-uri-path', `GET api.example.com${target}/`],
    [41, 'claim-uri-path', `GET api.example.com/${target}`],
    [41, 'claim-uri-path', `GET api.example.com/v1/./things/a%2Fb`],
    [41, 'claim-uri-path', `GET api.example.com/v1/things/x/../a%2Fb`],
    [41, 'claim-uri-path', `GET api.example.com/v1/things/a%2fb`],
    [41, 'claim-uri-path', `GET api.example.com/v1/things/a/b`],
    [41, 'claim-uri-path', `GET api.example.com/v1/things/%61%2Fb`],
    [41, 'claim-uri-path', `GET api.example.com/v1/Things/a%2Fb`],
    [41, 'accepted', 'GET api.example.com//v1/./%41/', { target: '//v1/./%41/' }],
    [42, 'claim-uri-query', `GET api.example.com${target}?limit=2`],
    [42, 'claim-uri-query', `GET api.example.com${target}#top`],
    [42, 'claim-uri-query', `GET api.example.com${target}?`],
    [42, 'accepted', `GET api.example.com${target}`, { target: `${target}?a=/b?c` }],
    [40, 'claim-uri-mismatch', `GETapi.example.com${target}`],
  ])('%i: %s for %s', async (_, reason, uri, given = {}) => {
    const { authority = 'api.example.com', ...request } = given;
    const presented = { authority, request: requestOf({ authority, ...request }) };
    expect(await judge([await bearer(header, { ...claims, uri })], presented)).toBe(reason);
  });

  const right = claims.uri;
  test.each<[number, string, JsonValue]>([
    [43, 'claim-uris-count', []],
    [43, 'claim-uris-count', [right, right]],
    [43, 'claim-uris-type', [7]],
    [43, 'claim-uris-type', right],
    [43, 'claim-uris-path', [`${right}/`]],
    [43, 'accepted', [right]],
  ])('%i: %s', async (_, reason, uris) => {
    expect(
      await judge([await bearer(header, { ...(without(claims, 'uri') as object), uris })]),
    ).toBe(reason);
  });

  test('43: both spellings must be right, and one must be there', async () => {
    expect(await judge([await bearer(header, { ...claims, uris: [`${right}/`] })])).toBe(
      'claim-uris-path',
    );
    expect(await judge([await bearer(header, without(claims, 'uri'))])).toBe(
      'claim-uri-or-uris-missing',
    );
    expect(await judge([await bearer(header, { ...claims, uris: [right] })])).toBe('accepted');
  });

  test('54: what the request says about its host does not move what is expected', async () => {
    const headers = [
      'Host',
      'evil.example',
      'X-Forwarded-Host',
      'evil.example',
      'Forwarded',
      'host=evil.example',
    ];
    const request = requestOf({ authority: 'evil.example', headers });
    const presented = { authority: 'api.example.com', request };
    const evil = await bearer(header, { ...claims, uri: 'GET evil.example/v1/things/a%2Fb' });
    expect(await judge([evil], presented)).toBe('claim-uri-host');
    expect(await judge([good], presented)).toBe('accepted');
  });
});

describe('what the log learns (53)', () => {
  test.each([
    [300, 'claim-exp-passed', 180],
    [-300, 'claim-nbf-ahead', 300],
  ])('a clock that is %i s off: the detail names the skew', async (offset, reason, apart) => {
    expect(await judge([good], {}, offset)).toBe(reason);
    expect(findings[0]?.detail).toContain(`${apart} s`);
    expect(findings[0]?.detail).toContain('skew');
  });

  test('nothing of the token is in a finding', async () => {
    const tokens = [
      await bearer({ ...header, kid: 'planted-kid' }),
      await bearer(header, { ...claims, iss: 'planted-iss' }),
      await bearer(header, { ...claims, uri: 'planted-uri' }),
      await bearer('{"planted":1,"planted":2}'),
    ];
    for (const token of tokens) {
      expect(await judge([token])).not.toBe('accepted');
      expect(JSON.stringify(findings)).not.toContain('planted');
    }
  });
});
