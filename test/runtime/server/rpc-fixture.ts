import type { ApiDescriptor, Check, OperationDescriptor, Verifier } from '@tallystick/runtime';
import {
  createRpcServer,
  type LogEntry,
  type RpcHandlerRequest,
  type RpcRespond,
} from '@tallystick/runtime/rpc/server';
import { stateGuard } from '@tallystick/runtime/http/server';
import { api, type Handle, operation, posted, parseResponse } from './request.js';

/** A kettle is poured when it is hot. */
const transition = stateGuard<'cold' | 'hot' | 'poured'>((from, to) =>
  from === 'cold' ? to === 'hot' : from === 'hot' && to === 'poured',
);

export function method(id: string, rpc: OperationDescriptor['rpc']): OperationDescriptor {
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

export const description: ApiDescriptor = api({
  variables: { prefix: { default: 'kettles' } },
  security: { clientKey: { kind: 'apiKey', in: 'path', name: 'clientKey' } },
});

export const operations: readonly OperationDescriptor[] = [
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
  method('move', { method: 'move', params: 'by-name' }),
  method('pour', {
    method: 'pour',
    params: 'by-name',
    errors: [
      { code: 1001, name: 'noSuchKettle' },
      { code: 1002, name: 'kettleIsCold', fault: 'invalid-transition' },
    ],
  }),
];

export const address: Check = {
  is: (value) => typeof value === 'object' && value !== null && 'address' in value,
  check: () => [
    { pointer: '/address', keyword: 'required', expected: 'a member "address"', schema: '' },
  ],
};
export const number: Check = {
  is: (value) => typeof value === 'number',
  check: () => [{ pointer: '', keyword: 'type', expected: 'a number', schema: '' }],
};
export const clientKey: Verifier<string> = {
  head: ({ credentials: [key = ''] }) =>
    key === 'k3y' ? { ok: true, principal: key } : { ok: false, reason: 'unknown-key' },
};

export type Received = RpcHandlerRequest<{ readonly [name: string]: unknown }>;

export function server(variables: object = {}): {
  readonly handle: Handle;
  readonly calls: readonly unknown[];
  readonly log: readonly LogEntry[];
  readonly ask: (body: unknown, target?: string) => Promise<ReturnType<typeof parseResponse>>;
} {
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
    move: (_: Received, respond: RpcRespond) =>
      respond.result(transition({ status: 'cold' }, 'poured')),
    pour: (_: Received, respond: RpcRespond) =>
      respond.result(transition({ status: 'cold' }, 'poured')),
  };
  const options = {
    authorities: ['api.example.com'],
    security: { clientKey },
    variables,
    checks: { list: { params: [address] }, add: { params: [number, number, number] } },
    limits: { batch: 3 },
    correlationId: () => 'c1',
    log: (entry: LogEntry) => log.push(entry),
  };
  const routes = operations.map((descriptor) => ({ descriptor, handler: descriptor.id }));
  const handle = createRpcServer(description, routes, handlers, options);
  return {
    handle,
    calls,
    log,
    ask: async (body: unknown, target = '/rpc/k3y') =>
      parseResponse(await handle(posted(target, body))),
  };
}

export const call = (method: string, params?: unknown, id: unknown = 1): object => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params === undefined ? {} : { params }),
});
