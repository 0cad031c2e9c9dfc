import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../runtime/core/descriptor.js';
import {
  jwtCredential,
  jwtVerifier,
  replayMemory,
  type JwtKey,
  type JwtVerifierOptions,
} from '../../runtime/auth/jwt/index.js';
import { bearerJwt, clockAt, forge, makeKey, presentedOf, requestOf } from './auth-fixtures.js';

const ec = await makeKey('ES256');
const ed = await makeKey('EdDSA');
const keys = { 'key-ec': { key: ec.publicKey, caller: 'ada' }, 'key-ed': { key: ed.publicKey } };
const variables = { issuer: 'vault' };

describe('rules of a JWT verifier', () => {
  const rules = bearerJwt.verify;
  test.each<[string, { readonly [rule: string]: JsonValue }]>([
    ['no key', { claims: {} }],
    ['two sources of the key', { ...rules, key: { header: 'kid', principal: 'bearer' } }],
    ['an unknown member', { ...rules, sku: 1 }],
    ['an unknown member of a rule', { ...rules, claims: { exp: { is: 'x' } } }],
    ['two constraints', { ...rules, header: { nonce: { unique: true, equals: 'x' } } }],
    ['an unknown presence', { ...rules, header: { nonce: { presence: 'maybe' } } }],
    [
      'an expression unknown to the verifier',
      { ...rules, claims: { ...(rules['claims'] as object), iss: { equals: '{uuid}' } } },
    ],
    ['a lifetime without an end', { ...rules, claims: { exp: { presence: 'optional' } } }],
    ['a maximum age without its start', { ...rules, maxAge: 5 }],
    [
      'a replay check without an expiry',
      { key: { header: 'kid' }, header: { nonce: { unique: true } } },
    ],
    ['a negative skew', { ...rules, clockSkew: -1 }],
    ['a body without a claim', { ...rules, body: {} }],
    ['an unknown digest form', { ...rules, body: { digest: 'd', digestForms: ['perl'] } }],
  ])('are rejected: %s', (_, verify) => {
    expect(() => jwtVerifier({ ...bearerJwt, verify }, { keys })).toThrow(
      expect.objectContaining({ name: 'AuthError', code: 'description' }),
    );
  });

  test('may contain x-basis anywhere', () => {
    const verify = { ...rules, 'x-basis': 'public', key: { header: 'kid', 'x-basis': 'assumed' } };
    expect(() => jwtVerifier({ ...bearerJwt, verify }, { keys })).not.toThrow();
  });

  test('require the scopes of an operation from the key, or return 403', async () => {
    const scoped = { 'key-ec': { key: ec.publicKey, scopes: ['read', 'write'] } };
    const verifier = jwtVerifier(bearerJwt, { keys: scoped, clock: clockAt() });
    const token = async (): Promise<string> =>
      await jwtCredential(
        bearerJwt,
        { keyName: 'key-ec', keySecret: ec.pem },
        { clock: clockAt() },
      ).token(requestOf(), { variables });
    expect(await verifier.head(presentedOf([await token()], { scopes: ['read'] }))).toMatchObject({
      ok: true,
    });
    expect(
      await verifier.head(presentedOf([await token()], { scopes: ['read', 'admin'] })),
    ).toEqual({
      ok: false,
      reason: 'key-scope',
      status: 403,
    });
  });

  test('reject text as scopes', async () => {
    const tabular = { 'key-ec': { key: ec.publicKey, scopes: 'read-nothing' } };
    const verifier = jwtVerifier(bearerJwt, {
      keys: tabular as unknown as Record<string, { key: string }>,
      clock: clockAt(),
    });
    const credential = jwtCredential(
      bearerJwt,
      { keyName: 'key-ec', keySecret: ec.pem },
      { clock: clockAt() },
    );
    const token = await credential.token(requestOf(), { variables });
    await expect(
      Promise.resolve(verifier.head(presentedOf([token], { scopes: ['read'] }))),
    ).rejects.toThrow('"scopes" is not a list');
  });

  test.each([
    ['a map', new Map(Object.entries(keys))],
    ['a list', Object.entries(keys).map(([name, key]) => ({ ...key, name }))],
    [
      'a function',
      ({ keyName }: { keyName?: string }) => (keyName === 'key-ec' ? keys['key-ec'] : undefined),
    ],
    ['an asynchronous function', async () => keys['key-ec']],
  ])('find keys in %s', async (_, lookup) => {
    const credential = jwtCredential(
      bearerJwt,
      { keyName: 'key-ec', keySecret: ec.pem },
      { clock: clockAt() },
    );
    const token = await credential.token(requestOf(), { variables });
    const verdict = await jwtVerifier(bearerJwt, { keys: lookup, clock: clockAt() }).head(
      presentedOf([token]),
    );
    expect(verdict).toMatchObject({ ok: true, principal: { keyName: 'key-ec' } });
  });

  test('throw if a key of the server is invalid', async () => {
    const verifier = jwtVerifier(bearerJwt, {
      keys: { 'key-ec': { key: 'nonsense' } },
      clock: clockAt(),
    });
    const token = await forge(ec.privateKey, { alg: 'ES256', kid: 'key-ec' }, {});
    await expect(verifier.head(presentedOf([token]))).rejects.toMatchObject({
      name: 'AuthError',
    });
  });
});

describe('JWT verifier with broken options', () => {
  const broken = async (options: Partial<JwtVerifierOptions>): Promise<unknown> => {
    const credential = jwtCredential(
      bearerJwt,
      { keyName: 'key-ec', keySecret: ec.pem },
      { clock: clockAt() },
    );
    const token = await credential.token(requestOf(), { variables });
    const verifier = jwtVerifier(bearerJwt, { keys, clock: clockAt(), ...options });
    return verifier.head(presentedOf([token]));
  };

  test('rejects invalid clocks and limits', async () => {
    await expect(broken({ clock: { now: () => Number.NaN } })).rejects.toMatchObject({
      code: 'description',
    });
    await expect(broken({ skew: Number.NaN })).rejects.toMatchObject({ code: 'description' });
    await expect(broken({ maxTokenLength: -1 })).rejects.toMatchObject({ code: 'description' });
  });

  test('rejects requests if the replay memory fails or returns an unknown result', async () => {
    const failing = { remember: () => Promise.reject(new Error('store is down')) };
    await expect(broken({ replay: failing })).rejects.toThrow('store is down');
    const odd = { remember: () => JSON.parse('"perhaps"') as 'new' };
    expect(await broken({ replay: odd })).toMatchObject({ ok: false });
  });
});

test.each([
  ['text instead of an object', '"-----BEGIN PUBLIC KEY-----"'],
  ['an object without a key', '{}'],
  ['null', 'null'],
])(
  'rejects the request for %s among the keys, without an unhandled rejection',
  async (_what, text) => {
    const loose: unknown[] = [];
    const collect = (reason: unknown): void => void loose.push(reason);
    process.on('unhandledRejection', collect);
    const verifier = jwtVerifier(bearerJwt, {
      keys: { 'key-ec': JSON.parse(text) as JwtKey },
      clock: clockAt(),
    });
    const token = await forge(ec.privateKey, { alg: 'ES256', kid: 'key-ec' }, {});
    await expect(verifier.head(presentedOf([token]))).rejects.toMatchObject({
      code: 'key-missing',
    });
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', collect);
    expect(loose).toEqual([]);
  },
);

describe('replayMemory', () => {
  test('keeps a value until it expires', async () => {
    const memory = replayMemory({ capacity: 1 });
    expect(await memory.remember('a', 'x', 110, 100)).toBe('new');
    expect(await memory.remember('a', 'x', 110, 110)).toBe('seen');
    // With room for one, a newer token replaces the stored one, which is not new again.
    expect(await memory.remember('a', 'y', 120, 110)).toBe('new');
    expect(await memory.remember('a', 'x', 110, 110)).toBe('expired');
    expect(await memory.remember('a', 'z', 130, 121)).toBe('new');
  });

  test.each([{ capacity: Number.NaN }, { capacity: -1 }, { perOwner: Number.NaN }])(
    'rejects the bounds %o',
    (bounds) => {
      expect(() => replayMemory(bounds)).toThrow('limits');
    },
  );

  test('returns "expired" for values dropped to make space', async () => {
    const memory = replayMemory({ capacity: 3, perOwner: 2 });
    const answers = [];
    for (const [owner, value] of [
      ['a', '1'],
      ['a', '2'],
      ['a', '3'],
      ['b', '1'],
      ['b', '2'],
    ] as const) {
      answers.push(await memory.remember(owner, value, 200, 100));
    }
    expect(answers).toEqual(['new', 'new', 'expired', 'new', 'new']);
    for (const [owner, value] of [
      ['a', '1'],
      ['a', '2'],
      ['b', '1'],
    ] as const) {
      expect(await memory.remember(owner, value, 200, 200)).toBe(
        owner === 'a' ? 'expired' : 'seen',
      );
    }
  });

  test('accepts no old value after the clock is set back', async () => {
    const memory = replayMemory();
    expect(await memory.remember('a', 'x', 110, 100)).toBe('new');
    expect(await memory.remember('a', 'y', 400, 300)).toBe('new');
    expect(await memory.remember('a', 'x', 110, 100)).toBe('seen');
  });

  test('rejects values as old as its oldest one when full', async () => {
    const verifier = jwtVerifier(bearerJwt, {
      keys,
      clock: clockAt(),
      replay: replayMemory({ capacity: 1 }),
    });
    const credential = jwtCredential(
      bearerJwt,
      { keyName: 'key-ec', keySecret: ec.pem },
      { clock: clockAt() },
    );
    const show = async () =>
      verifier.head(presentedOf([await credential.token(requestOf(), { variables })]));
    expect(await show()).toMatchObject({ ok: true });
    expect(await show()).toMatchObject({ ok: false, reason: 'token-forgotten' });
  });

  test('accepts one of several concurrent uses', async () => {
    const verifier = jwtVerifier(bearerJwt, { keys, clock: clockAt() });
    const credential = jwtCredential(
      bearerJwt,
      { keyName: 'key-ec', keySecret: ec.pem },
      { clock: clockAt() },
    );
    const token = await credential.token(requestOf(), { variables });
    const verdicts = await Promise.all([1, 2, 3].map(() => verifier.head(presentedOf([token]))));
    expect(verdicts.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('keeps values of two schemes apart', async () => {
    const replay = replayMemory();
    const credential = jwtCredential(
      bearerJwt,
      { keyName: 'key-ec', keySecret: ec.pem },
      { clock: clockAt() },
    );
    const token = await credential.token(requestOf(), { variables });
    for (const scheme of ['one', 'two']) {
      const verifier = jwtVerifier({ ...bearerJwt, scheme }, { keys, clock: clockAt(), replay });
      expect(await verifier.head(presentedOf([token]))).toMatchObject({ ok: true });
    }
  });
});
