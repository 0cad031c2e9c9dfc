import { compactVerify, decodeJwt, decodeProtectedHeader, importPKCS8, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import type { JsonValue, JwtDescriptor } from '../../runtime/core/descriptor.js';
import {
  jwtCredential,
  jwtVerifier,
  replayMemory,
  type JwtVerifierOptions,
} from '../../runtime/auth/jwt/index.js';
import {
  bearerJwt,
  clockAt,
  forge,
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

describe('jose as an independent judge', () => {
  test.each([
    ['ES256', 'key-ec', ec],
    ['EdDSA', 'key-ed', ed],
  ] as const)('%s: jose accepts what is signed here', async (alg, keyName, key) => {
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
  ] as const)('%s: what jose signs is accepted here', async (alg, kid, key, caller) => {
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
      presentedOf([`Bearer ${token}`]),
    );
    expect(verdict).toMatchObject({
      ok: true,
      caller,
      principal: { keyName: kid, claims: { sub: kid } },
    });
  });
});

describe('a credential', () => {
  test('every token is another one, with the time at which it was asked for', async () => {
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

  test('needs the body only where a claim is bound to it', () => {
    expect(jwtCredential(bearerJwt, { keyName: 'k', keySecret: ec.pem }).needs).toBe('head');
    expect(jwtCredential(walletJwt, { secret: ec.base64 }).needs).toBe('bytes');
    expect(jwtCredential(walletJwt, { secret: ec.base64 }, { alternative: 'reqHash' }).needs).toBe(
      'bytes',
    );
  });

  test('claims of an alternative', async () => {
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

  test('numbers of the body are signed as they are spelt', async () => {
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
    ['no JSON', 'a=1'],
    ['two meanings', '{"a":1,"a":2}'],
    ['a number that changes', '{"a":9007199254740993}'],
    ['bytes that are not UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
  ])('refuses to bind a body that is %s', async (_, body) => {
    const credential = jwtCredential(walletJwt, { secret: ec.base64 });
    const token = Promise.resolve(
      credential.token(requestOf({ method: 'POST', body }), { variables }),
    );
    await expect(token).rejects.toMatchObject({ name: 'AuthError', code: 'body-unbindable' });
  });

  test('the host loses the default port and its upper case, the path keeps everything but the query', async () => {
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

  test('a variable without a value', async () => {
    const credential = jwtCredential(bearerJwt, { keyName: 'k', keySecret: ec.pem });
    const token = Promise.resolve(credential.token(requestOf(), { variables: {} }));
    await expect(token).rejects.toMatchObject({ code: 'parameter-missing' });
  });
});

const signing = (more: Partial<JwtDescriptor>): JwtDescriptor => ({ ...bearerJwt, ...more });

describe('templates', () => {
  test.each<[string, JsonValue, JsonValue]>([
    [
      'a value of any type',
      { a: [1, null, true, { b: '{method}' }] },
      { a: [1, null, true, { b: 'GET' }] },
    ],
    ['an expression alone keeps its type', '{now+5}', now + 5],
    ['an expression in text becomes text', 'at {now}', `at ${now}`],
    ['braces', '{{{method}}} {{x}}', '{GET} {x}'],
    ['nothing', '', ''],
    [
      'a member called __proto__',
      JSON.parse('{"__proto__":"{method}"}') as JsonValue,
      JSON.parse('{"__proto__":"GET"}') as JsonValue,
    ],
  ])('%s', async (_, template, value) => {
    const credential = jwtCredential(
      signing({ claims: { it: template } }),
      { keyName: 'k', keySecret: ec.pem },
      { clock: clockAt() },
    );
    expect(decodeJwt(await credential.token(requestOf(), { variables }))['it']).toEqual(value);
  });

  test('random values are as long as they say', async () => {
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
    ['a brace alone', { claims: { a: '{method' } }],
    ['the other brace alone', { claims: { a: 'method}' } }],
    ['the secret', { claims: { a: '{credential.keySecret}' } }],
    ['a parameter that is none', { claims: { a: '{credential.toString}' } }],
    ['the body in the header', { header: { a: '{body}' } }],
    ['the body inside a text', { claims: { a: 'x{body}' } }],
    ['the body deep inside', { claims: { a: ['{body}'] } }],
    ['a header of the token', { claims: { a: '{header.kid}' } }],
    ['the algorithm', { header: { alg: 'ES256' } }],
  ])('refused: %s', (_, more) => {
    const parameters = { keyName: 'k', keySecret: ec.pem };
    const make = (): unknown => jwtCredential(signing(more), parameters);
    expect(make).toThrow(expect.objectContaining({ name: 'AuthError', code: 'description' }));
  });
});

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
      `Bearer ${await jwtCredential(bearerJwt, { keyName: 'key-ec', keySecret: ec.pem }, { clock: clockAt() }).token(requestOf(), { variables })}`;
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
      presentedOf([`Bearer ${token}`]),
    );
    expect(verdict).toMatchObject({ ok: true, principal: { keyName: 'key-ec' } });
  });

  test('a key of the setting that is unusable is a fault of the server, not of the caller', async () => {
    const verifier = jwtVerifier(bearerJwt, {
      keys: { 'key-ec': { key: 'nonsense' } },
      clock: clockAt(),
    });
    const token = await forge(ec.privateKey, { alg: 'ES256', kid: 'key-ec' }, {});
    await expect(verifier.head(presentedOf([`Bearer ${token}`]))).rejects.toMatchObject({
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
    return verifier.head(presentedOf([`Bearer ${token}`]));
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

describe('the memory of what was used', () => {
  test('a value is known until its time is over, and forgotten then', async () => {
    const memory = replayMemory({ capacity: 1 });
    expect(await memory.remember('a', 'x', 110, 100)).toBe('new');
    expect(await memory.remember('a', 'x', 110, 110)).toBe('seen');
    expect(await memory.remember('a', 'y', 120, 110)).toBe('full');
    expect(await memory.remember('a', 'y', 120, 111)).toBe('new');
  });

  test('what is alive is never forgotten to make room', async () => {
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
    expect(answers).toEqual(['new', 'new', 'full', 'new', 'full']);
    for (const [owner, value] of [
      ['a', '1'],
      ['a', '2'],
      ['b', '1'],
    ] as const) {
      expect(await memory.remember(owner, value, 200, 200)).toBe('seen');
    }
  });

  test('a clock that is turned back opens nothing', async () => {
    const memory = replayMemory();
    expect(await memory.remember('a', 'x', 110, 100)).toBe('new');
    expect(await memory.remember('a', 'y', 400, 300)).toBe('new');
    expect(await memory.remember('a', 'x', 110, 100)).toBe('seen');
  });

  test('a full memory refuses', async () => {
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
      verifier.head(presentedOf([`Bearer ${await credential.token(requestOf(), { variables })}`]));
    expect(await show()).toMatchObject({ ok: true });
    expect(await show()).toMatchObject({ ok: false, reason: 'replay-memory-full' });
  });

  test('of two at the same time only one is accepted', async () => {
    const verifier = jwtVerifier(bearerJwt, { keys, clock: clockAt() });
    const credential = jwtCredential(
      bearerJwt,
      { keyName: 'key-ec', keySecret: ec.pem },
      { clock: clockAt() },
    );
    const token = `Bearer ${await credential.token(requestOf(), { variables })}`;
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
    const token = `Bearer ${await credential.token(requestOf(), { variables })}`;
    for (const scheme of ['one', 'two']) {
      const verifier = jwtVerifier({ ...bearerJwt, scheme }, { keys, clock: clockAt(), replay });
      expect(await verifier.head(presentedOf([token]))).toMatchObject({ ok: true });
    }
  });
});
