import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../runtime/core/descriptor.js';
import { now, presentedOf, requestOf } from './auth-fixtures.js';
import {
  bearer,
  claims,
  ed,
  findings,
  good,
  header,
  judge,
  text,
  verifierAt,
  without,
} from './auth-checklist.js';

/** Refusals before the body is read, each beside a neighbour that is accepted. Numbers are lines of the checklist. */

describe('claims of a token (29 to 38)', () => {
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
  ])('%i: are %s', async (_, reason, headerPart, claimsPart, offset = 0) => {
    expect(await judge([await bearer(headerPart, claimsPart)], {}, offset)).toBe(reason);
  });

  test('37: reject a repeated nonce, even with another encoding of the signature', async () => {
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

  test('37: accept the same nonce with another key', async () => {
    const verifier = verifierAt();
    const other = await bearer(
      { ...header, alg: 'EdDSA', kid: 'key-ed' },
      { ...claims, sub: 'key-ed' },
      ed.privateKey,
    );
    expect(await verifier.head(presentedOf([good]))).toMatchObject({ ok: true });
    expect(await verifier.head(presentedOf([other]))).toMatchObject({ ok: true });
  });

  test('37: do not record the nonce of a rejected token', async () => {
    const verifier = verifierAt();
    const bad = await bearer(header, { ...claims, iss: 'other' });
    expect(await verifier.head(presentedOf([bad]))).toMatchObject({ ok: false });
    expect(await verifier.head(presentedOf([good]))).toMatchObject({ ok: true });
  });
});

describe('request of a token (39 to 43, 54)', () => {
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
  ])('%i: is %s for %s', async (_, reason, uri, given = {}) => {
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
  ])('%i: is %s', async (_, reason, uris) => {
    expect(
      await judge([await bearer(header, { ...(without(claims, 'uri') as object), uris })]),
    ).toBe(reason);
  });

  test('43: must match uri and uris, one of which is required', async () => {
    expect(await judge([await bearer(header, { ...claims, uris: [`${right}/`] })])).toBe(
      'claim-uris-path',
    );
    expect(await judge([await bearer(header, without(claims, 'uri'))])).toBe(
      'claim-uri-or-uris-missing',
    );
    expect(await judge([await bearer(header, { ...claims, uris: [right] })])).toBe('accepted');
  });

  test('54: does not depend on headers with a host', async () => {
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

describe('findings of a verifier (53)', () => {
  test.each([
    [300, 'claim-exp-passed', 180],
    [-300, 'claim-nbf-ahead', 300],
  ])('name the clock skew of %i s', async (offset, reason, apart) => {
    expect(await judge([good], {}, offset)).toBe(reason);
    expect(findings[0]?.detail).toContain(`${apart} s`);
    expect(findings[0]?.detail).toContain('skew');
  });

  test('contain nothing of the token', async () => {
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
