import { expect, it } from 'vitest';
import { read } from '../model/read.js';
import { hmac, lintText } from './lint-text.js';

type Change = (scheme: Record<string, unknown>) => void;
const having =
  (members: Record<string, unknown>): Change =>
  (scheme) =>
    void Object.assign(scheme, members);
const inMessage = having({
  headers: undefined,
  message: { key: '{key}', signature: '{signature}', timestamp: '{timestamp}' },
  prehash: '{timestamp}GET/verify',
});
const inFields = having({
  headers: undefined,
  timestamp: undefined,
  fields: { 95: '{signature.length}', 96: '{signature}', 554: '{passphrase}' },
  prehash: '{field.52}{SOH}{field.35}{SOH}{field.554}',
});
const inOne = (value: string, prehash = '{timestamp}.{body}'): Change =>
  having({ headers: { 'X-Key': value }, prehash });

it.each<[what: string, change: Change, want: readonly string[]]>([
  ['the example of the guide', () => undefined, []],
  ['a digest by name', having({ algorithm: 'sha512' }), []],
  ['a variable', having({ prehash: '{variables.prefix}{timestamp}{method}{target}{body}' }), []],
  [
    'a list with a list of headers',
    inOne(
      't={timestamp},h={headers},v1={signature}',
      '{timestamp}.{headers}.{headers.values}.{body}',
    ),
    [],
  ],
  [
    'a signature without a timestamp',
    having({ headers: { 'X-Key': 'sha256={signature}' }, prehash: '{body}', timestamp: undefined }),
    [],
  ],

  [
    'a list of signatures between spaces, and a prefix',
    having({
      headers: { 'X-Key': 'v1,{signature}', 'X-Time': '{timestamp}' },
      prehash: '{header.x-id}.{timestamp}.{body}',
      separator: ' ',
      secretPrefix: 'whsec_',
      eventId: 'X-Id',
    }),
    [],
  ],
  [
    'a private key',
    having({
      headers: { 'X-Key': 'v1a,{signature}' },
      prehash: '{body}',
      timestamp: undefined,
      separator: ' ',
      algorithm: 'ed25519',
      publicKeyPrefix: 'whpk_',
    }),
    [],
  ],
  ['a private key with a key name', having({ algorithm: 'ed25519' }), ['hmac-carrier 10']],
  [
    'a prefix of public keys without public keys',
    having({ publicKeyPrefix: 'p' }),
    ['invalid-extension 10'],
  ],
  ['an unknown separator', having({ separator: '|' }), ['invalid-extension 10']],
  ['the id of an event that is not signed', having({ eventId: 'X-Id' }), ['hmac-carrier 10']],
  [
    'the id of an event in an invalid header name',
    having({ eventId: 'a b' }),
    ['invalid-extension 10'],
  ],
  ['an unknown member', having({ prehashes: 'x' }), ['invalid-extension 10']],
  ['an unknown digest', having({ algorithm: 'md5' }), ['invalid-extension 10']],
  ['an unknown encoding of secrets', having({ secret: 'base32' }), ['invalid-extension 10']],
  ['an unknown encoding of signatures', having({ encoding: 'HEX' }), ['invalid-extension 10']],
  ['no secret', having({ secret: undefined }), ['missing-member 10']],
  ['no credential', having({ credential: undefined }), ['invalid-extension 10']],
  [
    'a credential with an invalid name',
    having({ credential: { name: 'a b' } }),
    ['invalid-extension 10'],
  ],
  ['no location', having({ headers: undefined }), ['invalid-extension 10']],
  ['two locations', having({ message: { signature: '{signature}' } }), ['invalid-extension 10']],
  [
    'an invalid header name',
    having({
      headers: { 'X-Key': '{signature}', 'a b': '{key}' },
      timestamp: undefined,
      prehash: '{body}',
    }),
    ['invalid-extension 10'],
  ],
  [
    'an invalid tag',
    having({
      headers: undefined,
      timestamp: undefined,
      prehash: '{body}',
      fields: { RawData: '{signature}' },
    }),
    ['hmac-operation 6', 'hmac-template 10', 'invalid-extension 10'],
  ],
  [
    'a tolerance of zero',
    having({ timestamp: { unit: 'seconds', tolerance: 0 } }),
    ['invalid-extension 10'],
  ],
  [
    'decimals of milliseconds',
    having({ timestamp: { unit: 'milliseconds', decimals: 1, tolerance: 3 } }),
    ['invalid-extension 10'],
  ],
  [
    'two alternatives with the same name',
    having({
      alternatives: [1, 2].map((tag) => ({
        name: 'b',
        prehash: '{body}',
        headers: { 'X-Key': `v${tag}={signature}` },
      })),
    }),
    ['invalid-extension 10'],
  ],
  ['an unknown kind of refusal', having({ refusals: { keys: 'No.' } }), ['invalid-extension 10']],

  [
    'an unknown expression',
    having({ prehash: '{timestamp}{method}{url}{body}' }),
    ['hmac-template 10'],
  ],
  ['a lone brace', having({ prehash: '{timestamp}{' }), ['hmac-template 10']],
  [
    'an undeclared variable',
    having({ prehash: '{timestamp}{variables.issuer}' }),
    ['undeclared-variable 10'],
  ],
  ['a field in a header', having({ prehash: '{timestamp}{field.52}' }), ['hmac-template 10']],
  ['the secret', inOne('{secret},{signature}', '{body}'), ['hmac-carrier 10', 'hmac-template 10']],
  ['a value that cannot be parsed back', inOne('{timestamp}:{signature}'), ['hmac-template 10']],
  ['elements with the same prefix', inOne('v1={timestamp},v1={signature}'), ['hmac-template 10']],
  [
    'a timestamp that is sent twice',
    having({
      headers: { 'X-Key': '{timestamp}', 'X-Time': '{timestamp}', 'X-Sign': '{signature}' },
    }),
    ['hmac-template 10'],
  ],

  [
    'no signature',
    having({ headers: { 'X-Key': '{key}', 'X-Time': '{timestamp}' } }),
    ['hmac-carrier 10'],
  ],
  [
    'a timestamp that is signed but not sent',
    having({ headers: { 'X-Key': '{signature}' } }),
    ['hmac-carrier 10'],
  ],
  [
    'a timestamp that is sent but not signed',
    inOne('t={timestamp},v1={signature}', '{body}'),
    ['hmac-carrier 10'],
  ],
  ['a timestamp without a format', having({ timestamp: undefined }), ['hmac-carrier 10']],
  ['headers that are not signed', having({ signedHeaders: ['X-Id'] }), ['hmac-carrier 10']],
  [
    'a header other than the one of the scheme',
    having({ headers: { 'X-Other': '{signature}', 'X-Time': '{timestamp}' } }),
    ['hmac-carrier 10'],
  ],
  [
    'an alternative in another location',
    having({
      alternatives: [{ name: 'b', prehash: '{key}', message: { a: '{signature}', k: '{key}' } }],
    }),
    ['hmac-carrier 10'],
  ],
])('x-hmac: reports the diagnostics expected for %s', async (_what, change, want) => {
  const found = await lintText(hmac(change));
  expect([...new Set(found.map((each) => each.replace('error ', '')))].toSorted()).toEqual(want);
});

it('x-hmac: accepts a scheme of a header or a channel only', async () => {
  expect(await lintText(hmac(() => undefined, { type: 'http, scheme: hmac' }))).toEqual([
    'error invalid-extension 10',
  ]);
  const type = 'mutualTLS';
  expect(await lintText(hmac(inMessage, { type, requirement: '' }))).toEqual([]);
  expect(await lintText(hmac(inFields, { type, requirement: '' }))).toEqual([]);
  expect(await lintText(hmac(inMessage, { type }))).toEqual(['error hmac-operation 6']);
});

it('x-hmac: rejects a permission that the scheme does not declare', async () => {
  const text = (scopes: object): string =>
    hmac(having({ scopes }), { requirement: '{ key: [trade] }' });
  expect(await lintText(text({ trade: 'Trades.' }))).toEqual([]);
  expect(await lintText(text({}))).toEqual([]);
  expect(await lintText(text({ trades: 'Trades.' }))).toEqual(['error hmac-operation 6']);
});

it('x-hmac: rejects a required permission if signatures contain no key', async () => {
  const keyless = having({
    headers: { 'X-Key': 't={timestamp},v1={signature}' },
    prehash: '{timestamp}.{body}',
  });
  expect(await lintText(hmac(keyless))).toEqual([]);
  const requirement = '{ key: [trade] }';
  expect(await lintText(hmac(keyless, { requirement }))).toEqual(['error hmac-operation 6']);
});

it('x-hmac: rejects a scheme with x-jwt as well', async () => {
  const both = hmac(() => undefined).replace('x-hmac:', 'x-jwt: {}, x-hmac:');
  expect(await lintText(both)).toContain('error invalid-extension 10');
  const { diagnostics } = read(both);
  expect(diagnostics.map(({ message }) => message)).toContain(
    '"x-hmac" is not allowed beside "x-jwt"',
  );
});

it('x-hmac: warns of a request body that may be streamed', async () => {
  const text = (body: string): string => hmac(() => undefined, { body });
  expect(await lintText(text('application/octet-stream'))).toEqual(['warning signed-stream 6']);
  expect(await lintText(text('application/json'))).toEqual([]);
});

it('x-hmac: reads a scheme of fields with tags as text', () => {
  const { api } = read(hmac(inFields, { type: 'mutualTLS', requirement: '' }));
  expect(api?.securitySchemes[0]?.hmac).toEqual({
    credential: { name: 'apiKey' },
    algorithm: 'sha256',
    secret: 'base64',
    encoding: 'base64',
    place: 'fields',
    prehash: '{field.52}{SOH}{field.35}{SOH}{field.554}',
    values: { 95: '{signature.length}', 96: '{signature}', 554: '{passphrase}' },
    signedHeaders: [],
    alternatives: [],
    scopes: {},
    refusals: {},
  });
});
