import { inspect } from 'node:util';
import { headerValue, withHeader, withoutHeader, type WireRequest } from '@tallystick/runtime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  deliverySecret,
  type ExchangeClient,
  exchangeKey,
} from '../../cases/signed/output/src/index.js';
import { deliveries, passphrase, secret, ways, type Connected } from './test-server.js';

const order = { product: 'BTC-USD', size: '0.5' };

describe.each(ways)('signed requests $way', ({ connect }) => {
  let connection: Connected;
  beforeEach(async () => {
    connection = await connect();
  });
  afterEach(() => connection.close());

  test.each<[string, (client: ExchangeClient) => Promise<unknown>, string]>([
    [
      'a repeated query parameter',
      (c) => c.orders.list({ status: ['open', 'done'] }),
      'list open,done',
    ],
    ['a body', (c) => c.orders.create(order), 'create BTC-USD by ada who may view,trade'],
    ['a DELETE with a body', (c) => c.orders.cancel({ product: 'é€𝄞\u0000' }), 'cancel é€𝄞\u0000'],
    ['a DELETE without a body', (c) => c.orders.cancel(), 'cancel undefined'],
    [
      'a path with special characters',
      (c) => c.orders.get("it's a/b?ü%2F:&+"),
      "get it's a/b?ü%2F:&+",
    ],
  ])('arrive as signed: %s', async (_, call, want) => {
    await call(connection.client());
    expect(connection.testServer.called).toEqual([want]);
  });

  test('are unsigned if no signature is required', async () => {
    const client = connection.client('trader', { credentials: {} });
    expect(await client.orders.getTime()).toEqual({
      epoch: connection.testServer.time.now() / 1000,
    });
    expect(connection.sent[0]?.headers.join()).not.toContain('X-ACCESS');
  });

  const header =
    (name: string, value: (old: string) => string) =>
    (request: WireRequest): WireRequest => ({
      ...request,
      headers: withHeader(request.headers, name, value(headerValue(request.headers, name) ?? '')),
    });
  test.each<[string, string, (request: WireRequest) => WireRequest, number, string, string]>([
    ['an unknown key', 'nobody', (r) => r, 401, 'Invalid API Key', 'key-unknown'],
    ['the key "__proto__"', '__proto__', (r) => r, 401, 'Invalid API Key', 'key-unknown'],
    ['a revoked key', 'revoked', (r) => r, 401, 'Invalid API Key', 'key-revoked'],
    [
      'a revoked key without its secret',
      'revoked',
      (r) => ({ ...r, body: '{}' }),
      401,
      'invalid signature',
      'signature-wrong',
    ],
    [
      'another passphrase',
      'trader',
      header('X-ACCESS-PASSPHRASE', (old) => `${old}!`),
      401,
      'Invalid Passphrase',
      'passphrase-wrong',
    ],
    [
      'another passphrase of a key with a hashed one',
      'viewer',
      header('X-ACCESS-PASSPHRASE', (old) => old.toUpperCase()),
      401,
      'Invalid Passphrase',
      'passphrase-wrong',
    ],
    ['a key without a passphrase', 'mute', (r) => r, 401, 'Invalid Passphrase', 'passphrase-wrong'],
    [
      'another body',
      'trader',
      (r) => ({ ...r, body: JSON.stringify({ ...order, size: '5' }) }),
      401,
      'invalid signature',
      'signature-wrong',
    ],
    [
      'the same body with other bytes',
      'trader',
      (r) => ({ ...r, body: JSON.stringify(order, null, 1) }),
      401,
      'invalid signature',
      'signature-wrong',
    ],
    [
      'an added query',
      'trader',
      (r) => ({ ...r, target: `${r.target}?a=1` }),
      401,
      'invalid signature',
      'signature-wrong',
    ],
    [
      'another method',
      'trader',
      (r) => ({ ...r, method: 'DELETE' }),
      401,
      'invalid signature',
      'signature-wrong',
    ],
    [
      'another timestamp',
      'trader',
      header('X-ACCESS-TIMESTAMP', (old) => String(Number(old) + 1)),
      401,
      'invalid signature',
      'signature-wrong',
    ],
    [
      'the same timestamp with another spelling',
      'trader',
      header('X-ACCESS-TIMESTAMP', (old) => `${old}.0`),
      401,
      'invalid signature',
      'signature-wrong',
    ],
    ...[
      '-1',
      '1e9',
      '+1742904000',
      '01742904000',
      '0x1',
      'Infinity',
      'NaN',
      '1742904000.',
      '1742904000.5.0',
      '9'.repeat(4000),
      '',
    ].map(
      (text): [string, string, (request: WireRequest) => WireRequest, number, string, string] => [
        `the time "${text.slice(0, 20)}"`,
        'trader',
        header('X-ACCESS-TIMESTAMP', () => text),
        401,
        'invalid timestamp',
        'timestamp-format',
      ],
    ),
    [
      'a key without permission',
      'viewer',
      (r) => r,
      403,
      'These credentials do not permit this operation.',
      'key-scope',
    ],
    [
      'a key without permission, and another body',
      'viewer',
      (r) => ({ ...r, body: '{}' }),
      401,
      'invalid signature',
      'signature-wrong',
    ],
    ...['X-ACCESS-SIGN', 'X-ACCESS-TIMESTAMP', 'X-ACCESS-PASSPHRASE', 'X-ACCESS-KEY'].map(
      (name): [string, string, (request: WireRequest) => WireRequest, number, string, string] => [
        `no ${name}`,
        'trader',
        (r) => ({ ...r, headers: withoutHeader(r.headers, name) }),
        401,
        'Valid credentials are required.',
        'credential-missing',
      ],
    ),
  ])('are rejected with %s', async (_, name, onTheWay, status, message, reason) => {
    const outcome = await connection.client(name, {}, onTheWay).orders.create.result(order);
    expect(outcome).toMatchObject({ kind: 'failure', status, value: { message } });
    expect(connection.testServer.log).toMatchObject([{ reason, scheme: 'exchangeKey' }]);
    expect(connection.testServer.called).toEqual([]);
  });

  test.each([
    [-30_000, true],
    [30_000, true],
    [-30_001, false],
    [30_001, false],
  ])('depend on the clock: %i ms off is accepted: %j', async (skew, accepted) => {
    const { time } = connection.testServer;
    const clock = { now: () => time.now() + skew };
    const credentials = {
      exchangeKey: exchangeKey({ key: 'trader', secret, passphrase }, { clock }),
    };
    const client = connection.client('trader', { credentials });
    expect((await client.orders.list.result({})).ok).toBe(accepted);
  });

  test('accept a key with "manage", or one with "trade" and a token', async () => {
    const { testServer } = connection;
    const body = new TextEncoder().encode('x');
    const change = async (name: string, token?: string): Promise<number | string> => {
      const credentials = {
        exchangeKey: exchangeKey({ key: name, secret, passphrase }, { clock: testServer.time }),
      };
      const onTheWay = (request: WireRequest): WireRequest =>
        token === undefined
          ? request
          : { ...request, headers: withHeader(request.headers, 'X-Token', token) };
      const client = connection.client(name, { credentials }, onTheWay);
      const outcome = await client.orders.changeSettings.result(body);
      return outcome.status ?? outcome.kind;
    };
    expect(await change('manager')).toBe(204);
    expect(await change('trader')).toBe(403);
    expect(await change('trader', 'token')).toBe(204);
    expect(await change('trader', 'wrong')).toBe(401);
    expect(await change('viewer', 'token')).toBe(403);
    expect(testServer.called).toEqual(['change x', 'change x']);
  });

  test('reject a stream without reading it', async () => {
    let count = 0;
    const stream = (async function* () {
      count += 1;
      yield new Uint8Array(1);
    })();
    const outcome = await connection.client('manager').orders.changeSettings.result({ stream });
    expect(outcome).toMatchObject({
      kind: 'invalid-request',
      message: expect.stringContaining('"exchangeKey" is bound to the body, which is a stream'),
    });
    expect([count, connection.sent]).toEqual([0, []]);
  });

  test('include deliveries with signed headers', async () => {
    const send = (
      onTheWay?: (request: WireRequest) => WireRequest,
    ): Promise<{ readonly ok: boolean }> =>
      connection
        .client('trader', {}, onTheWay)
        .deliveries.deliver.result({ a: 1 }, { headers: { 'X-Event-Id': 'e1' } });
    expect((await send()).ok).toBe(true);
    expect(headerValue(connection.sent[0]?.headers ?? [], 'X-Hook-Signature')).toMatch(
      /^t=1742904000,h=content-type x-event-id,v1=[0-9a-f]{64}$/,
    );
    expect((await send(header('X-Event-Id', () => 'e2'))).ok).toBe(false);
    expect(
      (await send(header('X-Hook-Signature', (old) => old.replace(' x-event-id', '')))).ok,
    ).toBe(false);
    expect((await send(header('X-Hook-Signature', (old) => `${old},v1=00`))).ok).toBe(true);
    expect((await send(header('X-Hook-Signature', (old) => `${old},t=1`))).ok).toBe(false);
    expect((await send(header('X-Other', () => 'anything'))).ok).toBe(true);
    expect(connection.testServer.called).toEqual(['deliver e1', 'deliver e1', 'deliver e1']);
  });

  test('include deliveries in the alternative format', async () => {
    const { time } = connection.testServer;
    const options = { clock: time, alternative: 'bare' as const };
    const credentials = { deliverySignature: deliverySecret({ secret: deliveries }, options) };
    const client = connection.client('trader', { credentials });
    expect((await client.deliveries.deliver.result({})).ok).toBe(true);
  });
});

describe('attempts', () => {
  test('are each signed with the current credentials and the sent bytes', async () => {
    const connection = await ways[0]?.connect();
    if (connection === undefined) throw new Error('there is a way');
    const { testServer } = connection;
    const seen: WireRequest[] = [];
    let answered = 0;
    const client = connection.client('trader', {
      retry: { attempts: 3 },
      credentials: {
        exchangeKey: exchangeKey(
          async (request) => {
            seen.push(request);
            return { key: seen.length < 3 ? 'nobody' : 'trader', secret, passphrase };
          },
          { clock: testServer.time },
        ),
      },
      transport: async (request) => {
        connection.sent.push(request);
        answered += 1;
        return answered < 3
          ? { status: 503, headers: ['Retry-After', '2'], body: undefined }
          : testServer.handle(request);
      },
      interceptors: [(request, next) => next({ ...request, target: `${request.target}?a=%27` })],
    });
    await client.orders.cancel({ product: 'x' });
    expect(testServer.called).toEqual(['cancel x']);
    expect(seen.map(({ method, target, body }) => [method, target, body])).toEqual(
      Array.from({ length: 3 }, () => ['DELETE', '/orders?a=%27', '{"product":"x"}']),
    );
    const times = connection.sent.map(({ headers }) => headerValue(headers, 'X-ACCESS-TIMESTAMP'));
    expect(new Set(times).size).toBe(3);
  });

  test('reveal no secret in any error', async () => {
    const connection = await ways[0]?.connect();
    if (connection === undefined) throw new Error('there is a way');
    const printed: string[] = [];
    const attempt = async (make: () => ExchangeClient): Promise<void> => {
      try {
        const client = make();
        printed.push(inspect(client, { depth: 9, showHidden: true }), JSON.stringify(client));
        await client.orders.create(order);
      } catch (error) {
        printed.push(inspect(error, { depth: 9, showHidden: true }), String(error));
      }
    };
    const given =
      (credentials: { key: string; secret: string; passphrase: string }) => (): ExchangeClient =>
        connection.client('trader', { credentials: { exchangeKey: exchangeKey(credentials) } });
    await attempt(given({ key: 'nobody', secret, passphrase }));
    await attempt(given({ key: 'trader', secret: `${secret} no`, passphrase }));
    await attempt(given({ key: 'trader', secret, passphrase: `${passphrase}\r\nX: 1` }));
    await attempt(given({ key: 'trader', secret, passphrase: `${passphrase} ключ` }));
    await attempt(() =>
      connection.client('trader', {}, () => {
        throw new Error(`the wire ate ${passphrase}`);
      }),
    );
    printed.push(inspect(connection.testServer.log, { depth: 9 }));
    expect(printed.length).toBeGreaterThan(8);
    const all = printed.join('\n');
    expect(all).not.toContain(secret.slice(0, 20));
    expect(all).not.toContain(passphrase);
  });
});
