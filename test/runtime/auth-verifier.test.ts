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

describe('rules', () => {
  const rules = bearerJwt.verify;
  test.each<[string, { readonly [rule: string]: JsonValue }]>([
    ['no key', { claims: {} }],
    ['two ways to a key', { ...rules, key: { header: 'kid', principal: 'bearer' } }],
    ['an unknown member', { ...rules, sku: 1 }],
    ['an unknown member of a rule', { ...rules, claims: { exp: { is: 'x' } } }],
    ['two demands', { ...rules, header: { nonce: { unique: true, equals: 'x' } } }],
    ['a presence that is none', { ...rules, header: { nonce: { presence: 'maybe' } } }],
    [
      'an expression that nobody can know',
      { ...rules, claims: { ...(rules['claims'] as object), iss: { equals: '{uuid}' } } },
    ],
    ['a lifetime without an end', { ...rules, claims: { exp: { presence: 'optional' } } }],
    ['an age without a beginning', { ...rules, maxAge: 5 }],
    ['a memory without an end', { key: { header: 'kid' }, header: { nonce: { unique: true } } }],
    ['a skew that is negative', { ...rules, clockSkew: -1 }],
    ['a body without a claim', { ...rules, body: {} }],
    ['a form that is none', { ...rules, body: { digest: 'd', digestForms: ['perl'] } }],
  ])('refused: %s', (_, verify) => {
    expect(() => jwtVerifier({ ...bearerJwt, verify }, { keys })).toThrow(
      expect.objectContaining({ name: 'AuthError', code: 'description' }),
    );
  });

  test('x-basis may stand anywhere', () => {
    const verify = { ...rules, 'x-basis': 'public', key: { header: 'kid', 'x-basis': 'assumed' } };
    expect(() => jwtVerifier({ ...bearerJwt, verify }, { keys })).not.toThrow();
  });

  test('scopes that an operation demands are carried by the key, else it is known but not allowed', async () => {
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

  test('a text is no list of scopes: every part of it would be one', async () => {
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
    ['a function that takes its time', async () => keys['key-ec']],
  ])('keys come from %s', async (_, lookup) => {
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

  test('a key of the setting that is unusable is a fault of the server, not of the caller', async () => {
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

describe('a setting that is broken lets nobody in', () => {
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

  test('a clock that tells no time, limits that are no numbers', async () => {
    await expect(broken({ clock: { now: () => Number.NaN } })).rejects.toMatchObject({
      code: 'description',
    });
    await expect(broken({ skew: Number.NaN })).rejects.toMatchObject({ code: 'description' });
    await expect(broken({ maxTokenLength: -1 })).rejects.toMatchObject({ code: 'description' });
  });

  test('a memory that fails, or answers something else', async () => {
    const failing = { remember: () => Promise.reject(new Error('store is down')) };
    await expect(broken({ replay: failing })).rejects.toThrow('store is down');
    const odd = { remember: () => JSON.parse('"perhaps"') as 'new' };
    expect(await broken({ replay: odd })).toMatchObject({ ok: false });
  });
});

test.each([
  ['a text in place of an object', '"-----BEGIN PUBLIC KEY-----"'],
  ['an object without a key', '{}'],
  ['nothing', 'null'],
])(
  '%s among the keys rejects the request, and nothing is left to be caught',
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

describe('the memory of what was used', () => {
  test('a value is known until its time is over, and forgotten then', async () => {
    const memory = replayMemory({ capacity: 1 });
    expect(await memory.remember('a', 'x', 110, 100)).toBe('new');
    expect(await memory.remember('a', 'x', 110, 110)).toBe('seen');
    // There is room for one: what is newer takes it, and what it held is not new again.
    expect(await memory.remember('a', 'y', 120, 110)).toBe('new');
    expect(await memory.remember('a', 'x', 110, 110)).toBe('expired');
    expect(await memory.remember('a', 'z', 130, 121)).toBe('new');
  });

  test.each([{ capacity: Number.NaN }, { capacity: -1 }, { perOwner: Number.NaN }])(
    'has bounds that are numbers, not %o',
    (bounds) => {
      expect(() => replayMemory(bounds)).toThrow('bounds');
    },
  );

  test('what is dropped to make room is not new again', async () => {
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

  test('a clock that is turned back opens nothing', async () => {
    const memory = replayMemory();
    expect(await memory.remember('a', 'x', 110, 100)).toBe('new');
    expect(await memory.remember('a', 'y', 400, 300)).toBe('new');
    expect(await memory.remember('a', 'x', 110, 100)).toBe('seen');
  });

  test('a full memory refuses what is as old as all that it holds', async () => {
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

  test('of two at the same time only one is accepted', async () => {
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

  test('one memory may serve two schemes: the same value of each is another one', async () => {
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
