import { createRpcServer } from '@tallystick/runtime/rpc/server';
import { describe, expect, it } from 'vitest';
import { posted } from './request.js';
import { method, description, clientKey, server, call } from './rpc-fixture.js';

describe('methods of one endpoint', () => {
  it('can not differ in their security', () => {
    const [one, other] = [method('one', undefined), method('other', undefined)];
    const routes = [
      { ...one, rpc: { method: 'one', params: 'single' as const }, security: [] },
      { ...other, rpc: { method: 'other', params: 'single' as const } },
    ].map((descriptor) => ({ descriptor, handler: descriptor.id }));
    const handlers = { one: () => undefined, other: () => undefined };
    expect(() =>
      createRpcServer(description, routes, handlers, { trustHost: true, security: { clientKey } }),
    ).toThrow('The methods "one" and "other" of one endpoint differ in their security.');
  });

  it('do not fail with one whose error can not be written', async () => {
    const { ask } = server();
    const calls = [call('kettles_list', [{ address: 'huge' }], 1), call('add', [1, 2], 2)];
    expect((await ask(calls)).body).toEqual([
      { jsonrpc: '2.0', error: { code: -32603, message: 'Internal error' }, id: 1 },
      { jsonrpc: '2.0', result: 3, id: 2 },
    ]);
  });
});

describe('a call', () => {
  it('is dispatched by its method, and answered under its id', async () => {
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

  it('has the name that its variables give it', async () => {
    const { ask } = server({ prefix: 'pots' });
    expect((await ask(call('pots_list', [{ address: 'x' }]))).body).toMatchObject({ result: {} });
    expect((await ask(call('kettles_list', [{ address: 'x' }]))).body).toMatchObject({
      error: { code: -32601 },
    });
  });

  it('without an id is a notification and gets no answer', async () => {
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

  it('may leave optional params out, at the end or as null', async () => {
    const { ask } = server();
    expect((await ask(call('add', [1]))).body).toMatchObject({ result: 1 });
    expect((await ask(call('add', [1, null, 3]))).body).toMatchObject({ result: 4 });
  });

  it('by name hands over declared params alone, whatever they are called', async () => {
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

  it('that answers nothing answers null', async () => {
    expect((await server().ask(call('name', {}))).body).toEqual({
      jsonrpc: '2.0',
      result: null,
      id: 1,
    });
  });
});

describe('errors', () => {
  it.each([
    ['what is not JSON', '{"jsonrpc"', -32700, null],
    ['a member twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"add"}', -32700, null],
    ['an empty batch', [], -32600, null],
    ['text', '"hello"', -32600, null],
    ['another version', { jsonrpc: '1.0', id: 5, method: 'add' }, -32600, 5],
    ['no method', { jsonrpc: '2.0', id: 5 }, -32600, 5],
    ['a method that is no text', { jsonrpc: '2.0', id: 'a', method: 1 }, -32600, 'a'],
    ['an id that is none', { jsonrpc: '2.0', id: {}, method: 'add' }, -32600, null],
    ['params that are none', call('add', 5), -32600, 1],
    ['an unknown method', call('nothing'), -32601, 1],
    ['a name that every object has', call('__proto__'), -32601, 1],
    ['params by name where they go by position', call('add', { a: 1, b: 2 }), -32602, 1],
    ['params by position where they go by name', call('name', [1]), -32602, 1],
    ['too many params', call('add', [1, 2, 3, 4]), -32602, 1],
    ['a required param missing', call('add', []), -32602, 1],
    ['no params where one is required', call('add'), -32602, 1],
    ['no params where the only one is required', call('kettles_list'), -32602, 1],
    ['null where a number is required', call('add', [null]), -32602, 1],
    ['two params where one is meant', call('kettles_list', [{ address: 'x' }, 1]), -32602, 1],
    ['a handler that throws', call('fail', {}), -32603, 1],
    ['a code that is not declared', call('kettles_list', [{ address: 'odd' }]), -32603, 1],
    ['a name that is not declared', call('kettles_list', [{ address: 'unknown' }]), -32603, 1],
  ])('%s', async (_, body, code, id) => {
    expect(await server().ask(body)).toMatchObject({
      status: 200,
      body: { jsonrpc: '2.0', error: { code }, id },
    });
  });

  it('name the place in the params', async () => {
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

  it('of a handler carry code, message and data', async () => {
    expect((await server().ask(call('kettles_list', [{ address: 'gone' }]))).body).toEqual({
      jsonrpc: '2.0',
      error: { code: 1001, message: 'No such kettle', data: { address: 'gone' } },
      id: 1,
    });
  });

  it('say nothing from inside', async () => {
    const { handle, log } = server();
    const response = await handle(posted('/rpc/k3y', call('fail', {})));
    expect(JSON.stringify(response)).not.toContain('db.internal');
    expect(log).toMatchObject([{ reason: 'handler-failed', operation: 'fail' }]);
  });
});
