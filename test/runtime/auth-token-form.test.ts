import { describe, expect, test } from 'vitest';
import { encodeBase64Url } from '../../runtime/core/base64.js';
import type { JsonValue } from '../../runtime/core/descriptor.js';
import { encodePart, forge } from './auth-fixtures.js';
import {
  bearer,
  bytes,
  claims,
  ec,
  ed,
  good,
  header,
  judge,
  stranger,
  text,
  without,
} from './auth-checklist.js';

/** Refusals before the body is read, each beside a neighbour that is accepted. Numbers are lines of the checklist. */

const spki = new Uint8Array(await crypto.subtle.exportKey('spki', ec.publicKey));
const publicJwk = await crypto.subtle.exportKey('jwk', ec.publicKey);

const [goodHeader = '', goodClaims = '', goodSignature = ''] = good.split('.');

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
  return `${input}.${encodeBase64Url(tag)}`;
}

describe('location of a token (1 to 4)', () => {
  test.each([
    [1, 'credential-missing', []],
    [1, 'credential-missing', ['']],
    [2, 'credential-repeated', [good, good]],
    [3, 'token-white-space', [`Bearer ${good}`]],
    [3, 'token-white-space', [` ${good}`]],
    [2, 'token-parts', [`${good}, ${good}`]],
    [1, 'accepted', [good]],
  ])('%i: is %s', async (_, reason, credentials) => {
    expect(await judge(credentials)).toBe(reason);
  });

  test('4: limits the length of a token', async () => {
    const pad = (count: number) => bearer(header, { ...claims, pad: 'x'.repeat(count) });
    const overhead = (await pad(0)).length;
    const fitting = Math.floor(((8192 - overhead) * 3) / 4);
    expect(await judge([await pad(fitting - 3)])).toBe('accepted');
    expect(await judge([await pad(fitting + 3)])).toBe('token-too-long');
  });
});

describe('format of a token (5 to 12)', () => {
  test.each<[number, string, () => string | Promise<string>]>([
    [5, 'token-parts', () => `${goodHeader}.${goodClaims}`],
    [5, 'token-parts', () => `${good}.`],
    [5, 'token-parts', () => `${good}.${goodSignature}`],
    [5, 'signature-missing', () => `${goodHeader}.${goodClaims}.`],
    [5, 'header-syntax', () => `.${goodClaims}.${goodSignature}`],
    [6, 'token-padding', () => `${good}==`],
    [6, 'token-padding', () => `${goodHeader}=.${goodClaims}.${goodSignature}`],
    [7, 'token-white-space', () => `${good} `],
    [7, 'token-white-space', () => `${goodHeader}\n.${goodClaims}.${goodSignature}`],
    [
      7,
      'token-white-space',
      () => `${goodHeader}.${goodClaims.slice(0, 8)} ${goodClaims.slice(8)}.${goodSignature}`,
    ],
    [8, 'token-alphabet', () => `${goodHeader}.${goodClaims}.+/${goodSignature.slice(2)}`],
    [8, 'token-character', () => `${goodHeader}.${goodClaims}.*${goodSignature.slice(1)}`],
    [9, 'token-spare-bits', () => `${goodHeader}.${goodClaims}.${spareBits(goodSignature)}`],
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
  ])('%i: is %s', async (_, reason, make) => {
    expect(await judge([await make()])).toBe(reason);
  });
});

describe('header of a token (13 to 20)', () => {
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
  ])('%i: is %s', async (_, reason, make) => {
    expect(await judge([await make()])).toBe(reason);
  });
});

describe('key of a token (21 to 26)', () => {
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
  ])('%i: is %s', async (line, reason, headerPart) => {
    const kid =
      typeof headerPart === 'object' && headerPart !== null && 'kid' in headerPart
        ? headerPart.kid
        : '';
    const sub = line === 24 ? 'key-ed' : (kid ?? '');
    expect(await judge([await bearer(headerPart, { ...claims, sub })])).toBe(reason);
  });

  test('26: is rejected if it belongs to another caller', async () => {
    expect(await judge([await bearer(header, claims, stranger.privateKey)])).toBe(
      'signature-wrong',
    );
    expect(await judge([await bearer(header, claims, ec.privateKey)])).toBe('accepted');
  });
});

describe('signature of a token (27, 28)', () => {
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
  ])('27: is rejected out of range: %s', async (reason, hex) => {
    const signature = encodeBase64Url(Uint8Array.from(Buffer.from(hex, 'hex')));
    expect(await judge([`${goodHeader}.${goodClaims}.${signature}`])).toBe(reason);
  });

  test('27: is rejected if S of Ed25519 is not reduced', async () => {
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
    expect(await judge([`${token}`])).toBe('accepted');
    expect(await judge([`${first}.${second}.${encodeBase64Url(signature)}`])).toBe(
      'signature-range',
    );
  });

  test('28: is rejected if a bit of header, claims or signature changes', async () => {
    const changed = (part: string): string => {
      const flipped = Uint8Array.from(Buffer.from(part, 'base64url'));
      // The lowest bit of the last character but one of a JSON text, or of a signature: still well formed.
      const index = flipped.length - 3;
      flipped[index] = (flipped[index] ?? 0) ^ 1;
      return encodeBase64Url(flipped);
    };
    expect(await judge([`${changed(goodHeader)}.${goodClaims}.${goodSignature}`])).toBe(
      'signature-wrong',
    );
    expect(await judge([`${goodHeader}.${changed(goodClaims)}.${goodSignature}`])).toBe(
      'signature-wrong',
    );
    expect(await judge([`${goodHeader}.${goodClaims}.${changed(goodSignature)}`])).toBe(
      'signature-wrong',
    );
  });
});
