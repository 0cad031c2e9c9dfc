import { describe, expect, it } from 'vitest';
import {
  api,
  headerOf,
  operation,
  parameter,
  request,
  parseResponse,
  serverOf,
  watched,
} from './request.js';

const path = (name: string) => parameter(name, { in: 'path', required: true });

const routes = [
  operation('listOrders', { path: ['/orders'] }),
  operation('getOrder', { path: ['/orders/', 0], parameters: [path('id')] }),
  operation('getOwnOrder', { path: ['/orders/client:', 0], parameters: [path('oid')] }),
  operation('cancelOrder', {
    method: 'DELETE',
    path: ['/orders/', 0],
    parameters: [path('order')],
  }),
  operation('latestOrder', { path: ['/orders/latest'] }),
  operation('orderFills', { path: ['/orders/', 0, '/fills'], parameters: [path('id')] }),
  operation('latestNotes', { path: ['/orders/latest/notes'] }),
  operation('getFile', {
    path: ['/files/', 0, '.', 1],
    parameters: [path('name'), path('extension')],
  }),
  operation('convert', {
    path: ['/pairs/', 0, '-', 1, '/rate'],
    parameters: [path('base'), path('quote')],
  }),
  operation('slashed', { path: ['/wrapped/'] }),
  operation('upper', { path: ['/Case'] }),
  operation('spaced', { path: ['/a b'] }),
  operation('create', { method: 'POST', path: ['/orders'] }),
];

const { handle, seen } = watched(routes);

async function went(target: string, method = 'GET'): Promise<unknown> {
  seen.length = 0;
  const response = await handle(request({ method, target }));
  return seen[0] ?? response.status;
}

describe('path', () => {
  it.each([
    ['/orders', { operation: 'listOrders' }],
    ['/orders?limit=1', { operation: 'listOrders' }],
    ['/orders/42', { operation: 'getOrder', path: { id: '42' } }],
    ['/orders/client:abc', { operation: 'getOwnOrder', path: { oid: 'abc' } }],
    ['/orders/client:', { operation: 'getOrder', path: { id: 'client:' } }],
    ['/orders/latest', { operation: 'latestOrder' }],
    ['/orders/latest/fills', { operation: 'orderFills', path: { id: 'latest' } }],
    ['/orders/latest/notes', { operation: 'latestNotes' }],
    ['/orders/client:abc/fills', { operation: 'orderFills', path: { id: 'client:abc' } }],
    ['/files/a.b.c', { operation: 'getFile', path: { name: 'a', extension: 'b.c' } }],
    ['/pairs/BTC-USD/rate', { operation: 'convert', path: { base: 'BTC', quote: 'USD' } }],
    ['/wrapped/', { operation: 'slashed' }],
    ['/a%20b', { operation: 'spaced' }],
    ['/orders/a%2Fb', { operation: 'getOrder', path: { id: 'a/b' } }],
    ['/orders/a%252Fb', { operation: 'getOrder', path: { id: 'a%2Fb' } }],
    ['/orders/%C3%A9', { operation: 'getOrder', path: { id: 'é' } }],
    ['/orders/__proto__', { operation: 'getOrder', path: { id: '__proto__' } }],
    ['/orders/a+b', { operation: 'getOrder', path: { id: 'a+b' } }],
    ['https://api.example.com/orders', { operation: 'listOrders' }],
  ])('finds its operation: %s', async (target, found) => {
    expect(await went(target)).toEqual({ principals: {}, ...found });
  });

  it.each([
    '/order',
    '/ORDERS',
    '/case',
    '/orders/',
    '/orders//',
    '//orders',
    '/orders//fills',
    '/orders/1/fills/',
    '/wrapped',
    '/orders/.',
    '/orders/..',
    '/orders/%2e%2e',
    '/orders/%2E',
    '/x/../orders',
    '/files/.txt',
    '/files/name.',
    '/files/name',
    '/pairs/BTC-/rate',
    '/',
  ])('is not found: %s', async (target) => {
    expect(await went(target)).toBe(404);
  });

  it.each([
    '/orders/%',
    '/orders/%zz',
    '/orders/%C3',
    '/orders/%FF',
    '/or ders',
    '/orders#a',
    'orders',
    '',
    '/a\u0000',
  ])('is malformed: %s', async (target) => {
    expect(await went(target)).toBe(400);
  });

  it('starts with the path of the first server', async () => {
    const based = watched(routes, {}, api({ servers: [{ url: 'https://{host}/v1/' }] }));
    expect((await based.handle(request({ target: '/v1/orders' }))).status).toBe(204);
    expect((await based.handle(request({ target: '/orders' }))).status).toBe(404);
  });

  describe('with an optional trailing slash', () => {
    const trailingSlash = 'optional' as const;
    const loose = [
      operation('listFees', { path: ['/fees/'], trailingSlash }),
      operation('getFee', { path: ['/fees/', 0], parameters: [path('id')], trailingSlash }),
      operation('getOwnFee', {
        path: ['/fees/client:', 0, '/'],
        parameters: [path('oid')],
        trailingSlash,
      }),
    ];

    it.each([
      ['/v1/fees/', { operation: 'listFees' }],
      ['/v1/fees', { operation: 'listFees' }],
      ['/v1/fees/1', { operation: 'getFee', path: { id: '1' } }],
      ['/v1/fees/1/', { operation: 'getFee', path: { id: '1' } }],
      ['/v1/fees/client:1', { operation: 'getOwnFee', path: { oid: '1' } }],
      ['/v1/fees/client:1/', { operation: 'getOwnFee', path: { oid: '1' } }],
      ['/v1/fees/client%3A1/', { operation: 'getFee', path: { id: 'client:1' } }],
      ['/v1/fees//', undefined],
      ['/v1/Fees/', undefined],
      ['/v1/fees/1//', undefined],
    ])('finds its operation: %s', async (target, found) => {
      const server = watched(loose, {}, api({ servers: [{ url: '/v1' }] }));
      await server.handle(request({ target }));
      expect(server.seen[0]).toEqual(
        found === undefined ? undefined : { principals: {}, ...found },
      );
    });

    it('excludes another operation with either spelling', () => {
      const other = operation('other', { path: ['/fees'] });
      expect(() => watched([...loose, other])).toThrow('Two operations have the route "GET /fees"');
    });
  });

  it('is matched in linear time', async () => {
    const long = operation('long', {
      path: ['/', 0, '-', 1, '-', 2, '-', 3, '-', 4, 'x'],
      parameters: ['a', 'b', 'c', 'd', 'e'].map(path),
    });
    const one = watched([long], { limits: { target: 1_000_000 } });
    expect((await one.handle(request({ target: `/${'a-'.repeat(200_000)}` }))).status).toBe(404);
  });
});

describe('method', () => {
  it('unknown to a path is answered with 405 and the known ones', async () => {
    const response = await handle(request({ method: 'PUT', target: '/orders/1' }));
    expect([response.status, headerOf(response, 'allow')]).toEqual([
      405,
      ['DELETE, GET, HEAD, OPTIONS'],
    ]);
  });

  it('is that of the most specific path', async () => {
    const response = await handle(request({ method: 'DELETE', target: '/orders/latest' }));
    expect([response.status, headerOf(response, 'allow')]).toEqual([405, ['GET, HEAD, OPTIONS']]);
  });

  it('selects among operations with different parameter names', async () => {
    expect(await went('/orders/7', 'DELETE')).toMatchObject({
      operation: 'cancelOrder',
      path: { order: '7' },
    });
  });

  it('is listed for OPTIONS', async () => {
    const response = await handle(request({ method: 'OPTIONS', target: '/orders' }));
    expect([response.status, headerOf(response, 'allow')]).toEqual([
      204,
      ['GET, HEAD, OPTIONS, POST'],
    ]);
    expect((await handle(request({ method: 'OPTIONS', target: '/nothing' }))).status).toBe(404);
    expect((await handle(request({ method: 'OPTIONS', target: '*' }))).status).toBe(204);
  });

  it('is case-sensitive', async () => {
    expect(await went('/orders', 'get')).toBe(405);
  });

  it('HEAD is answered as GET without a body', async () => {
    const text = operation('text', {
      outcomes: [
        { status: 200, respond: 'ok', contents: [{ mediaType: 'text/plain', codec: 'text' }] },
      ],
    });
    const server = serverOf([text], {
      text: (_: never, respond: { ok(body: string): unknown }) => respond.ok('é'),
    });
    const response = await server(request({ method: 'HEAD', target: '/text' }));
    expect(response.body).toBeUndefined();
    expect([headerOf(response, 'content-length'), headerOf(response, 'content-type')]).toEqual([
      ['2'],
      ['text/plain'],
    ]);
  });
});

describe('createServer', () => {
  it('throws for two operations with the same route', () => {
    const clash = [
      operation('one', { path: ['/a/', 0], parameters: [path('x')] }),
      operation('two', { path: ['/a/', 0], parameters: [path('y')] }),
    ];
    expect(() => watched(clash)).toThrow('Two operations have the route "GET /a/{}".');
  });

  it('throws for a missing handler, unless the server is partial', async () => {
    expect(() => serverOf(routes, {})).toThrow(
      /The handlers "listOrders", (?:"\w+", )*"\w+" are missing/,
    );
    const partial = serverOf(routes, {}, { partial: true });
    expect((await partial(request({ target: '/orders' }))).status).toBe(501);
  });

  it('throws without authorities', () => {
    expect(() => serverOf(routes, {}, { partial: true, authorities: [] })).toThrow('"authorities"');
    expect(() =>
      serverOf(routes, {}, { partial: true, authorities: [], trustHost: true }),
    ).not.toThrow();
  });

  it('throws for a handler inherited from Object.prototype', () => {
    const odd = operation('toString');
    expect(() => serverOf([odd], {})).toThrow('The handler "toString" is missing');
  });
});

describe('host', () => {
  const hosts = watched(routes, { authorities: ['API.example.com', 'localhost:8080'] });
  const status = async (authority: string, scheme: 'http' | 'https' = 'https'): Promise<number> =>
    (await hosts.handle(request({ target: '/orders', authority, scheme }))).status;

  it.each([
    ['api.example.com', 'https'],
    ['Api.Example.COM', 'https'],
    ['api.example.com:443', 'https'],
    ['api.example.com:80', 'http'],
    ['localhost:8080', 'http'],
  ] as const)('%s over %s is accepted', async (authority, scheme) => {
    expect(await status(authority, scheme)).toBe(204);
  });

  it.each([
    ['api.example.com:80', 'https'],
    ['api.example.com:443', 'http'],
    ['api.example.com.', 'https'],
    ['user@api.example.com', 'https'],
    ['api.example.com:0443', 'https'],
    ['localhost', 'http'],
    ['evil.example', 'https'],
    ['', 'https'],
    ['__proto__', 'https'],
  ] as const)('%s over %s is misdirected', async (authority, scheme) => {
    expect(await status(authority, scheme)).toBe(421);
  });

  it('is read from an absolute target first', async () => {
    const away = await hosts.handle(request({ target: 'https://evil.example/orders' }));
    const here = await hosts.handle(
      request({ target: 'https://api.example.com/orders', authority: 'evil.example' }),
    );
    expect([away.status, here.status]).toEqual([421, 204]);
  });

  it('is not read from X-Forwarded-Host, and must not be repeated', async () => {
    const forwarded = ['X-Forwarded-Host', 'api.example.com'];
    expect(
      (
        await hosts.handle(
          request({ target: '/orders', authority: 'evil.example', headers: forwarded }),
        )
      ).status,
    ).toBe(421);
    const twice = ['Host', 'api.example.com', 'host', 'api.example.com'];
    expect((await hosts.handle(request({ target: '/orders', headers: twice }))).status).toBe(400);
  });
});

describe('limits of the request head', () => {
  it.each([
    ['a long target', { target: `/orders?${'a'.repeat(9000)}` }, 414],
    ['many headers', { target: '/orders', headers: Array.from({ length: 202 }, () => 'x') }, 400],
    ['many query parameters', { target: `/orders?${'a=1&'.repeat(101)}` }, 400],
  ])('reject %s', async (_, sent, status) => {
    expect(parseResponse(await handle(request(sent))).status).toBe(status);
  });
});
