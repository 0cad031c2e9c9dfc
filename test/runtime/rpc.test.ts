import type { PagedRpcCallOf, RpcCallOf } from './http-client-operation.js';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type {
  ApiDescriptor,
  CallOptions,
  OperationDescriptor,
  RpcFailure,
  Success,
  Unexpected,
  WireRequest,
  WireResponse,
} from '@tallystick/runtime';
import { bind, type Client, connect } from '@tallystick/runtime/http';
import { batch, bindBatch, pagedRpcOperation, rpcOperation } from '@tallystick/runtime/rpc';
import { json, recordingTransport } from './http-client-fixture.js';

const clientKey = 'ck-planted-secret';

const ledger: ApiDescriptor = {
  title: 'Ledger',
  version: '1.0.0',
  servers: [{ url: 'https://rpc.example' }],
  variables: { prefix: { default: 'ledger' } },
  security: { clientKey: { kind: 'apiKey', in: 'path', name: 'clientKey' } },
};

const endpoint = {
  method: 'POST',
  path: ['/rpc/v1/', 0],
  parameters: [
    {
      name: 'clientKey',
      in: 'path',
      required: true,
      type: { types: ['string'] },
      credential: true,
    },
  ],
  input: 'body',
  security: [{ clientKey: [] }],
} as const;
const resultOutcome = {
  status: 200,
  respond: 'result',
  contents: [{ mediaType: 'application/json', codec: 'json' }],
} as const;

interface BalancePage {
  readonly balances: readonly string[];
  readonly nextPageToken?: string;
}
interface ListInput {
  readonly address: string;
  readonly pageToken?: string;
}
type ListOutcome = Success<200, BalancePage> | RpcFailure<-32602> | Unexpected;

const listDescriptor: OperationDescriptor = {
  ...endpoint,
  id: 'listBalances',
  outcomes: [resultOutcome],
  pagination: {
    request: { name: 'pageToken', in: 'body' },
    next: { path: ['nextPageToken'] },
    items: ['balances'],
  },
  rpc: {
    method: '{prefix}_listBalances',
    params: 'single',
    errors: [{ code: -32602, name: 'invalidParams' }],
  },
};
const listBalances: PagedRpcCallOf<
  [client: Client, body: ListInput, options?: CallOptions],
  BalancePage,
  string,
  ListOutcome
> = pagedRpcOperation(listDescriptor);

const heightDescriptor: OperationDescriptor = {
  ...endpoint,
  id: 'height',
  outcomes: [resultOutcome],
  rpc: { method: '{variables.prefix}_height', params: { positions: ['chain', 'at', 'final'] } },
};
type HeightOutcome = Success<200, number> | RpcFailure | Unexpected;
const height: RpcCallOf<
  [
    client: Client,
    body: { readonly chain: string; readonly at?: number; readonly final?: boolean },
    options?: CallOptions,
  ],
  number,
  HeightOutcome
> = rpcOperation(heightDescriptor);

function sent(request: WireRequest | undefined): unknown {
  return JSON.parse(typeof request?.body === 'string' ? request.body : 'null');
}

/** A server that answers each request object with what `answer` makes of it. */
function answering(answer: (call: { id: number; method: string; params: unknown }) => object): {
  readonly requests: WireRequest[];
  readonly client: Client;
} {
  const requests: WireRequest[] = [];
  const transport = async (request: WireRequest): Promise<WireResponse> => {
    requests.push(request);
    const body = sent(request) as { id: number; method: string; params: unknown };
    return json(200, { jsonrpc: '2.0', id: body.id, ...answer(body) });
  };
  return { requests, client: connect(ledger, { transport, credentials: { clientKey } }) };
}

const client = (...answers: readonly WireResponse[]): Client =>
  connect(ledger, {
    transport: recordingTransport(...answers).exchange,
    credentials: { clientKey },
  });

describe('JSON-RPC method', () => {
  it('sends one request object with ids from 0, and the key in the path', async () => {
    const { requests, client: caller } = answering(() => ({ result: { balances: [] } }));
    await listBalances(caller, { address: '0xa' });
    await listBalances(caller, { address: '0xb' });
    expect(requests[0]).toMatchObject({ method: 'POST', target: '/rpc/v1/ck-planted-secret' });
    expect(requests[0]?.headers).toEqual([
      'Accept',
      'application/json',
      'Content-Type',
      'application/json',
    ]);
    expect(requests.map(sent)).toEqual([
      { jsonrpc: '2.0', id: 0, method: 'ledger_listBalances', params: [{ address: '0xa' }] },
      { jsonrpc: '2.0', id: 1, method: 'ledger_listBalances', params: [{ address: '0xb' }] },
    ]);
  });

  it('passes parameters by position, with null for omitted ones', async () => {
    const { requests, client: caller } = answering(() => ({ result: 7 }));
    expect(await height(caller, { chain: 'a', final: true })).toBe(7);
    await height(caller, { chain: 'a' });
    expect(requests.map((request) => (sent(request) as { params: unknown }).params)).toEqual([
      ['a', null, true],
      ['a'],
    ]);
  });

  it('distinguishes a declared error by its name', async () => {
    const { client: caller } = answering(() => ({
      error: { code: -32602, message: 'bad address', data: { at: 0 } },
    }));
    const outcome = await listBalances.result(caller, { address: 'x' });
    expect(outcome).toMatchObject({
      kind: 'rpc-error',
      code: -32602,
      name: 'invalidParams',
      message: 'bad address',
      data: { at: 0 },
    });
    const error: unknown = await Promise.resolve(listBalances(caller, { address: 'x' })).catch(
      (thrown: unknown) => thrown,
    );
    expect(listBalances.failed(error) && error.message).toBe(
      'listBalances: invalidParams -32602: bad address',
    );
  });

  it.each([
    ['has no version', { id: 0, result: 1 }, 'the response is not JSON-RPC 2.0'],
    [
      'has a result and an error',
      { jsonrpc: '2.0', id: 0, result: 1, error: { code: 1, message: '' } },
      'the response has a result and an error',
    ],
    [
      'has neither a result nor an error',
      { jsonrpc: '2.0', id: 0 },
      'the response has neither a result nor an error',
    ],
    ['has no id', { jsonrpc: '2.0', result: 1 }, 'the response has no id'],
    [
      'has another id',
      { jsonrpc: '2.0', id: 1, result: 1 },
      'the response belongs to another request',
    ],
    [
      'has the id as a string',
      { jsonrpc: '2.0', id: '0', result: 1 },
      'the response belongs to another request',
    ],
    [
      'has a result with id null',
      { jsonrpc: '2.0', id: null, result: 1 },
      'the response belongs to another request',
    ],
    [
      'has a fractional error code',
      { jsonrpc: '2.0', id: 0, error: { code: 1.5, message: '' } },
      'the error is not a JSON-RPC error object',
    ],
    ['is an array', [{ jsonrpc: '2.0', id: 0, result: 1 }], 'the response is not an object'],
  ])('rejects a response that %s', async (_, body, message) => {
    expect(await height.result(client(json(200, body)), { chain: 'a' })).toMatchObject({
      kind: 'invalid-response',
      message,
    });
  });

  it('accepts an error with id null', async () => {
    const body = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } };
    expect(await height.result(client(json(200, body)), { chain: 'a' })).toMatchObject({
      kind: 'rpc-error',
      code: -32700,
      name: undefined,
    });
  });

  it('reads an error object with a failure status', async () => {
    const body = { jsonrpc: '2.0', id: 0, error: { code: -32600, message: 'no' } };
    expect(await height.result(client(json(400, body)), { chain: 'a' })).toMatchObject({
      kind: 'rpc-error',
    });
    expect(await height.result(client(json(502, { oops: 1 })), { chain: 'a' })).toMatchObject({
      kind: 'undeclared',
      status: 502,
    });
  });

  it('is read page by page', async () => {
    const pages: Readonly<Record<string, BalancePage>> = {
      '': { balances: ['a', 'b'], nextPageToken: 't1' },
      t1: { balances: ['c'], nextPageToken: '' },
    };
    const { requests, client: caller } = answering(({ params }) => {
      const [{ pageToken = '' }] = params as [ListInput];
      return { result: pages[pageToken] };
    });
    const items: string[] = [];
    for await (const item of listBalances(caller, { address: '0xa' })) items.push(item);
    expect(items).toEqual(['a', 'b', 'c']);
    expect(requests).toHaveLength(2);
  });

  it('hides the key in every error', async () => {
    const failing = connect(ledger, {
      transport: () =>
        Promise.reject(new Error(`connect https://rpc.example/rpc/v1/${clientKey} failed`)),
      credentials: { clientKey },
    });
    const outcome = await height.result(failing, { chain: 'a' });
    expect(outcome.kind === 'network' && String(outcome.cause)).toBe(
      'TransportError: connect https://rpc.example/rpc/v1/… failed',
    );
  });
});

describe('batch', () => {
  const results = (...list: readonly object[]): WireResponse => json(200, list);

  it('sends one request, and matches results by id in any order', async () => {
    const { exchange, requests } = recordingTransport(
      results(
        { jsonrpc: '2.0', id: 1, result: 12 },
        { jsonrpc: '2.0', id: 0, result: { balances: ['a'] } },
      ),
    );
    const caller = connect(ledger, { transport: exchange, credentials: { clientKey } });
    const list = bind<typeof listBalances>(caller, listBalances);
    const at = bind<typeof height>(caller, height);
    const send = bindBatch(caller);

    const [page, block] = await send([
      list.prepare({ address: '0xa' }),
      at.prepare({ chain: 'a' }),
    ]);

    expectTypeOf(page).toEqualTypeOf<BalancePage>();
    expectTypeOf(block).toEqualTypeOf<number>();
    expect({ page, block }).toEqual({ page: { balances: ['a'] }, block: 12 });
    expect(requests).toHaveLength(1);
    expect(sent(requests[0])).toEqual([
      { jsonrpc: '2.0', id: 0, method: 'ledger_listBalances', params: [{ address: '0xa' }] },
      { jsonrpc: '2.0', id: 1, method: 'ledger_height', params: ['a'] },
    ]);
  });

  it('returns an outcome for each call', async () => {
    const caller = client(
      results(
        { jsonrpc: '2.0', id: 7, result: 0 },
        { jsonrpc: '2.0', id: 1, error: { code: 5, message: 'five' } },
        { jsonrpc: '2.0', id: 2, result: 1 },
        { jsonrpc: '2.0', id: 2, result: 2 },
        { jsonrpc: '2.0', id: 3, result: 3 },
      ),
    );
    const calls = ['a', 'b', 'c', 'd'].map((chain) => height.prepare({ chain }));
    const outcomes = await batch.result(caller, calls);
    expectTypeOf(outcomes).toEqualTypeOf<HeightOutcome[]>();
    expect(outcomes).toMatchObject([
      { kind: 'invalid-response', message: 'the batch has no response to this call' },
      { kind: 'rpc-error', code: 5 },
      { kind: 'invalid-response', message: 'the batch has several responses to this call' },
      { kind: 'success', value: 3 },
    ]);
  });

  it('throws the first failure as the error of its call', async () => {
    const caller = client(
      results(
        { jsonrpc: '2.0', id: 0, result: { balances: [] } },
        { jsonrpc: '2.0', id: 1, error: { code: 5, message: 'five' } },
      ),
    );
    const error: unknown = await batch(caller, [
      listBalances.prepare({ address: '0xa' }),
      height.prepare({ chain: 'a' }),
    ]).catch((thrown: unknown) => thrown);
    expect(height.failed(error)).toBe(true);
    expect(listBalances.failed(error)).toBe(false);
  });

  it.each([
    [
      'one error',
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches' } },
      'rpc-error',
    ],
    ['an object without an error', { jsonrpc: '2.0', id: 0, result: 1 }, 'invalid-response'],
    ['text', 'hello', 'invalid-response'],
  ])('reports a response of %s for all calls', async (_, body, kind) => {
    const outcomes = await batch.result(client(json(200, body)), [
      height.prepare({ chain: 'a' }),
      height.prepare({ chain: 'b' }),
    ]);
    expect(outcomes.map((outcome) => outcome.kind)).toEqual([kind, kind]);
  });

  it('sends nothing without calls', async () => {
    const { exchange, requests } = recordingTransport();
    const caller = connect(ledger, { transport: exchange, credentials: { clientKey } });
    expect(await batch(caller, [])).toEqual([]);
    expect(requests).toEqual([]);
  });
});
