import type { ListBalancesRequest } from '@platform/rpc';
import { rpcResponseChecks } from '@platform/rpc/validators';
import { ApiError, type Body, type HttpHandler, type WireResponse } from '@tallystick/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testTime } from '../time.js';
import { address, balanceOf, type RpcFixture, ways } from './fixture.js';

describe.each(ways)('JSON-RPC calls of the platform $way', ({ connect }) => {
  let fixture: RpcFixture;
  beforeAll(async () => {
    fixture = await connect({ validateResponses: rpcResponseChecks });
  });
  afterAll(() => fixture.close());
  beforeEach(() => {
    fixture.instead = undefined;
    fixture.calls.length = 0;
    fixture.sent.length = 0;
    fixture.log.length = 0;
  });

  test('return a typed result', async () => {
    const page = await fixture.client.balances.list({ address, pageSize: 2 });
    expect(page).toEqual({ balances: [balanceOf(0), balanceOf(1)], nextPageToken: '2' });
    expect(fixture.calls).toEqual([{ address, pageSize: 2 }]);
  });

  test('return an outcome', async () => {
    const outcome = await fixture.client.balances.list.result({ address });
    expect(outcome).toMatchObject({
      kind: 'success',
      ok: true,
      status: 200,
      value: { nextPageToken: '' },
    });
  });

  test('are sent with the prefixed method, one param, and ids from 0', async () => {
    const client = fixture.clientWith({});
    await client.balances.list({ address });
    await client.balances.list({ address });
    expect(fixture.sent.map(({ body }) => JSON.parse(String(body)))).toEqual([
      { jsonrpc: '2.0', id: 0, method: 'platform_listBalances', params: [{ address }] },
      { jsonrpc: '2.0', id: 1, method: 'platform_listBalances', params: [{ address }] },
    ]);
    expect(fixture.sent[0]?.target).toBe(`/rpc/v1/base/${fixture.key}`);
  });

  test('follow items and pages to the end', async () => {
    const ids: string[] = [];
    for await (const { asset } of fixture.client.balances.list({ address, pageSize: 2 }))
      ids.push(asset.id);
    expect(ids).toEqual(['asset-0', 'asset-1', 'asset-2', 'asset-3', 'asset-4']);
    expect(fixture.calls).toHaveLength(3);
    const sizes: number[] = [];
    for await (const page of fixture.client.balances.list({ address, pageSize: 3 }).pages()) {
      sizes.push(page.balances.length);
    }
    expect(sizes).toEqual([3, 2]);
  });

  test.each([
    [-32700, 'parseError'],
    [-32600, 'invalidRequest'],
    [-32601, 'methodNotFound'],
    [-32602, 'invalidParams'],
    [-32603, 'internalError'],
  ] as const)('return the error %i typed by code with the name %s', async (code, name) => {
    for (const spelling of [code, name]) {
      fixture.instead = (_, respond) => respond.error(spelling, 'No such luck.', { luck: 0 });
      const outcome = await fixture.client.balances.list.result({ address });
      expect(outcome).toMatchObject({
        kind: 'rpc-error',
        ok: false,
        code,
        name,
        message: 'No such luck.',
        data: { luck: 0 },
      });
    }
    const error = await thrownBy(fixture.client.balances.list({ address }));
    expect(fixture.client.balances.list.failed(error)).toBe(true);
    expect(error).toMatchObject({ outcome: { kind: 'rpc-error', code } });
    expect(error.message).toBe(`listBalances: ${name} ${code}: No such luck.`);
  });

  test('are sent together in a batch', async () => {
    const { client, sent } = fixture;
    const [all, some] = await client.batch([
      client.balances.list.prepare({ address }),
      client.balances.list.prepare({ address, pageSize: 1 }),
    ]);
    expect(sent).toHaveLength(1);
    expect(all.balances).toHaveLength(5);
    expect(some.balances).toEqual([balanceOf(0)]);
    const outcomes = await client.batch.result([
      client.balances.list.prepare({ address }),
      client.balances.list.prepare({ address: 'nobody' }),
    ]);
    expect(outcomes).toMatchObject([{ ok: true }, { kind: 'rpc-error', code: -32602 }]);
  });

  test('match results of a batch in any order', async () => {
    const shuffled = fixture.clientWith({
      transport: async (request) => {
        const answer = await fixture.exchange(request);
        const list: unknown = JSON.parse(await textOf(answer.body));
        if (!Array.isArray(list)) throw new Error('a batch is answered by a list');
        return { ...answer, body: JSON.stringify([...list].reverse()) };
      },
    });
    const pages = await shuffled.batch(
      [1, 2, 3, 4].map((pageSize) => shuffled.balances.list.prepare({ address, pageSize })),
    );
    expect(pages.map(({ balances }) => balances.length)).toEqual([1, 2, 3, 4]);
  });

  test.each<{ readonly what: string; readonly params: object; readonly path: string }>([
    { what: 'an invalid address', params: { address: 'nobody' }, path: 'params/0/address' },
    { what: 'a page size of zero', params: { address, pageSize: 0 }, path: 'params/0/pageSize' },
    { what: 'a missing address', params: {}, path: 'params/0' },
  ])('are rejected with the location of $what', async ({ params, path }) => {
    const outcome = await fixture.client.balances.list.result(params as ListBalancesRequest);
    expect(outcome).toMatchObject({
      kind: 'rpc-error',
      code: -32602,
      data: { violations: [{ path }] },
    });
    expect(fixture.calls).toEqual([]);
  });

  test('return -32603 for an invalid result, which is logged', async () => {
    fixture.instead = (_, respond) => ({
      ...respond.result({ balances: [] }),
      body: { balances: 'many' },
    });
    const outcome = await fixture.client.balances.list.result({ address });
    expect(outcome).toMatchObject({ kind: 'rpc-error', code: -32603, message: 'Internal error' });
    expect(fixture.log).toMatchObject([{ reason: 'invalid-answer', operation: 'listBalances' }]);
  });

  test.each([
    { what: 'another key', of: (key: string) => [...key].reverse().join('') },
    { what: 'part of the key', of: (key: string) => key.slice(1) },
    { what: 'an encoded slash', of: (key: string) => `${key}/x` },
  ])('are rejected before the method with $what', async ({ of }) => {
    const clientApiKey = of(fixture.key);
    const client = fixture.clientWith({ credentials: { clientApiKey } });
    const outcome = await client.balances.list.result({ address });
    expect(outcome).toMatchObject({ kind: 'rpc-error', code: -32600, response: { status: 401 } });
    const error = await thrownBy(client.balances.list({ address }));
    for (const secret of [fixture.key, clientApiKey]) {
      expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain(secret);
    }
    expect(fixture.calls).toEqual([]);
  });

  const raw: readonly {
    readonly what: string;
    readonly body: string;
    readonly type?: string;
    readonly status: number;
    readonly answer: unknown;
  }[] = [
    { what: 'invalid JSON', body: '{', status: 200, answer: error(-32700, null) },
    { what: 'a number', body: '5', status: 200, answer: error(-32600, null) },
    { what: 'an empty batch', body: '[]', status: 200, answer: error(-32600, null) },
    {
      what: 'a method that does not exist',
      body: '{"jsonrpc":"2.0","id":0,"method":"platform_fly"}',
      status: 200,
      answer: error(-32601, 0),
    },
    {
      what: 'a method without its prefix',
      body: '{"jsonrpc":"2.0","id":"a","method":"listBalances","params":[]}',
      status: 200,
      answer: error(-32601, 'a'),
    },
    {
      what: 'named params instead of listed ones',
      body: `{"jsonrpc":"2.0","id":1,"method":"platform_listBalances","params":{"address":"${address}"}}`,
      status: 200,
      answer: error(-32602, 1),
    },
    {
      what: 'a notification',
      body: `{"jsonrpc":"2.0","method":"platform_listBalances","params":[{"address":"${address}"}]}`,
      status: 204,
      answer: undefined,
    },
    {
      what: 'another media type',
      body: 'hello',
      type: 'text/plain',
      status: 415,
      answer: error(-32600, null),
    },
  ];
  test.each(raw)(
    'are answered as JSON-RPC specifies for $what',
    async ({ body, type, status, answer }) => {
      const response = await fixture.exchange({
        method: 'POST',
        scheme: fixture.scheme,
        authority: fixture.authority,
        target: `/rpc/v1/base/${fixture.key}`,
        headers: ['Content-Type', type ?? 'application/json'],
        body,
      });
      expect(response.status).toBe(status);
      const text = await textOf(response.body);
      expect(text === '' ? undefined : JSON.parse(text)).toEqual(answer);
    },
  );

  test('with another prefix call another method', async () => {
    const other = fixture.clientWith({ variables: { prefix: 'moon' } });
    expect(await other.balances.list.result({ address })).toMatchObject({ code: -32601 });
  });
});

describe('responses of another JSON-RPC server', () => {
  const answers =
    (body: unknown, status = 200): HttpHandler =>
    async () =>
      json(status, body);
  test.each<{ readonly what: string; readonly body: unknown; readonly want: object }>([
    {
      what: 'the id of another call',
      body: { jsonrpc: '2.0', id: 7, result: {} },
      want: { kind: 'invalid-response' },
    },
    {
      what: 'neither result nor error',
      body: { jsonrpc: '2.0', id: 0 },
      want: { kind: 'invalid-response' },
    },
    {
      what: 'an undeclared code',
      body: { jsonrpc: '2.0', id: 0, error: { code: -31999, message: 'Moon.' } },
      want: { kind: 'rpc-error', code: -31999, name: undefined, message: 'Moon.' },
    },
    {
      what: 'an error without an id',
      body: { jsonrpc: '2.0', id: null, error: { code: -32603, message: 'Down.' } },
      want: { kind: 'rpc-error', code: -32603 },
    },
  ])('are distinguished: $what', async ({ body, want }) => {
    const { clientWith } = await anyWorld();
    const client = clientWith({ transport: answers(body), retry: false });
    expect(await client.balances.list.result({ address })).toMatchObject(want);
  });

  test('are invalid for a call of a batch without one response', async () => {
    const { clientWith } = await anyWorld();
    const page = { balances: [] };
    const body = [2, 0, 2].map((id) => ({ jsonrpc: '2.0', id, result: page }));
    const client = clientWith({ transport: answers(body) });
    const prepared = [0, 1, 2].map(() => client.balances.list.prepare({ address }));
    const outcomes = await client.batch.result(prepared);
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      'success',
      'invalid-response',
      'invalid-response',
    ]);
    await expect(client.batch(prepared)).rejects.toBeInstanceOf(ApiError);
  });

  test('are abandoned after a timeout or an abort', async () => {
    const time = testTime();
    const { clientWith } = await anyWorld(time);
    const client = clientWith({ transport: () => new Promise(() => undefined) });
    const late = client.balances.list.result({ address }, { timeout: 900 });
    await time.waiter(900);
    await time.advance(900);
    expect(await late).toMatchObject({ kind: 'timeout', timeout: 900 });
    const signal = AbortSignal.abort('enough');
    expect(await client.balances.list.result({ address }, { signal })).toMatchObject({
      kind: 'aborted',
    });
  });

  test('are not repeated for a method over POST', async () => {
    const { clientWith } = await anyWorld();
    let sent = 0;
    const client = clientWith({
      transport: async () => {
        sent += 1;
        return json(503, {});
      },
    });
    expect(await client.balances.list.result({ address })).toMatchObject({
      kind: 'undeclared',
      status: 503,
    });
    expect(sent).toBe(1);
  });
});

function error(code: number, id: unknown): unknown {
  return {
    jsonrpc: '2.0',
    id,
    error: expect.objectContaining({ code, message: expect.any(String) }),
  };
}

function json(status: number, body: unknown): WireResponse {
  return { status, headers: ['Content-Type', 'application/json'], body: JSON.stringify(body) };
}

async function anyWorld(time = testTime()): Promise<RpcFixture> {
  const fixture = await ways[0]?.connect({ time });
  if (fixture === undefined) throw new Error('there is a way');
  return fixture;
}

async function textOf(body: Body): Promise<string> {
  if (body === undefined || typeof body === 'string') return body ?? '';
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function thrownBy(call: PromiseLike<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (failure) {
    if (failure instanceof ApiError) return failure;
    throw failure;
  }
  throw new Error('it was to fail');
}
