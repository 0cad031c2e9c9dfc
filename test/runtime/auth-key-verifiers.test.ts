import { describe, expect, test } from 'vitest';
import {
  apiKeyVerifier,
  basicVerifier,
  bearerVerifier,
  type KeyVerifierOptions,
} from '@tallystick/runtime/auth/keys';
import type { Presented, Verdict } from '@tallystick/runtime';
import { presentedOf } from './auth-fixtures.js';

/** `accepted`, or why not. */
async function judge(
  verifier: ReturnType<typeof apiKeyVerifier>,
  credentials: readonly string[],
  given: Partial<Presented> = {},
): Promise<string> {
  const verdict: Verdict<unknown> = await verifier.head(presentedOf(credentials, given));
  if (verdict.ok) return 'accepted';
  return verdict.status === undefined ? verdict.reason : `${verdict.status} ${verdict.reason}`;
}

const basic = (user: string, password: string): string =>
  Buffer.from(`${user}:${password}`, 'utf8').toString('base64');

describe('keys', () => {
  test.each<[string, readonly string[]]>([
    ['accepted', ['old-key']],
    ['accepted', ['new-key']],
    ['key-unknown', ['new-ke']],
    ['key-unknown', ['new-key ']],
    ['key-unknown', ['NEW-KEY']],
    ['key-unknown', ['old-key,new-key']],
    ['key-unknown', ['__proto__']],
    ['credential-missing', []],
    ['credential-missing', ['']],
    ['credential-repeated', ['new-key', 'new-key']],
    ['credential-too-long', ['x'.repeat(4097)]],
  ])('are %s during a rotation: %j', async (result, credentials) => {
    const rotated = ['old-key', 'new-key'];
    expect(await judge(apiKeyVerifier({ keys: rotated }), credentials)).toBe(result);
    expect(await judge(bearerVerifier({ tokens: rotated }), credentials)).toBe(result);
  });

  test('identify the caller by the name of their owner', async () => {
    const verifier = apiKeyVerifier({
      keys: {
        ada: 'key of ada',
        ben: ['key of ben', 'next key of ben'],
        cleo: { key: 'key of cleo', project: 'blue', caller: 'cleo@blue', scopes: ['read'] },
      },
    });
    expect(await verifier.head(presentedOf(['key of ada']))).toEqual({
      ok: true,
      principal: { keyName: 'ada', scopes: [] },
      caller: 'ada',
      scopes: [],
    });
    expect(await verifier.head(presentedOf(['next key of ben']))).toMatchObject({ caller: 'ben' });
    expect(await verifier.head(presentedOf(['key of cleo']))).toEqual({
      ok: true,
      principal: { keyName: 'cleo', project: 'blue', caller: 'cleo@blue', scopes: ['read'] },
      caller: 'cleo@blue',
      scopes: ['read'],
    });
  });

  test('grant their own scopes, and none without scopes', async () => {
    const verifier = apiKeyVerifier({ keys: { ada: { key: 'a', scopes: ['read'] }, ben: 'b' } });
    expect(await judge(verifier, ['a'], { scopes: ['read'] })).toBe('accepted');
    expect(await judge(verifier, ['a'], { scopes: ['read', 'write'] })).toBe('403 key-scope');
    expect(await judge(verifier, ['b'], { scopes: ['read'] })).toBe('403 key-scope');
    expect(await judge(verifier, ['c'], { scopes: ['read'] })).toBe('key-unknown');
  });

  test('are looked up by digest with a function', async () => {
    const lookups: string[] = [];
    const table = new Map([
      [
        'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', // "abc" (FIPS 180-4)
        { caller: 'ada' },
      ],
    ]);
    const verifier = apiKeyVerifier({
      keys: async ({ sha256, value }) => {
        lookups.push(value);
        return table.get(sha256) ?? null;
      },
    });
    expect(await judge(verifier, ['abc'])).toBe('accepted');
    expect(await judge(verifier, ['abd'])).toBe('key-unknown');
    expect(await judge(verifier, ['x'.repeat(4097)])).toBe('credential-too-long');
    expect(lookups).toEqual(['abc', 'abd']);
  });

  test('are rejected if a lookup returns neither a caller nor a project', async () => {
    const verifier = apiKeyVerifier({ keys: () => ({ scopes: [] }) });
    await expect(judge(verifier, ['abc'])).rejects.toThrow('"caller" or a "project"');
  });

  test.each<[string, () => unknown]>([
    ['an empty key', () => apiKeyVerifier({ keys: '' })],
    ['no key', () => apiKeyVerifier({ keys: [] })],
    ['an empty key in a list', () => apiKeyVerifier({ keys: ['a', ''] })],
    ['no owner', () => apiKeyVerifier({ keys: {} })],
    ['an empty key of an owner', () => bearerVerifier({ tokens: { ada: '' } })],
    [
      'a variable that is not set',
      () => apiKeyVerifier({ keys: undefined } as unknown as KeyVerifierOptions),
    ],
    ['no user', () => basicVerifier({ users: {} })],
    ['an empty password', () => basicVerifier({ users: { ada: '' } })],
  ])('are rejected at start: %s', (_, make) => {
    expect(make).toThrow(expect.objectContaining({ code: 'key-missing' }));
  });
});

describe('user names and passwords', () => {
  const verifier = basicVerifier({
    users: { ada: ['one', 'two'], zoë: { password: 'pässword:1', scopes: ['read'] } },
  });

  test.each([
    ['accepted', [basic('ada', 'one')]],
    ['accepted', [basic('ada', 'two')]],
    ['accepted', [basic('zoë', 'pässword:1')]],
    ['password-wrong', [basic('ada', 'three')]],
    ['password-wrong', [basic('ada', '')]],
    ['password-wrong', [basic('zoë', 'one')]],
    ['password-wrong', [basic('nobody', 'one')]],
    ['password-wrong', [basic('nobody', '')]],
    ['password-wrong', [basic('__proto__', 'one')]],
    ['password-wrong', [basic('', 'one')]],
    ['credential-format', [Buffer.from('zoë:pässword:1', 'latin1').toString('base64')]],
    ['credential-format', ['ada:one']],
    ['credential-format', [Buffer.from('ada').toString('base64')]],
    ['credential-format', [basic('ada', 'one\n')]],
    ['credential-format', ['////']],
    ['credential-missing', []],
    ['credential-repeated', [basic('ada', 'one'), basic('ada', 'one')]],
  ])('are %s: %j', async (result, credentials) => {
    expect(await judge(verifier, credentials)).toBe(result);
  });

  test('are checked by a function, for hashed passwords', async () => {
    const slow = basicVerifier({
      users: async ({ user, password }) =>
        user === 'ada' && password === 'right' ? { scopes: ['read'] } : null,
    });
    expect(await slow.head(presentedOf([basic('ada', 'right')]))).toEqual({
      ok: true,
      principal: { keyName: 'ada', scopes: ['read'] },
      caller: 'ada',
      scopes: ['read'],
    });
    expect(await judge(slow, [basic('ada', 'wrong')])).toBe('password-wrong');
  });

  test('are rejected with a colon in a user name', () => {
    expect(() => basicVerifier({ users: { 'a:b': 'c' } })).toThrow('colon');
  });
});

describe('options without types', () => {
  /** The result of a verifier for an option in any form. */
  const madeOf = (make: (given: never) => unknown, given: unknown): (() => unknown) => {
    return () => Reflect.apply(make, undefined, [given]);
  };

  test.each<[string, unknown]>([
    ['key-missing', undefined],
    ['key-missing', null],
    ['key-missing', {}],
    ['key-missing', { ada: undefined }],
    ['key-missing', { ada: { key: undefined } }],
    ['description', 5],
    // Its caller and its scopes would be accepted as keys.
    ['description', { key: 'the key', caller: 'tenant' }],
    ['description', { key: 'the key', scopes: ['read'] }],
    // A demanded "read" is a part of this text.
    ['description', { ada: { key: 'the key', scopes: 'read-nothing' } }],
  ])('throw %s for keys: %j', (code, keys) => {
    expect(madeOf(apiKeyVerifier, { keys })).toThrow(expect.objectContaining({ code }));
    expect(madeOf(bearerVerifier, { tokens: keys })).toThrow(expect.objectContaining({ code }));
  });

  test.each<[string, unknown]>([
    ['key-missing', undefined],
    ['key-missing', {}],
    ['key-missing', { ada: undefined }],
    ['key-missing', { ada: { password: '' } }],
    // Every character would be the password of a user whose name is its position.
    ['description', 'ada:password'],
    ['description', ['ada:password']],
    ['description', { user: 'ada', password: 'one' }],
    ['description', { ada: { password: 'one', scopes: 'read' } }],
  ])('throw %s for users: %j', (code, users) => {
    expect(madeOf(basicVerifier, { users })).toThrow(expect.objectContaining({ code }));
  });

  test('reject a request if a key has text as its scopes', async () => {
    const holder: object = { caller: 'ada', scopes: 'read-nothing' };
    const verifier = apiKeyVerifier({ keys: () => holder });
    const verification = verifier.head(presentedOf(['a key'], { scopes: ['read'] }));
    await expect(verification).rejects.toThrow('"scopes" is not a list');
  });
});
