import { apiKey, walletSecret } from '@platform/platform';
import { headerValue, type TokenCredential } from '@tallystick/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Connected, credentialsOf, ways } from './connection.js';
import { operations, type Row } from './operations.js';
import { exchangeRaw, faultIn, type RawRequest, signedRequest } from './raw.js';
import type { TestServer } from './test-server.js';

type Tokens = Pick<RawRequest, 'bearer' | 'wallet' | 'signedFor'>;

interface Wrong {
  readonly what: string;
  /** Operations for which it is invalid. */
  readonly wallets: readonly Row['wallet'][];
  readonly tokens: (testServer: TestServer) => Tokens;
  /** The reason in the verifier's log; absent if no token was verified. */
  readonly reason: string | undefined;
}

const everywhere = ['required', 'optional', 'none'] as const;
const late = (testServer: TestServer, seconds: number): { readonly clock: { now(): number } } => ({
  clock: { now: () => testServer.time.now() + seconds * 1000 },
});
const key = (testServer: TestServer, seconds = 0): TokenCredential =>
  apiKey(testServer.keys.pem.name, testServer.keys.pem.secret, late(testServer, seconds));
const wallet = (testServer: TestServer, seconds = 0): TokenCredential =>
  walletSecret(testServer.keys.wallet.secret, late(testServer, seconds));

const wrong: readonly Wrong[] = [
  {
    what: 'no token at all',
    wallets: everywhere,
    tokens: () => ({ bearer: 'none' }),
    reason: undefined,
  },
  {
    what: 'a token that has expired',
    wallets: everywhere,
    tokens: (testServer) => ({ bearer: key(testServer, -121) }),
    reason: 'bearer: claim-exp-passed',
  },
  {
    what: 'a token that is not good yet',
    wallets: everywhere,
    tokens: (testServer) => ({ bearer: key(testServer, 31) }),
    reason: 'bearer: claim-nbf-ahead',
  },
  {
    what: "a token made with another's key",
    wallets: everywhere,
    tokens: ({ keys, time }) => ({
      bearer: apiKey(keys.pem.name, keys.foreign.secret, { clock: time }),
    }),
    reason: 'bearer: signature-wrong',
  },
  {
    what: 'a token of a key that nobody knows',
    wallets: everywhere,
    tokens: ({ keys, time }) => ({ bearer: apiKey('nobody', keys.pem.secret, { clock: time }) }),
    reason: 'bearer: key-unknown',
  },
  {
    what: 'tokens for another host',
    wallets: everywhere,
    tokens: (testServer) => ({ ...credentialsForBoth(testServer), signedFor: 'other.example.com' }),
    reason: 'bearer: claim-uri-host',
  },
  {
    what: 'text that is no token',
    wallets: everywhere,
    tokens: () => ({ bearer: 'letmein' }),
    reason: 'bearer: token-parts',
  },
  {
    what: 'the wallet token as bearer token',
    wallets: everywhere,
    tokens: (testServer) => ({ bearer: wallet(testServer) }),
    reason: 'bearer: key-name-missing',
  },
  {
    what: 'no wallet token where one is needed',
    wallets: ['required'],
    tokens: () => ({ wallet: 'none' }),
    reason: undefined,
  },
  {
    what: 'a wallet token alone',
    wallets: ['required', 'optional'],
    tokens: (testServer) => ({ bearer: 'none', wallet: wallet(testServer) }),
    reason: undefined,
  },
  {
    what: 'the bearer token as wallet token',
    wallets: ['required', 'optional'],
    tokens: (testServer) => ({ wallet: key(testServer) }),
    reason: 'walletAuth: signature-wrong',
  },
  {
    what: "a wallet token of another's secret",
    wallets: ['required', 'optional'],
    tokens: ({ keys, time }) => ({
      wallet: walletSecret(keys.foreignWallet.secret, { clock: time }),
    }),
    reason: 'walletAuth: signature-wrong',
  },
  {
    what: 'a wallet token older than a minute',
    wallets: ['required', 'optional'],
    tokens: (testServer) => ({ wallet: wallet(testServer, -61) }),
    reason: 'walletAuth: claim-iat-too-old',
  },
  {
    what: 'a wallet token with an API key of another project',
    wallets: ['required', 'optional'],
    tokens: ({ keys, time }) => ({
      bearer: apiKey(keys.foreign.name, keys.foreign.secret, { clock: time }),
      wallet: walletSecret(keys.wallet.secret, { clock: time }),
    }),
    reason: 'walletAuth: key-unknown',
  },
];

function credentialsForBoth(testServer: TestServer): Tokens {
  return { bearer: key(testServer), wallet: wallet(testServer) };
}

describe.each(ways)('credentials of the platform $way', ({ connect }) => {
  let connected: Connected;
  beforeAll(async () => {
    connected = await connect();
  });
  afterAll(() => connected.close());
  beforeEach(() => {
    const { entered, reasons } = connected.testServer;
    entered.length = 0;
    reasons.length = 0;
  });

  const cases = wrong.flatMap((each) =>
    operations
      .filter((operation) => each.wallets.includes(operation.wallet))
      .map((operation) => ({ id: operation.id, what: each.what, operation, each })),
  );
  test.each(cases)('$id rejects $what', async ({ operation, each }) => {
    const { method, path, body } = operation;
    const response = await exchangeRaw(connected, {
      method,
      path,
      ...(body === undefined ? {} : { body }),
      ...(operation.wallet === 'required' ? { wallet: wallet(connected.testServer) } : {}),
      ...each.tokens(connected.testServer),
    });
    expect(response.status).toBe(401);
    const { code, message } = faultIn(path, response);
    expect({ code, message }).toEqual({
      code: 'unauthorized',
      message: 'Valid credentials are required.',
    });
    expect(headerValue(response.headers, 'www-authenticate')).toMatch(/^Bearer/);
    expect(connected.testServer.reasons).toEqual(each.reason === undefined ? [] : [each.reason]);
    expect(connected.testServer.entered).toEqual([]);
  });

  test.each(operations)('$id rejects a replayed request', async (operation) => {
    const { method, path, body } = operation;
    const { testServer } = connected;
    const request = await signedRequest(connected, {
      method,
      path,
      ...(body === undefined ? {} : { body }),
      ...(operation.wallet === 'none' ? {} : { wallet: wallet(testServer) }),
    });
    const first = await connected.exchange(request);
    expect(first.status).not.toBe(401);
    testServer.entered.length = 0;
    expect((await connected.exchange(request)).status).toBe(401);
    expect(testServer.reasons).toEqual(['bearer: nonce-replayed']);
    expect(testServer.entered).toEqual([]);
  });

  const bound = operations.filter((operation) => operation.wallet !== 'none');
  test.each(bound)('$id rejects a body changed after signing', async (operation) => {
    const outcome = await operation.result(
      connected.clientWith({
        transport: (request) => connected.exchange({ ...request, body: '{"name":"mallory"}' }),
      }),
    );
    expect(outcome).toMatchObject({
      kind: 'failure',
      when: 401,
      value: { errorType: 'unauthorized' },
    });
    expect(connected.testServer.reasons).toEqual(['walletAuth: body-mismatch']);
    expect(connected.testServer.entered).toEqual([]);
  });

  test.each(bound)('$id rejects a wallet token used twice', async (operation) => {
    const { testServer, exchange } = connected;
    const { method, path, body } = operation;
    const given = { method, path, body, wallet: wallet(testServer) };
    const first = await signedRequest(connected, given);
    expect((await exchange(first)).status).toBe(operation.success);
    const token = headerValue(first.headers, 'X-Wallet-Auth') ?? '';
    testServer.entered.length = 0;
    expect((await exchangeRaw(connected, { ...given, wallet: token })).status).toBe(401);
    expect(testServer.reasons).toEqual(['walletAuth: jti-replayed']);
    expect(testServer.entered).toEqual([]);
  });

  const optional = operations.filter((operation) => operation.wallet === 'optional');
  test.each(optional)('$id accepts an optional wallet token', async (operation) => {
    const { bearer } = credentialsOf(connected.testServer);
    const without = connected.clientWith({ credentials: { bearer } });
    expect(await operation.result(connected.client)).toMatchObject({ status: 200 });
    expect(await operation.result(without)).toMatchObject({ status: 200 });
    const sent = connected.testServer.received.slice(-2);
    expect(sent.map((request) => Object.keys(principalsOf(request)).sort())).toEqual([
      ['bearer', 'walletAuth'],
      ['bearer'],
    ]);
  });

  test('keys on Ed25519 and P-256 are accepted', async () => {
    const { keys, time } = connected.testServer;
    const bearer = apiKey(keys.ed25519.name, keys.ed25519.secret, { clock: time });
    const client = connected.clientWith({ credentials: { bearer } });
    expect(await client.assets.get('base', 'usdc')).toMatchObject({ asset_id: 'usdc' });
    expect(principalsOf(connected.testServer.received.at(-1))).toMatchObject({
      bearer: { keyName: keys.ed25519.name, project: 'project-1' },
    });
  });

  test('a wallet token may contain a digest instead of the body', async () => {
    const { keys, time } = connected.testServer;
    const { bearer } = credentialsOf(connected.testServer);
    const walletAuth = walletSecret(keys.wallet.secret, { clock: time, alternative: 'reqHash' });
    const client = connected.clientWith({ credentials: { bearer, walletAuth } });
    expect(await client.evmAccounts.create({ name: 'my-account' })).toMatchObject({
      name: 'my-account',
    });
  });

  test('a missing required credential prevents the request', async () => {
    const { bearer } = credentialsOf(connected.testServer);
    const client = connected.clientWith({ credentials: { bearer } });
    const outcome = await client.evmAccounts.create.result({ name: 'my-account' });
    expect(outcome).toMatchObject({
      kind: 'invalid-request',
      message: 'no credential is configured for "walletAuth"',
    });
    expect(connected.testServer.entered).toEqual([]);
  });

  test('a credential is sent only if required', async () => {
    const sent: string[] = [];
    const client = connected.clientWith({
      transport: (request) => {
        sent.push(...request.headers.filter((_, index) => index % 2 === 0));
        return connected.exchange(request);
      },
    });
    await client.assets.get('base', 'usdc');
    expect(sent).toContain('Authorization');
    expect(sent).not.toContain('X-Wallet-Auth');
  });

  test('proxy headers do not change the host of tokens', async () => {
    const headers = ['X-Forwarded-Host', 'evil.example', 'Forwarded', 'host=evil.example'];
    const given = { method: 'GET', path: '/platform/v1/webhooks', headers };
    expect((await exchangeRaw(connected, given)).status).toBe(200);
    connected.testServer.entered.length = 0;
    expect((await exchangeRaw(connected, { ...given, signedFor: 'evil.example' })).status).toBe(
      401,
    );
    expect(connected.testServer.entered).toEqual([]);
  });

  test.each([
    { path: '/platform/v2/evm/accounts', code: 'invalid_request' },
    { path: '/platform/v1/webhooks', code: 'malformed_request' },
  ])('another host is answered with 421 on $path', async ({ path, code }) => {
    const elsewhere = connected.authority.replace('127.0.0.1', 'localhost').replace('.com', '.org');
    const response = await exchangeRaw(
      { ...connected, authority: elsewhere },
      { method: 'GET', path },
    );
    expect(response.status).toBe(421);
    expect(faultIn(path, response).code).toBe(code);
    expect(connected.testServer.entered).toEqual([]);
  });
});

function principalsOf(request: unknown): object {
  if (typeof request !== 'object' || request === null) throw new Error('no request');
  const principals: unknown = Reflect.get(request, 'principals');
  if (typeof principals !== 'object' || principals === null) throw new Error('no principals');
  return principals;
}
