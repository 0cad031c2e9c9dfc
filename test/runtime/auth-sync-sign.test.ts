import { compactVerify, decodeJwt } from 'jose';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { jwtCredential } from '../../runtime/auth/jwt/index.js';
import { systemRandom } from '../../runtime/core/random.js';
import { bearerJwt, clockAt, makeKey, requestOf } from './auth-fixtures.js';

const context = { variables: { issuer: 'vault' } };

afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

/** The claims of a token that jose, as the judge, finds rightly signed. */
async function judged(
  token: string,
  key: Awaited<ReturnType<typeof makeKey>>,
  algorithm: string,
): Promise<unknown> {
  await compactVerify(token, key.publicKey, { algorithms: [algorithm] });
  return { ...decodeJwt(token), jti: undefined };
}

describe.each(['ES256', 'EdDSA'] as const)('tokens signed with %s', async (algorithm) => {
  const key = await makeKey(algorithm);
  const parameters = { keyName: 'key', keySecret: key.pem };

  test('are signed synchronously by Node', async () => {
    const credential = jwtCredential(bearerJwt, parameters, { clock: clockAt() });
    await credential.token(requestOf(), context);
    const queued = vi.spyOn(crypto.subtle, 'sign');
    const imported = vi.spyOn(crypto.subtle, 'importKey');
    const token = await credential.token(requestOf(), context);
    expect(queued).not.toHaveBeenCalled();
    expect(imported).not.toHaveBeenCalled();
    await judged(token, key, algorithm);
  });

  test.each([
    ['no cryptography of Node', () => undefined],
    ['only part of the cryptography of Node', () => ({ createSecretKey, createHmac, createHash })],
    [
      'a sign function with another format',
      () => ({
        createSecretKey,
        createHmac,
        createHash,
        sign: () => new Uint8Array(71),
        KeyObject,
      }),
    ],
    [
      'a sign function that rejects the key',
      () => ({ createSecretKey, createHmac, createHash, sign: refuses, KeyObject }),
    ],
  ])('are signed by Web Crypto with %s', async (_, found) => {
    const mine = await jwtCredential(bearerJwt, parameters, { clock: clockAt() }).token(
      requestOf(),
      context,
    );
    vi.spyOn(process, 'getBuiltinModule').mockImplementation(found as () => object);
    vi.resetModules();
    const web = await import('../../runtime/auth/jwt/index.js');
    const credential = web.jwtCredential(bearerJwt, parameters, { clock: clockAt() });
    await credential.token(requestOf(), context);
    const queued = vi.spyOn(crypto.subtle, 'sign');
    const theirs = await credential.token(requestOf(), context);
    expect(queued).toHaveBeenCalledTimes(1);
    expect(await judged(theirs, key, algorithm)).toEqual(await judged(mine, key, algorithm));
  });
});

const [createSecretKey, createHmac, createHash] = [refuses, refuses, refuses];
const KeyObject = { from: (key: object) => key };

function refuses(): never {
  throw new Error('not here');
}

test('returns random bytes from a pool without repetition', () => {
  const calls = vi.spyOn(crypto, 'getRandomValues');
  const texts = Array.from({ length: 1000 }, () => Buffer.from(systemRandom(16)).toString('hex'));
  expect(new Set(texts).size).toBe(1000);
  expect(calls.mock.calls.length).toBeLessThan(20);
  expect(systemRandom(10_000).some((byte) => byte !== 0)).toBe(true);
  expect(systemRandom(0)).toEqual(new Uint8Array(0));
});
