import type { Transport, WireRequest } from '@tallystick/runtime';
import {
  clientCredentials,
  memoryTokenCache,
  type TokenCache,
} from '@tallystick/runtime/auth/oauth2';
import { expect, test } from 'vitest';

const request: WireRequest = {
  method: 'GET',
  scheme: 'https',
  authority: 'api.example',
  target: '/',
  headers: [],
  body: undefined,
};

/** An authorization server, and processes that share a cache. */
function createFixture(cache: TokenCache = memoryTokenCache()) {
  let requests = 0;
  const transport: Transport = async () => {
    requests += 1;
    const token = { access_token: `t${requests}`, token_type: 'Bearer', expires_in: 3_600 };
    return {
      status: 200,
      headers: ['Content-Type', 'application/json'],
      body: JSON.stringify(token),
    };
  };
  const clock = { now: () => fixture.now };
  const fixture = {
    now: 0,
    requests: () => requests,
    start: (clientId = 'shop', scopes: readonly string[] = []) =>
      clientCredentials(
        { tokenUrl: 'https://id.example/token' },
        { clientId, clientSecret: 'secret', scopes, transport, clock, cache },
      ),
  };
  return fixture;
}

test('processes that share a cache request one token', async () => {
  const { start, requests } = createFixture();
  expect([
    await start().token(request, { variables: {} }),
    await start().token(request, { variables: {} }),
  ]).toEqual(['t1', 't1']);
  expect(requests()).toBe(1);
});

test('other clients and scopes have tokens of their own', async () => {
  const { start } = createFixture();
  const tokens = [start(), start('other'), start('shop', ['read'])];
  const texts = await Promise.all(
    tokens.map(async (each) => each.token(request, { variables: {} })),
  );
  expect(new Set(texts).size).toBe(3);
});

test('a token is replaced shortly before its expiry', async () => {
  const fixture = createFixture();
  await fixture.start().token(request, { variables: {} });
  fixture.now = 3_540_000;
  expect(await fixture.start().token(request, { variables: {} })).toBe('t2');
});

test('a token that one process has seen refused is not used again by any', async () => {
  const { start } = createFixture();
  const [first, second] = [start(), start()];
  const text = await first.token(request, { variables: {} });
  expect(first.renew?.(text)).toBe(true);
  expect(await first.token(request, { variables: {} })).toBe('t2');
  expect(await second.token(request, { variables: {} })).toBe('t2');
});

test('a cache that fails costs a request, and nothing else', async () => {
  const fail = (): never => {
    throw new Error('unreachable');
  };
  const { start } = createFixture({ get: fail, set: fail, delete: fail });
  const credential = start();
  expect(await credential.token(request, { variables: {} })).toBe('t1');
  expect(credential.renew?.('t1')).toBe(true);
  expect(await credential.token(request, { variables: {} })).toBe('t2');
});
