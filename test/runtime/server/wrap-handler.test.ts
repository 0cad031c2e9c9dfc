import type { HttpHandler, WireRequest, WireResponse } from '@tallystick/runtime';
import { nodeServer } from '@tallystick/runtime/http/node';
import { wrapHandler } from '@tallystick/runtime/http/server';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';

const plain: WireResponse = { status: 200, headers: [], body: 'plain' };
const request: WireRequest = {
  method: 'GET',
  scheme: 'http',
  authority: 'localhost',
  target: '/',
  headers: [],
  body: undefined,
};
const handler: HttpHandler = Object.assign(async () => plain, { handleSync: () => plain });
const named = (response: WireResponse): WireResponse => ({
  ...response,
  headers: ['X-Name', 'tea'],
});

describe('wrapHandler', () => {
  test('responds synchronously if the handler and the wrapper do', async () => {
    const wrapped = wrapHandler(handler, (sent, next) => {
      const response = next(sent);
      return response instanceof Promise ? response.then(named) : named(response);
    });
    expect(wrapped.handleSync?.(request)).toEqual(named(plain));
    expect(await wrapped(request)).toEqual(named(plain));
  });

  test('accepts an async wrapper, and a handler that only returns promises', async () => {
    const wrapped = wrapHandler(
      async () => plain,
      async (sent, next) => named(await next(sent)),
    );
    expect(await wrapped(request)).toEqual(named(plain));
  });

  test('passes a changed request to the handler', async () => {
    const targets: string[] = [];
    const wrapped = wrapHandler(
      async ({ target }) => {
        targets.push(target);
        return plain;
      },
      (sent, next) => next({ ...sent, target: '/v2/' }),
    );
    await wrapped(request);
    expect(targets).toEqual(['/v2/']);
  });

  test('rejects with an error that the wrapper throws, and never throws', async () => {
    const wrapped = wrapHandler(handler, () => {
      throw new Error('no tea');
    });
    await expect(wrapped.handleSync?.(request)).rejects.toThrow('no tea');
    await expect(wrapped(request)).rejects.toThrow('no tea');
  });

  test('is served by an adapter like the handler itself', async () => {
    const wrapped = wrapHandler(handler, async (sent, next) => named(await next(sent)));
    const server = nodeServer(wrapped).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect([response.headers.get('x-name'), await response.text()]).toEqual(['tea', 'plain']);
    server.closeAllConnections();
    server.close();
  });
});
