import { headerValue, type ApiDescriptor, type OperationDescriptor } from '@tallystick/runtime';
import type { HttpHandler, WireResponse } from '@tallystick/runtime';
import { createServer, type CorsOptions } from '@tallystick/runtime/http/server';
import { describe, expect, test } from 'vitest';

const api: ApiDescriptor = {
  title: 'Kettles',
  version: '1',
  servers: [{ url: 'https://kettles.example/v1' }],
  variables: {},
  security: {
    token: { kind: 'http', scheme: 'bearer' },
    signed: { kind: 'apiKey', in: 'header', name: 'X-Key', headers: ['X-Key', 'X-Sign'] },
  },
};
const text = { types: ['string'] } as const;
const listKettles: OperationDescriptor = {
  id: 'listKettles',
  method: 'GET',
  path: ['/kettles'],
  parameters: [{ name: 'X-Page', in: 'header', type: text }],
  input: 'none',
  outcomes: [
    { status: 200, respond: 'ok', headers: [{ name: 'X-Next', in: 'header', type: text }] },
  ],
};
const fillKettle: OperationDescriptor = {
  id: 'fillKettle',
  method: 'PUT',
  path: ['/kettles'],
  input: 'body',
  body: { contents: [{ mediaType: 'application/json', codec: 'json' }] },
  idempotencyHeader: 'Idempotency-Key',
  security: [{ token: [] }, { signed: [] }],
  outcomes: [{ status: 204, respond: 'noContent' }],
};

function server(cors?: CorsOptions): HttpHandler {
  return createServer(
    api,
    [
      { descriptor: listKettles, handler: 'list' },
      { descriptor: fillKettle, handler: 'fill' },
    ],
    {
      list: (_: unknown, respond: { ok(body: undefined, headers: object): unknown }) =>
        respond.ok(undefined, { 'X-Next': '2' }),
      fill: (_: unknown, respond: { noContent(): unknown }) => respond.noContent(),
    },
    {
      authorities: ['kettles.example'],
      security: {
        token: { head: () => ({ ok: true, principal: 'ada' }) },
        signed: { head: () => ({ ok: true, principal: 'ada' }) },
      },
      ...(cors === undefined ? {} : { cors }),
    },
  );
}

function ask(
  handle: HttpHandler,
  method: string,
  headers: readonly string[],
  path = '/kettles',
): Promise<WireResponse> {
  return handle({
    method,
    scheme: 'https',
    authority: 'kettles.example',
    target: `/v1${path}`,
    headers,
    body: undefined,
  });
}

const shop = 'https://shop.example';
const origin = ['Origin', shop] as const;
const preflight = (method: string): readonly string[] => [
  ...origin,
  'Access-Control-Request-Method',
  method,
];
const of = (response: WireResponse, name: string): string | undefined =>
  headerValue(response.headers, name);

describe('CORS', () => {
  test('is disabled by default', async () => {
    const answers = [
      await ask(server(), 'OPTIONS', preflight('PUT')),
      await ask(server(), 'GET', origin),
    ];
    expect(answers.map(({ status }) => status)).toEqual([204, 200]);
    const names = answers.flatMap(({ headers }) => headers);
    expect(names.filter((name) => /^(?:access-control|vary)/i.test(name))).toEqual([]);
  });

  test('answers a preflight with the methods and headers of the route', async () => {
    const handle = server({ origins: [shop], maxAge: 60, allowedHeaders: ['X-Trace'] });
    const put = await ask(handle, 'OPTIONS', preflight('PUT'));
    expect(put.status).toBe(204);
    expect(of(put, 'Access-Control-Allow-Origin')).toBe(shop);
    expect(of(put, 'Access-Control-Allow-Methods')).toBe('GET, HEAD, OPTIONS, PUT');
    expect(of(put, 'Access-Control-Allow-Headers')).toBe(
      'Content-Type, Idempotency-Key, Authorization, X-Key, X-Sign, X-Trace',
    );
    expect([of(put, 'Access-Control-Max-Age'), of(put, 'Vary')]).toEqual(['60', 'Origin']);
    expect(of(put, 'Access-Control-Allow-Credentials')).toBeUndefined();
    const head = await ask(handle, 'OPTIONS', preflight('HEAD'));
    expect(of(head, 'Access-Control-Allow-Headers')).toBe('X-Page, X-Trace');
  });

  test('exposes declared headers, and headers of faults', async () => {
    const handle = server({ origins: (name) => name === shop, exposedHeaders: ['X-Trace'] });
    const list = await ask(handle, 'GET', origin);
    expect(of(list, 'Access-Control-Allow-Origin')).toBe(shop);
    expect(of(list, 'Access-Control-Expose-Headers')).toBe('X-Next, X-Trace');
    const refused = await ask(handle, 'PUT', origin);
    expect([refused.status, of(refused, 'Access-Control-Allow-Origin')]).toEqual([401, shop]);
    const lost = await ask(handle, 'GET', origin, '/cups');
    expect([lost.status, of(lost, 'Access-Control-Allow-Origin')]).toEqual([404, shop]);
  });

  test.each([
    ['another origin', ['Origin', 'https://evil.example']],
    ['a similar origin', ['Origin', 'https://SHOP.example']],
    ['the origin "null"', ['Origin', 'null']],
    ['two origins', ['Origin', shop, 'Origin', shop]],
  ])('rejects %s', async (_, headers) => {
    const handle = server({ origins: [shop] });
    const preflightResponse = await ask(handle, 'OPTIONS', [
      ...headers,
      'Access-Control-Request-Method',
      'PUT',
    ]);
    const answered = await ask(handle, 'GET', headers);
    for (const response of [preflightResponse, answered]) {
      expect(of(response, 'Access-Control-Allow-Origin')).toBeUndefined();
      expect(of(response, 'Access-Control-Allow-Methods')).toBeUndefined();
      expect(of(response, 'Vary')).toBe('Origin');
    }
  });

  test('answers a preflight for an unknown method like any OPTIONS request', async () => {
    const response = await ask(server({ origins: [shop] }), 'OPTIONS', preflight('DELETE'));
    expect([response.status, of(response, 'Allow')]).toEqual([204, 'GET, HEAD, OPTIONS, PUT']);
    expect(of(response, 'Access-Control-Allow-Methods')).toBeUndefined();
  });

  test('accepts any origin, but only listed ones with credentials', async () => {
    const open = await ask(server({ origins: '*' }), 'GET', origin);
    expect([of(open, 'Access-Control-Allow-Origin'), of(open, 'Vary')]).toEqual(['*', undefined]);
    const own = await ask(server({ origins: [shop], credentials: true }), 'GET', origin);
    expect(of(own, 'Access-Control-Allow-Credentials')).toBe('true');
    expect(() => server({ origins: '*', credentials: true })).toThrow('to list the origins');
    expect(() => server({ origins: [shop], maxAge: -1 })).toThrow('whole number of seconds');
  });
});
