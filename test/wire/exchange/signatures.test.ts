import { createHmac } from 'node:crypto';
import { ExchangeClient, exchangeKey } from '@platform/exchange';
import { headerValue, type Signer, type WireRequest } from '@tallystick/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Connected, inMemory, signerFor, ways } from './connection.js';
import { type Described, described } from './described.js';
import { exchangeRaw, messageIn, withHeader, withoutHeader } from './raw.js';
import { fullKey, keyThat, secret, strangeKey, type TestServer } from './test-server.js';

interface Wrong {
  readonly what: string;
  readonly signer?: (testServer: TestServer) => Signer | 'none';
  readonly tamper?: (request: WireRequest) => WireRequest;
  /** The message in the response. */
  readonly message: string;
  /** The reason in the verifier's log. */
  readonly reason: string;
}

const otherSecret = Buffer.alloc(64, 7).toString('base64');

const wrong: readonly Wrong[] = [
  {
    what: 'an unknown key',
    signer: (testServer) => signerFor(testServer, strangeKey),
    message: 'Invalid API Key',
    reason: 'key-unknown',
  },
  {
    what: 'the secret of another key',
    signer: (testServer) => signerFor(testServer, { ...fullKey, secret: otherSecret }),
    message: 'invalid signature',
    reason: 'signature-wrong',
  },
  {
    what: 'another passphrase',
    signer: (testServer) => signerFor(testServer, { ...fullKey, passphrase: 'pp124' }),
    message: 'Invalid Passphrase',
    reason: 'passphrase-wrong',
  },
  {
    what: 'an expired timestamp',
    signer: (testServer) => signerFor(testServer, fullKey, -31),
    message: 'request timestamp expired',
    reason: 'timestamp-past',
  },
  {
    what: 'a timestamp in the future',
    signer: (testServer) => signerFor(testServer, fullKey, 31),
    message: 'request timestamp expired',
    reason: 'timestamp-ahead',
  },
  {
    what: 'an added query',
    tamper: (request) => ({
      ...request,
      target: `${request.target}${request.target.includes('?') ? '&' : '?'}limit=999`,
    }),
    message: 'invalid signature',
    reason: 'signature-wrong',
  },
  {
    what: 'characters moved between method and timestamp',
    tamper: (request) => withHeader(request, 'cb-access-timestamp', '1742904001'),
    message: 'invalid signature',
    reason: 'signature-wrong',
  },
];

const signed = [...described.values()].filter(({ permission }) => permission !== undefined);
const open = [...described.values()].filter(({ permission }) => permission === undefined);

describe.each(ways)('signatures $way', ({ connect }) => {
  let connected: Connected;
  beforeAll(async () => {
    connected = await connect();
  });
  afterAll(() => connected.close());
  beforeEach(() => {
    connected.testServer.entered.length = 0;
    connected.testServer.reasons.length = 0;
  });

  describe.each(wrong)('with $what', ({ signer, tamper, message, reason }) => {
    test.each(signed)('are rejected by $id', async (operation) => {
      const response = await exchangeRaw(connected, {
        ...requestOf(operation),
        ...(signer === undefined ? {} : { signer: signer(connected.testServer) }),
        ...(tamper === undefined ? {} : { tamper }),
      });
      expect(response.status).toBe(401);
      expect(messageIn(response)).toBe(message);
      expect(connected.testServer.reasons).toEqual([reason]);
      expect(connected.testServer.entered).toEqual([]);
    });
  });

  const bodied = signed.filter(({ bodies }) => bodies.length > 0);
  test.each(bodied)('with another body are rejected by $id', async (operation) => {
    const response = await exchangeRaw(connected, {
      ...requestOf(operation),
      tamper: (request) => ({ ...request, body: `${String(request.body)} ` }),
    });
    expect(response.status).toBe(401);
    expect(messageIn(response)).toBe('invalid signature');
    expect(connected.testServer.entered).toEqual([]);
  });

  test.each(signed)('are required by $id', async (operation) => {
    const response = await exchangeRaw(connected, { ...requestOf(operation), signer: 'none' });
    expect(response.status).toBe(401);
    expect(messageIn(response)).not.toBe('');
    expect(connected.testServer.entered).toEqual([]);
  });

  test.each(signed)(
    'of a key with permission $permission are accepted by $id',
    async (operation) => {
      const signer = signerFor(connected.testServer, keyThat('may', operation.permission ?? ''));
      const response = await exchangeRaw(connected, { ...requestOf(operation), signer });
      expect(response.status).toBe(200);
      expect(connected.testServer.entered).toEqual([operation.id]);
    },
  );

  test.each(signed)(
    'of a key without permission $permission are forbidden by $id',
    async (operation) => {
      const signer = signerFor(
        connected.testServer,
        keyThat('may not', operation.permission ?? ''),
      );
      const response = await exchangeRaw(connected, { ...requestOf(operation), signer });
      expect(response.status).toBe(403);
      expect(messageIn(response)).toBe('Forbidden');
      expect(connected.testServer.entered).toEqual([]);
    },
  );

  test.each(open)('are not required by $id', async (operation) => {
    const response = await exchangeRaw(connected, { ...requestOf(operation), signer: 'none' });
    expect(response.status).toBe(200);
    expect(connected.testServer.entered).toEqual([operation.id]);
  });
});

test.each(['cb-access-key', 'cb-access-sign', 'cb-access-timestamp', 'cb-access-passphrase'])(
  'rejects a request without %s',
  async (name) => {
    const connected = inMemory();
    const response = await exchangeRaw(connected, {
      method: 'GET',
      target: '/accounts',
      tamper: (request) => withoutHeader(request, name),
    });
    expect(response.status).toBe(401);
    expect(connected.testServer.entered).toEqual([]);
  },
);

describe.each(ways)('timestamps of other clients, $way', ({ connect }) => {
  let connected: Connected;
  beforeAll(async () => {
    connected = await connect();
  });
  afterAll(() => connected.close());
  beforeEach(() => {
    connected.testServer.reasons.length = 0;
  });

  /** Signs as a client that is not ours does: over the text of the timestamp, whatever it is. */
  async function statusAt(timestamp: string): Promise<{ status: number; message: string }> {
    const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
      .update(`${timestamp}GET/accounts`)
      .digest('base64');
    const response = await exchangeRaw(connected, {
      method: 'GET',
      target: '/accounts',
      tamper: (request) =>
        withHeader(
          withHeader(request, 'cb-access-sign', signature),
          'cb-access-timestamp',
          timestamp,
        ),
    });
    return {
      status: response.status,
      message: response.status === 200 ? '' : messageIn(response),
    };
  }

  test.each(['', '.3', '.314', '.3140001', '.31400012207031', `.${'1'.repeat(60)}`])(
    'are accepted with the decimals "%s"',
    async (decimals) => {
      const now = Math.floor(connected.testServer.time.now() / 1000);
      expect(await statusAt(`${now}${decimals}`)).toEqual({ status: 200, message: '' });
    },
  );

  test('are rejected as expired or invalid', async () => {
    const now = Math.floor(connected.testServer.time.now() / 1000);
    expect(await statusAt(`${now - 31}.0000001`)).toEqual({
      status: 401,
      message: 'request timestamp expired',
    });
    for (const text of [`${now}.`, `0${now}`, `${now}e0`, 'yesterday'])
      expect(await statusAt(text)).toEqual({ status: 401, message: 'invalid timestamp' });
    expect(connected.testServer.reasons).toEqual([
      'timestamp-past',
      ...Array(4).fill('timestamp-format'),
    ]);
  });
});

test.each([-30, 0, 30])('accepts a signature %d seconds off', async (seconds) => {
  const connected = inMemory();
  const signer = signerFor(connected.testServer, fullKey, seconds);
  const { status } = await exchangeRaw(connected, { method: 'GET', target: '/accounts', signer });
  expect(status).toBe(200);
});

test.each([
  [
    'a GET with a query',
    (client: ExchangeClient) => client.fills.list({ product_id: 'BTC-USD', limit: 2 }),
    'I7hIHu5RUapKJoHrXq+PhaOprQlVZFSfBswF3JqWkCM=',
  ],
  [
    'a POST with a body',
    (client: ExchangeClient) =>
      client.orders.create({
        type: 'limit',
        side: 'buy',
        product_id: 'BTC-USD',
        price: '100.01',
        size: '0.5',
      }),
    'yhqrgGu+GzbzYv5E9GqFmi2j7tQOS588hyvUl6u3Lr8=',
  ],
])('creates the published signature of %s', async (_, call, signature) => {
  const sent: WireRequest[] = [];
  const client = new ExchangeClient({
    baseUrl: 'https://api.example.com',
    credentials: {
      exchangeKey: exchangeKey(
        { key: 'k', secret, passphrase: 'pp123' },
        { clock: { now: () => 1_700_000_000_000 } },
      ),
    },
    transport: async (request) => {
      sent.push(request);
      return { status: 200, headers: ['Content-Type', 'application/json'], body: '[]' };
    },
  });
  await call(client);
  const [{ headers } = { headers: [] }] = sent;
  expect(headerValue(headers, 'cb-access-sign')).toBe(signature);
  expect(headerValue(headers, 'cb-access-timestamp')).toBe('1700000000');
  expect(headerValue(headers, 'cb-access-key')).toBe('k');
  expect(headerValue(headers, 'cb-access-passphrase')).toBe('pp123');
});

function requestOf({ method, path, required, bodies }: Described): {
  readonly method: string;
  readonly target: string;
  readonly body?: unknown;
} {
  const query = required.toString();
  const target = query === '' ? path : `${path}?${query}`;
  return { method, target, ...(bodies.length === 0 ? {} : { body: bodies[0] }) };
}
