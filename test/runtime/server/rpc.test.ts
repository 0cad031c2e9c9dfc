import { createRpcServer } from '@tallystick/runtime/rpc/server';
import { describe, expect, it } from 'vitest';
import { posted } from './request.js';
import { method, description, clientKey, server, call } from './rpc-fixture.js';

describe('methods of an endpoint', () => {
  it('must have the same security', () => {
    const [one, other] = [method('one', undefined), method('other', undefined)];
    const routes = [
      { ...one, rpc: { method: 'one', params: 'single' as const }, security: [] },
      { ...other, rpc: { method: 'other', params: 'single' as const } },
    ].map((descriptor) => ({ descriptor, handler: descriptor.id }));
    const handlers = { one: () => undefined, other: () => undefined };
    expect(() =>
      createRpcServer(description, routes, handlers, { trustHost: true, security: { clientKey } }),
    ).toThrow(
      'The methods "one" and "other" share an endpoint, but have different security requirements.',
    );
  });

  it('are independent of an error that cannot be serialised', async () => {
    const { ask } = server();
    const calls = [call('kettles_list', [{ address: 'huge' }], 1), call('add', [1, 2], 2)];
    expect((await ask(calls)).body).toEqual([
      {
        jsonrpc: '2.0',
        error: { code: -32603, message: 'Internal error', data: { correlationId: 'c1' } },
        id: 1,
      },
      { jsonrpc: '2.0', result: 3, id: 2 },
    ]);
  });
});

describe('call', () => {
  it('is dispatched by method, and answered with its id', async () => {
    const { ask, calls } = server();
    expect(await ask(call('kettles_list', [{ address: 'x' }], 0))).toEqual({
      status: 200,
      body: { jsonrpc: '2.0', result: { balances: ['x'] }, id: 0 },
    });
    expect(calls).toEqual([{ params: { address: 'x' }, principals: { clientKey: 'k3y' } }]);
  });

  it.each([0, -1, 1.5, '', 'a', null, 9007199254740991])('keeps the id %j', async (id) => {
    const { body } = await server().ask(call('add', [1, 2], id));
    expect(body).toEqual({ jsonrpc: '2.0', result: 3, id });
  });

  it('has a method name with variables', async () => {
    const { ask } = server({ prefix: 'pots' });
    expect((await ask(call('pots_list', [{ address: 'x' }]))).body).toMatchObject({ result: {} });
    expect((await ask(call('kettles_list', [{ address: 'x' }]))).body).toMatchObject({
      error: { code: -32601 },
    });
  });

  it('without an id is a notification without a response', async () => {
    const { ask, calls } = server();
    expect(await ask({ jsonrpc: '2.0', method: 'name', params: { a: 1 } })).toEqual({
      status: 204,
      body: undefined,
    });
    expect(await ask({ jsonrpc: '2.0', method: 'nothing' })).toEqual({
      status: 204,
      body: undefined,
    });
    expect(calls).toEqual([{ a: 1 }]);
  });

  it('may omit optional parameters, or pass null', async () => {
    const { ask } = server();
    expect((await ask(call('add', [1]))).body).toMatchObject({ result: 1 });
    expect((await ask(call('add', [1, null, 3]))).body).toMatchObject({ result: 4 });
  });

  it('by name receives declared parameters only, with any name', async () => {
    const { ask, calls } = server();
    await ask(
      '{"jsonrpc":"2.0","id":1,"method":"name","params":{"a":1,"__proto__":{"x":1},"z":2}}',
    );
    await ask(call('name'));
    expect(calls.map((each) => Object.entries(each as object))).toEqual([
      [
        ['a', 1],
        ['__proto__', { x: 1 }],
      ],
      [],
    ]);
    expect(Reflect.get({}, 'x')).toBeUndefined();
  });

  it('without a result returns null', async () => {
    expect((await server().ask(call('name', {}))).body).toEqual({
      jsonrpc: '2.0',
      result: null,
      id: 1,
    });
  });
});

describe('errors', () => {
  it.each([
    ['invalid JSON', '{"jsonrpc"', -32700, null],
    ['a duplicate member', '{"jsonrpc":"2.0","id":1,"id":2,"method":"add"}', -32700, null],
    ['an empty batch', [], -32600, null],
    ['a string', '"hello"', -32600, null],
    ['another version', { jsonrpc: '1.0', id: 5, method: 'add' }, -32600, 5],
    ['a missing method', { jsonrpc: '2.0', id: 5 }, -32600, 5],
    ['a method that is a number', { jsonrpc: '2.0', id: 'a', method: 1 }, -32600, 'a'],
    ['an invalid id', { jsonrpc: '2.0', id: {}, method: 'add' }, -32600, null],
    ['invalid params', call('add', 5), -32600, 1],
    ['an unknown method', call('nothing'), -32601, 1],
    ['the method __proto__', call('__proto__'), -32601, 1],
    ['params by name instead of position', call('add', { a: 1, b: 2 }), -32602, 1],
    ['params by position instead of name', call('name', [1]), -32602, 1],
    ['too many params', call('add', [1, 2, 3, 4]), -32602, 1],
    ['a missing required param', call('add', []), -32602, 1],
    ['missing params', call('add'), -32602, 1],
    ['missing params of a single object', call('kettles_list'), -32602, 1],
    ['null instead of a number', call('add', [null]), -32602, 1],
    ['two params instead of one', call('kettles_list', [{ address: 'x' }, 1]), -32602, 1],
    ['a handler that throws', call('fail', {}), -32603, 1],
    ['an undeclared code', call('kettles_list', [{ address: 'odd' }]), -32603, 1],
    ['an undeclared name', call('kettles_list', [{ address: 'unknown' }]), -32603, 1],
  ])('are returned for %s', async (_, body, code, id) => {
    expect(await server().ask(body)).toMatchObject({
      status: 200,
      body: { jsonrpc: '2.0', error: { code }, id },
    });
  });

  it('contain the location in the params', async () => {
    const { ask } = server();
    expect((await ask(call('kettles_list', [{}]))).body).toMatchObject({
      error: {
        code: -32602,
        data: {
          violations: [
            {
              path: 'params/0/address',
              keyword: 'required',
              message: 'expected a member "address"',
            },
          ],
        },
      },
    });
    expect((await ask(call('add', [1, 'x']))).body).toMatchObject({
      error: { data: { violations: [{ path: 'params/1' }] } },
    });
  });

  it('of a handler contain code, message and data', async () => {
    expect((await server().ask(call('kettles_list', [{ address: 'gone' }]))).body).toEqual({
      jsonrpc: '2.0',
      error: {
        code: 1001,
        message: 'No such kettle',
        data: { address: 'gone', correlationId: 'c1' },
      },
      id: 1,
    });
  });

  it('contain no internal details', async () => {
    const { handle, log } = server();
    const response = await handle(posted('/rpc/k3y', call('fail', {})));
    expect(JSON.stringify(response)).not.toContain('db.internal');
    expect(log).toMatchObject([
      { reason: 'handler-failed', operation: 'fail', correlationId: 'c1' },
    ]);
  });
});

describe('refused transition of a JSON-RPC method', () => {
  it.each([
    ['is the error that the method describes', 'pour', 1002],
    ['is a server error without a description', 'move', -32000],
  ])('%s', async (_, name, code) => {
    const { ask, log } = server();
    const { status, body } = await ask(call(name, {}));
    expect(status).toBe(200);
    expect(body).toEqual({
      jsonrpc: '2.0',
      error: { code, message: '"cold" cannot become "poured".', data: { correlationId: 'c1' } },
      id: 1,
    });
    expect(log).toEqual([
      { reason: 'invalid-transition', method: 'POST', operation: name, correlationId: 'c1' },
    ]);
  });
});
