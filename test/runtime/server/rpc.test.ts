import type { Check, OperationDescriptor, Verifier } from '@tallystick/runtime';
import { createServer } from '@tallystick/runtime/http/server';
import {
  createRpcServer,
  jsonRpc,
  type LogEntry,
  type RpcHandlerRequest,
  type RpcRespond,
} from '@tallystick/runtime/rpc/server';
import { describe, expect, it } from 'vitest';
import { api, operation, posted, request, said } from './request.js';

function method(id: string, rpc: OperationDescriptor['rpc']): OperationDescriptor {
  return operation(id, {
    method: 'POST',
    path: ['/rpc/', 0],
    parameters: [
      {
        name: 'clientKey',
        in: 'path',
        required: true,
        credential: true,
        type: { types: ['string'] },
      },
    ],
    input: 'body',
    outcomes: [
      {
        status: 200,
        respond: 'result',
        contents: [{ mediaType: 'application/json', codec: 'json' }],
      },
    ],
    security: [{ clientKey: [] }],
    ...(rpc === undefined ? {} : { rpc }),
  });
}

const description = api({
  variables: { prefix: { default: 'kettles' } },
  security: { clientKey: { kind: 'apiKey', in: 'path', name: 'clientKey' } },
});

const operations = [
  method('list', {
    method: '{variables.prefix}_list',
    params: 'single',
    errors: [{ code: 1001, name: 'noSuchKettle' }],
  }),
  method('add', {
    method: 'add',
    params: { positions: ['a', 'b', 'c'] },
    members: [{ name: 'a', required: true }, { name: 'b' }, { name: 'c' }],
  }),
  method('name', {
    method: 'name',
    params: 'by-name',
    members: [{ name: 'a' }, { name: '__proto__' }],
  }),
  method('fail', { method: 'fail', params: 'by-name' }),
];

const address: Check = {
  is: (value) => typeof value === 'object' && value !== null && 'address' in value,
  report: () => [
    { pointer: '/address', keyword: 'required', expected: 'a member "address"', schema: '' },
  ],
};
const number: Check = {
  is: (value) => typeof value === 'number',
  report: () => [{ pointer: '', keyword: 'type', expected: 'a number', schema: '' }],
};
const clientKey: Verifier<string> = {
  head: ({ credentials: [key = ''] }) =>
    key === 'k3y' ? { ok: true, principal: key } : { ok: false, reason: 'unknown-key' },
};

type Received = RpcHandlerRequest<{ readonly [name: string]: unknown }>;

function server(variables: object = {}) {
  const calls: unknown[] = [];
  const log: LogEntry[] = [];
  const handlers = {
    list({ params, principals }: Received, respond: RpcRespond) {
      calls.push({ params, principals });
      if (params['address'] === 'gone')
        return respond.error('noSuchKettle', 'No such kettle', { address: 'gone' });
      if (params['address'] === 'odd') return respond.error(77, 'Odd');
      if (params['address'] === 'huge')
        return respond.error('noSuchKettle', 'No such kettle', { size: 10n });
      if (params['address'] === 'unknown') return respond.error('unknown', 'Unknown');
      return respond.result({ balances: [params['address']] });
    },
    add: async ({ params }: Received, respond: RpcRespond) =>
      respond.result(Number(params['a']) + Number(params['b'] ?? 0) + Number(params['c'] ?? 0)),
    name({ params }: Received, respond: RpcRespond) {
      calls.push(params);
      return respond.result(undefined);
    },
    fail() {
      throw new Error('db.internal is down');
    },
  };
  const options = {
    authorities: ['api.example.com'],
    security: { clientKey },
    variables,
    checks: { list: { params: [address] }, add: { params: [number, number, number] } },
    limits: { batch: 3 },
    log: (entry: LogEntry) => log.push(entry),
  };
  const routes = operations.map((descriptor) => ({ descriptor, handler: descriptor.id }));
  const handle = createRpcServer(description, routes, handlers, options);
  return {
    handle,
    calls,
    log,
    ask: async (body: unknown, target = '/rpc/k3y') => said(await handle(posted(target, body))),
  };
}

const call = (method: string, params?: unknown, id: unknown = 1): object => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params === undefined ? {} : { params }),
});

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

describe('a batch', () => {
  it('is answered in order, without its notifications', async () => {
    const { ask } = server();
    const { body } = await ask([call('add', [1, 2], 'a'), { jsonrpc: '2.0', method: 'name' }, 5]);
    expect(body).toEqual([
      { jsonrpc: '2.0', result: 3, id: 'a' },
      { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid Request' }, id: null },
    ]);
  });

  it('of notifications alone gets no answer', async () => {
    expect(await server().ask([{ jsonrpc: '2.0', method: 'name' }])).toEqual({
      status: 204,
      body: undefined,
    });
  });

  it('has its limit', async () => {
    expect((await server().ask([1, 2, 3, 4])).body).toMatchObject({
      error: { code: -32600 },
      id: null,
    });
  });
});

describe('the endpoint', () => {
  it('verifies the key in its path before it reads anything, and keeps it to itself', async () => {
    const { handle, calls, log } = server();
    const response = await handle(posted('/rpc/wr0ng', '{broken'));
    expect([response.status, calls]).toEqual([401, []]);
    expect(said(response).body).toEqual({
      jsonrpc: '2.0',
      error: { code: -32600, message: 'Valid credentials are needed.' },
      id: null,
    });
    expect(JSON.stringify([response, log])).not.toContain('wr0ng');
  });

  it('takes JSON alone, by POST alone', async () => {
    const { handle } = server();
    const text = {
      ...posted('/rpc/k3y', call('add', [1, 2])),
      headers: ['Content-Type', 'text/plain'],
    };
    expect((await handle(text)).status).toBe(415);
    expect((await handle(request({ target: '/rpc/k3y' }))).status).toBe(405);
    expect((await handle(posted('/rpc/k3y', `"${'x'.repeat(1_100_000)}"`))).status).toBe(413);
  });

  it('is not made where checks have no param to stand for', () => {
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

  it('stands beside plain operations', async () => {
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
    expect(said(await handle(posted('/rpc/k3y', call('kettles_list', [{}])))).body).toMatchObject({
      result: 1,
    });
    expect(() => createServer(description, both, handlers, options)).toThrow(
      'No protocol of this server answers "list".',
    );
  });
});
