import { createServer } from '@tallystick/runtime/http/server';
import { createRpcServer, jsonRpc, type RpcRespond } from '@tallystick/runtime/rpc/server';
import { describe, expect, it } from 'vitest';
import { operation, posted, request, parseResponse } from './request.js';
import {
  method,
  description,
  operations,
  number,
  clientKey,
  type Received,
  server,
  call,
} from './rpc-fixture.js';

describe('batch', () => {
  it('is answered in order, without notifications', async () => {
    const { ask } = server();
    const { body } = await ask([call('add', [1, 2], 'a'), { jsonrpc: '2.0', method: 'name' }, 5]);
    expect(body).toEqual([
      { jsonrpc: '2.0', result: 3, id: 'a' },
      {
        jsonrpc: '2.0',
        error: { code: -32600, message: 'Invalid Request', data: { correlationId: 'c1' } },
        id: null,
      },
    ]);
  });

  it('of notifications only is not answered', async () => {
    expect(await server().ask([{ jsonrpc: '2.0', method: 'name' }])).toEqual({
      status: 204,
      body: undefined,
    });
  });

  it('has a limited size', async () => {
    expect((await server().ask([1, 2, 3, 4])).body).toMatchObject({
      error: { code: -32600 },
      id: null,
    });
  });
});

describe('endpoint', () => {
  it('verifies the key in its path before reading the body, and hides it', async () => {
    const { handle, calls, log } = server();
    const response = await handle(posted('/rpc/wr0ng', '{broken'));
    expect([response.status, calls]).toEqual([401, []]);
    expect(parseResponse(response).body).toEqual({
      jsonrpc: '2.0',
      error: {
        code: -32600,
        message: 'Valid credentials are required.',
        data: { correlationId: 'c1' },
      },
      id: null,
    });
    expect(JSON.stringify([response, log])).not.toContain('wr0ng');
  });

  it('accepts only JSON and POST', async () => {
    const { handle } = server();
    const text = {
      ...posted('/rpc/k3y', call('add', [1, 2])),
      headers: ['Content-Type', 'text/plain'],
    };
    expect((await handle(text)).status).toBe(415);
    expect((await handle(request({ target: '/rpc/k3y' }))).status).toBe(405);
    expect((await handle(posted('/rpc/k3y', `"${'x'.repeat(1_100_000)}"`))).status).toBe(413);
  });

  it('cannot be created with checks for unknown parameters', () => {
    const nameless = [
      { descriptor: method('name', { method: 'name', params: 'by-name' }), handler: 'name' },
    ];
    const options = {
      trustHost: true,
      security: { clientKey },
      partial: true,
      checks: { name: { params: [number] } },
    };
    expect(() => createRpcServer(description, nameless, {}, options)).toThrow(
      'has checks for params',
    );
  });

  it('may be combined with other operations', async () => {
    const plain = operation('plain');
    const both = [...operations.slice(0, 1), plain].map((descriptor) => ({
      descriptor,
      handler: descriptor.id,
    }));
    const handlers = {
      list: (_: Received, respond: RpcRespond) => respond.result(1),
      plain: (_: unknown, respond: { noContent(): unknown }) => respond.noContent(),
    };
    const options = { trustHost: true, security: { clientKey } };
    const handle = createServer(description, both, handlers, { ...options, protocols: [jsonRpc] });
    expect((await handle(request({ target: '/plain' }))).status).toBe(204);
    expect(
      parseResponse(await handle(posted('/rpc/k3y', call('kettles_list', [{}])))).body,
    ).toMatchObject({
      result: 1,
    });
    expect(() => createServer(description, both, handlers, options)).toThrow(
      'No protocol of this server supports "list".',
    );
  });
});
