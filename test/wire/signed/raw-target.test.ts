import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { HttpHandler } from '@tallystick/runtime';
import { fetchHandler } from '@tallystick/runtime/http/fetch';
import { honoHandler } from '@tallystick/runtime/http/hono';
import { nodeHandler } from '@tallystick/runtime/http/node';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listenOn } from '../suite/mounts.js';
import { createTestServer, passphrase, secret, type TestServer } from './test-server.js';

/** Its types need those of browsers. */
const { createAdaptorServer } = createRequire(import.meta.url)('@hono/node-server') as {
  createAdaptorServer(options: { fetch: (request: Request) => unknown }): Server;
};

/** Ways to serve that see the target raw, or only as `Request` has made it. */
const servers: Readonly<Record<string, (handle: HttpHandler) => Server>> = {
  'node:http': (handle) => createServer(nodeHandler(handle)),
  'Hono on Node': (handle) => {
    const app = new Hono();
    app.all('/*', honoHandler(handle));
    return createAdaptorServer({ fetch: app.fetch });
  },
  'Hono behind a server that hides its requests': (handle) => {
    const app = new Hono();
    app.all('/*', honoHandler(handle));
    return createAdaptorServer({ fetch: (given) => app.fetch(given) });
  },
  'web requests': (handle) => createAdaptorServer({ fetch: fetchHandler(handle) }) as Server,
};

describe.each(Object.entries(servers))('signed target, %s', (name, serve) => {
  let testServer: TestServer;
  let origin: string;
  let close: () => Promise<void>;
  beforeEach(async () => {
    const worlds: TestServer[] = [];
    const listening = await listenOn(
      serve((given) => {
        const [first] = worlds;
        if (first === undefined) throw new Error('nobody knows the port yet');
        return first.handle(given);
      }),
    );
    ({ origin, close } = listening);
    testServer = createTestServer(origin.slice('http://'.length));
    worlds.push(testServer);
  });
  afterEach(() => close());

  /** Sends a target to the letter, signed as a client signs that signs what it sends, or something else. */
  async function statusOf(target: string, signed = target): Promise<number | undefined> {
    const timestamp = String(testServer.time.now() / 1000);
    const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
      .update(`${timestamp}GET${signed}`)
      .digest('base64');
    const sent = request(`${origin}/`, {
      path: target,
      headers: {
        'X-ACCESS-KEY': 'viewer',
        'X-ACCESS-SIGN': signature,
        'X-ACCESS-TIMESTAMP': timestamp,
        'X-ACCESS-PASSPHRASE': passphrase,
      },
    });
    sent.end();
    const [response] = await once(sent, 'response');
    response.resume();
    return response.statusCode;
  }

  test.each([
    ['/orders', 'list undefined'],
    ["/orders?status=it's", "list it's"],
    ['/orders?status=it%27s', "list it's"],
    ["/orders?status='a'&status=%27b%27", "list 'a','b'"],
    [`/orders?status=${"'".repeat(40)}`, `list ${"'".repeat(40)}`],
    [`/orders?status=${'%27'.repeat(40)}`, `list ${"'".repeat(40)}`],
    ['/orders?status=(a)*!$,;:@-._~%2B', 'list (a)*!$,;:@-._~+'],
    ["/orders/it's?", "get it's"],
  ])('%s is accepted', async (target, called) => {
    expect(await statusOf(target)).toBe(200);
    expect(testServer.called).toEqual([called]);
  });

  test.each([
    ['/orders?status=it%27s', '/orders?status=it%2527s'],
    ['/orders?status=its', "/orders?status=it's"],
    ['/orders?status=a%20b', '/orders?status=a b'],
    ['/orders?status=a%22b', '/orders?status=a"b'],
    ['/orders?status=%61', '/orders?status=a'],
    ['/orders?status=a', '/orders?status=%61'],
    ['/orders/it%27s', "/orders/it's"],
    ['/orders?status=a', '/orders?status=a#'],
    ['/orders?status=a', '/orders?status=a&'],
    [`/orders?status=a${"'".repeat(8)}`, `/orders?status=a%27${"'".repeat(7)}`],
  ])('%s with a signature over %s is rejected', async (target, signed) => {
    expect(await statusOf(target, signed)).toBe(401);
    expect(testServer.called).toEqual([]);
    expect(testServer.log).toMatchObject([{ reason: 'signature-wrong' }]);
  });

  const seesRawTargets = name === 'node:http' || name === 'Hono on Node';
  test(`with a signature over another spelling is ${seesRawTargets ? 'rejected' : 'accepted because the platform normalises it'}`, async () => {
    const status = seesRawTargets ? 401 : 200;
    expect(await statusOf("/orders?status=it's", '/orders?status=it%27s')).toBe(status);
    expect(await statusOf('/orders?status=it%27s', "/orders?status=it's")).toBe(status);
  });
});

test('passes the original target to fetchHandler if the platform knows it', async () => {
  const targets: string[] = [];
  const handle: HttpHandler = async ({ target }) => {
    targets.push(target);
    return { status: 204, headers: [], body: undefined };
  };
  const raw = new Map<Request, string>();
  const answer = fetchHandler(handle, { rawTarget: (given) => raw.get(given) });
  const known = new Request("http://a.example/x?q='");
  raw.set(known, "/x?q='");
  await answer(known);
  await answer(new Request("http://a.example/x?q='"));
  // A target other than the request's own is not trusted: it may be the one before a rewrite.
  const other = new Request('http://a.example/x?q=1');
  raw.set(other, '/y?q=1');
  await answer(other);
  expect(targets).toEqual(["/x?q='", '/x?q=%27', '/x?q=1']);
});
