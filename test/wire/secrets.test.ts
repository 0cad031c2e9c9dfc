import { generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { apiKey, PlatformClient, walletSecret } from '@platform/platform';
import { platformResponseChecks } from '@platform/platform/validators';
import {
  ApiError,
  clientConfig,
  type HttpHandler,
  type Transport,
  type WireRequest,
} from '@tallystick/runtime';
import { fetchTransport } from '@tallystick/runtime/http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ed25519Key, pemKey, walletKey } from './keys.js';
import { inMemory } from './platform/connection.js';
import { createTestServer, makeKeys, uuidOf } from './platform/test-server.js';
import { address, ways } from './rpc/fixture.js';

/** Texts that must appear nowhere, in every spelling in which they could. */
class Planted {
  readonly #texts = new Set<string>();

  /** A text, its lines, and what is left of it when it is escaped or encoded. */
  add(text: string): void {
    const lines = text
      .split(/\r?\n|\\n/)
      .filter((line) => line.length >= 12 && !line.startsWith('-----'));
    for (const piece of [text.trim(), ...lines]) {
      for (const spelling of [
        piece,
        JSON.stringify(piece).slice(1, -1),
        encodeURIComponent(piece),
      ]) {
        this.#texts.add(spelling);
      }
    }
  }

  /** Whatever credentials a request carries. */
  addFrom({ headers, target }: WireRequest): void {
    for (let index = 0; index + 1 < headers.length; index += 2) {
      const name = headers[index]?.toLowerCase();
      if (name === 'authorization') this.add((headers[index + 1] ?? '').replace('Bearer ', ''));
      if (name === 'x-wallet-auth') this.add(headers[index + 1] ?? '');
    }
    const key = /^\/rpc\/v1\/base\/(.+)$/.exec(target)?.[1];
    if (key !== undefined) this.add(key);
  }

  /** The secrets that a text shows. */
  in(text: string): readonly string[] {
    return [...this.#texts].filter((secret) => text.includes(secret));
  }

  get size(): number {
    return this.#texts.size;
  }
}

/** Everything that people and tools make of a value when they print it. */
function printed(value: unknown): string {
  const texts: string[] = [];
  const seen = new Set<unknown>();
  const visit = (each: unknown): void => {
    if (seen.has(each)) return;
    seen.add(each);
    texts.push(String(each), inspect(each, { depth: Infinity, showHidden: true }));
    texts.push(JSON.stringify(each) ?? '');
    // A server's response is returned unchanged, so an outcome with a response may hold anything.
    if (each instanceof ApiError && !('response' in each.outcome)) visit(each.outcome);
    if (each instanceof Error) {
      texts.push(each.message, each.stack ?? '');
      visit(each.cause);
      for (const key of Reflect.ownKeys(each))
        texts.push(String(key), JSON.stringify(Reflect.get(each, key)) ?? '');
    }
  };
  visit(value);
  return texts.join('\n');
}

let planted: Planted;
let said: string[];

beforeEach(() => {
  planted = new Planted();
  said = [];
  for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
    vi.spyOn(console, method).mockImplementation((...parts) => {
      said.push(parts.map((part) => printed(part)).join(' '));
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Asserts that neither a value nor the console nor a log contains a planted secret. */
function expectNothingIn(...values: readonly unknown[]): void {
  expect(planted.size).toBeGreaterThan(0);
  for (const value of [...values, said.join('\n')]) expect(planted.in(printed(value))).toEqual([]);
}

async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error('it was to fail');
}

describe('unreadable keys', () => {
  const pem = pemKey('k').secret;
  const sec1 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'sec1', format: 'pem' })
    .toString();
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  const middle = Math.floor(pem.length / 2);
  test.each<{ readonly what: string; readonly secret: string }>([
    { what: 'a truncated PEM', secret: pem.slice(0, middle) },
    {
      what: 'a PEM without its last line',
      secret: pem.trim().split('\n').slice(0, -1).join('\n'),
    },
    {
      what: 'a PEM with a wrong character',
      secret: `${pem.slice(0, middle)}!${pem.slice(middle + 1)}`,
    },
    { what: 'a PEM with another label', secret: pem.replaceAll('PRIVATE KEY', 'SECRET KEY') },
    {
      what: 'a SEC1 key with a PKCS#8 label',
      secret: sec1.replaceAll('EC PRIVATE KEY', 'PRIVATE KEY'),
    },
    { what: 'a key on another curve', secret: p384 },
    { what: 'a key of another type', secret: rsa },
    { what: 'a truncated Ed25519 key', secret: ed25519Key('k').secret.slice(0, 60) },
    { what: 'text other than a key', secret: 'correct horse battery staple' },
    {
      what: 'a key in JSON',
      secret: JSON.stringify({ kty: 'EC', d: 'c2VjcmV0LXNlY3JldC1zZWNyZXQ' }),
    },
  ])('are rejected without showing them: $what', async ({ secret }) => {
    planted.add(secret);
    expectNothingIn(await thrownBy(() => apiKey('key-1', secret)));
    expectNothingIn(await thrownBy(() => walletSecret(secret)));
  });

  test('are rejected without showing them: a key with mismatched halves', async () => {
    const one = Buffer.from(ed25519Key('k').secret, 'base64').subarray(0, 32);
    const other = Buffer.from(ed25519Key('k').secret, 'base64').subarray(32);
    const secret = Buffer.concat([one, other]).toString('base64');
    planted.add(secret);
    planted.add(one.toString('base64url'));
    const { clientWith } = inMemory();
    const failed = await thrownBy(async () => {
      await clientWith({ credentials: { bearer: apiKey('key-1', secret) } }).assets.get(
        'base',
        'usdc',
      );
    });
    expectNothingIn(failed);
  });
});

describe('printed client', () => {
  test.each([
    { form: 'PEM', make: pemKey },
    { form: 'Ed25519', make: ed25519Key },
  ])('contains no secret, with a key as $form', async ({ make }) => {
    const key = make('key-1');
    const wallet = walletKey('wallet');
    planted.add(key.secret);
    planted.add(wallet.secret);
    const bearer = apiKey(key.name, key.secret);
    const walletAuth = walletSecret(wallet.secret);
    const credentials = { bearer, walletAuth };
    const client = new PlatformClient({ baseUrl: 'https://api.example.com', credentials });
    expectNothingIn(client, client[clientConfig], client.policies, bearer, walletAuth, credentials);
  });
});

type Failing = (exchange: Transport) => HttpHandler;

const json =
  (status: number, body: unknown): HttpHandler =>
  async () => ({
    status,
    headers: ['Content-Type', 'application/json'],
    body: JSON.stringify(body),
  });

/** Every kind of end that a call can have, and servers that repeat what they were sent. */
const failures: readonly { readonly what: string; readonly through: Failing }[] = [
  {
    what: 'a transport that throws the request',
    through: () => async (request) => {
      throw Object.assign(new Error(`can not send ${JSON.stringify(request)}`), {
        request,
        code: 'EFAIL',
        cause: new Error(`inner ${request.target} ${request.headers.join(' ')}`),
      });
    },
  },
  {
    what: 'a transport that throws another value',
    through: () => (request) => Promise.reject(request.headers),
  },
  {
    what: 'a declared failure with the credentials',
    through: () => async (request) => {
      const text = `no: ${request.target} ${request.headers.join(' ')}`;
      const body = { errorType: text, errorMessage: text, code: text, message: text };
      return json(401, body)(request);
    },
  },
  {
    what: 'an undeclared status with the credentials',
    through: () => async (request) => ({
      status: 418,
      headers: ['Content-Type', 'text/plain'],
      body: request.headers.join(' ') + request.target,
    }),
  },
  {
    what: 'JSON truncated within the credentials',
    through: () => async (request) => ({
      status: 200,
      headers: ['Content-Type', 'application/json'],
      body: `{"${request.headers.join(' ')}${request.target}`,
    }),
  },
  {
    what: 'an invalid response with the credentials',
    through: () => async (request) =>
      json(200, { [request.headers.join(' ')]: request.target })(request),
  },
  {
    what: 'a body that fails with the credentials in its error',
    through: () => async (request) => ({
      status: 200,
      headers: ['Content-Type', 'application/json'],
      body: {
        stream: {
          [Symbol.asyncIterator]: () => ({
            next: () =>
              Promise.reject(new Error(`broken ${request.target} ${request.headers.join()}`)),
          }),
        },
      },
    }),
  },
  {
    what: 'an unreachable port',
    through: () => (request) =>
      fetchTransport()({ ...request, scheme: 'http', authority: '127.0.0.1:1' }),
  },
  {
    what: 'a server that rejects altered requests',
    through: (exchange) => (request) => exchange({ ...request, target: `${request.target}x` }),
  },
];

describe.each(failures)('error after $what', ({ through }) => {
  test('contains no token of the platform', async () => {
    const { testServer, clientWith } = inMemory();
    planted.add(testServer.keys.pem.secret);
    planted.add(testServer.keys.wallet.secret);
    const client = clientWith({
      retry: false,
      checks: platformResponseChecks,
      onInvalidResponse: 'error',
      transport: (request) => {
        planted.addFrom(request);
        return through(testServer.handle)(request);
      },
    });
    const calls = [
      () => client.policies.get(uuidOf(1)),
      () => client.evmAccounts.create({ name: 'my-account' }),
      () => client.webhooks.list(),
    ];
    for (const call of calls) {
      const error = await thrownBy(call);
      expectNothingIn(error, testServer.log, testServer.reasons);
    }
  });

  test('contains no key of the JSON-RPC path', async () => {
    const testServer = await ways[0]?.connect();
    if (testServer === undefined) throw new Error('there is a way');
    planted.add(testServer.key);
    const client = testServer.clientWith({
      retry: false,
      transport: (request) => {
        planted.addFrom(request);
        return through(testServer.exchange)(request);
      },
    });
    const errors = [
      await thrownBy(() => client.balances.list({ address })),
      await thrownBy(() => client.batch([client.balances.list.prepare({ address })])),
      await thrownBy(async () => {
        for await (const balance of client.balances.list({ address })) said.push(printed(balance));
      }),
    ];
    expectNothingIn(...errors, testServer.log);
  });
});

describe('server log', () => {
  test('contains the reason of a rejected token, but not the token', async () => {
    const keys = makeKeys();
    const testServer = createTestServer({ keys });
    const { time: clock } = testServer;
    const credentials = [
      apiKey(keys.pem.name, keys.foreign.secret, { clock }),
      apiKey('nobody', keys.pem.secret, { clock }),
      apiKey(keys.pem.name, keys.pem.secret, { clock: { now: () => 0 } }),
    ];
    for (const secret of [keys.pem.secret, keys.foreign.secret, keys.wallet.secret])
      planted.add(secret);
    const { clientWith } = inMemory();
    for (const bearer of credentials) {
      const client = clientWith({
        credentials: { bearer, walletAuth: walletSecret(keys.wallet.secret, { clock }) },
        transport: (request) => {
          planted.addFrom(request);
          return testServer.handle(request);
        },
      });
      expectNothingIn(await thrownBy(() => client.evmAccounts.create()));
    }
    expect(testServer.log).toHaveLength(3);
    expectNothingIn(testServer.log, testServer.reasons);
  });

  test('contains the error of a handler, unlike the response', async () => {
    const { testServer, clientWith } = inMemory();
    planted.add('the password is swordfish');
    testServer.instead.set('getAsset', () => {
      throw new Error('the password is swordfish');
    });
    const client = clientWith({ retry: false });
    const outcome = await client.assets.get.result('base', 'usdc');
    expectNothingIn(outcome, await thrownBy(() => client.assets.get('base', 'usdc')));
  });
});
