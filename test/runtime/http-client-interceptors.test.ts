import { describe, expect, it } from 'vitest';
import type { WireRequest } from '@tallystick/runtime';
import { type ClientOptions, connect } from '@tallystick/runtime/http';
import { json } from './http-client-fixture.js';
import { api, ok, get, post, createClientFixture, busy, fine } from './http-client-calls.js';
import { operation } from './http-client-operation.js';

describe('interceptors', () => {
  it('receive the operation and the unsigned request, once for all attempts', async () => {
    const seen: unknown[] = [];
    const { client, requests, timers } = createClientFixture([busy, fine], {
      interceptors: [
        async (request, next) => {
          seen.push(['outer', request.operation?.id]);
          const response = await next({
            ...request,
            headers: [...request.headers, 'X-Trace', 't1'],
          });
          seen.push(['outer', response.status]);
          return response;
        },
        async (request, next) => {
          seen.push(['inner', request.headers.includes('X-Trace')]);
          return next(request);
        },
      ],
    });
    const result = get(client);
    await timers.advance(1000);
    await result;
    expect(seen).toEqual([
      ['outer', 'get'],
      ['inner', true],
      ['outer', 200],
    ]);
    expect(requests.map(({ headers }) => headers.includes('X-Trace'))).toEqual([true, true]);
  });

  it('may return a response themselves', async () => {
    const { client, requests } = createClientFixture([], {
      interceptors: [async () => json(200, 'cached')],
    });
    expect(await get(client)).toBe('cached');
    expect(requests).toEqual([]);
  });

  it('are not allowed to change the request to an invalid one', async () => {
    const bad = (change: Partial<WireRequest>): ClientOptions => ({
      interceptors: [(request, next) => next({ ...request, ...change })],
    });
    for (const change of [
      { target: 'no-slash' },
      { target: '/#x' },
      { headers: ['X', 'a\r\nY: b'] },
    ]) {
      const { client, requests } = createClientFixture([fine], bad(change));
      expect(await get.result(client)).toMatchObject({ kind: 'invalid-request' });
      expect(requests).toEqual([]);
    }
  });

  it.each<Partial<WireRequest>>([{ authority: 'evil.example' }, { scheme: 'http' }])(
    'are not allowed to redirect credentials to %o',
    async (change) => {
      const { client, requests } = createClientFixture([fine], {
        credentials: { bearer: 'token' },
        interceptors: [
          async (request, next) => {
            await next({ ...request, ...change }).catch(() => undefined);
            // The same object, mutated.
            return next(Object.assign(request, change));
          },
        ],
      });
      const secured: typeof get = operation({
        id: 'secured',
        method: 'GET',
        path: ['/'],
        input: 'none',
        outcomes: [ok],
        security: [{ bearer: [] }],
      });
      expect(await secured.result(client)).toMatchObject({ kind: 'invalid-request' });
      expect(requests).toEqual([]);
      expect(await get.result(client)).toMatchObject({ kind: 'success' });
      expect(requests[0]).toMatchObject(change);
    },
  );

  it('have their target normalised before it is signed', async () => {
    const { client, requests } = createClientFixture([fine], {
      interceptors: [(request, next) => next({ ...request, target: "/a/../b?q='x y'" })],
    });
    await get(client);
    expect(requests[0]?.target).toBe('/b?q=%27x%20y%27');
  });

  it('reject the call if a nested call fails', async () => {
    const { client } = createClientFixture([fine], {
      interceptors: [
        async (request, next) => {
          await post(connect(api, { transport: async () => busy }), 1);
          return next(request);
        },
      ],
    });
    expect(await get.result(client)).toMatchObject({
      kind: 'network',
      cause: { message: 'post: 503 the description declares no such response' },
    });
  });

  it('are subject to the deadline', async () => {
    const { client, timers } = createClientFixture([fine], {
      timeout: 10,
      interceptors: [() => new Promise(() => undefined)],
    });
    const result = get.result(client);
    await timers.advance(10);
    expect(await result).toMatchObject({ kind: 'timeout' });
  });
});

describe('headers of a client', () => {
  const sent = (requests: readonly WireRequest[]): readonly string[] =>
    requests.map(({ headers }) => {
      const index = headers.indexOf('X-Tenant');
      return headers[index + 1] ?? '';
    });

  it('are sent with every request', async () => {
    const { client, requests } = createClientFixture([fine, fine], {
      headers: { 'X-Tenant': 'tea', 'X-Absent': undefined },
    });
    await get(client);
    await post(client, 1);
    expect(sent(requests)).toEqual(['tea', 'tea']);
    expect(requests.flatMap(({ headers }) => headers)).not.toContain('X-Absent');
  });

  it('are returned by a function, synchronously or later, once for each call', async () => {
    let count = 0;
    const { client, requests, timers } = createClientFixture([busy, fine, fine], {
      headers: ({ operation: called }) => {
        count += 1;
        const values = { 'X-Tenant': `${called?.id} ${count}` };
        return count === 1 ? values : Promise.resolve(values);
      },
    });
    const first = get(client);
    await timers.advance(1000);
    await first;
    await get(client);
    expect(sent(requests)).toEqual(['get 1', 'get 1', 'get 2']);
  });

  it('yield to headers of the call, in any case, and reach interceptors', async () => {
    const seen: string[] = [];
    const { client, requests } = createClientFixture([fine], {
      headers: { 'x-tenant': 'client', 'X-Region': 'eu' },
      interceptors: [
        (request, next) => {
          seen.push(...request.headers);
          return next(request);
        },
      ],
    });
    await get(client, { headers: { 'X-Tenant': 'call' } });
    expect(sent(requests)).toEqual(['call']);
    expect(seen).toEqual(expect.arrayContaining(['X-Tenant', 'call', 'X-Region', 'eu']));
    expect(seen).not.toContain('x-tenant');
  });

  it('are rejected if they cannot be sent', async () => {
    expect(() => connect(api, { headers: { 'X-Tenant': 'a\r\nb' } })).toThrow(
      'headers: the value of the header "X-Tenant" has characters that are not allowed in a header',
    );
    const { client, requests } = createClientFixture([fine], {
      headers: () => ({ 'not a name': 'x' }),
    });
    expect(await get.result(client)).toMatchObject({
      kind: 'invalid-request',
      message: '"not a name" is not a header name',
    });
    expect(requests).toEqual([]);
  });
});
