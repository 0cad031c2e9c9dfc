import type {
  ItemCallOf,
  PagedCallOf,
  RpcCallOf,
  StreamedCallOf,
} from './http-client-operation.js';
import { describe, expect, it, test } from 'vitest';
import {
  type InvalidRequest,
  json as jsonContent,
  type OperationDescriptor,
  type WireRequest,
} from '@tallystick/runtime';
import {
  connect,
  everyPart,
  itemOperation,
  operation,
  pagedOperation,
  streamedOperation,
} from '@tallystick/runtime/http';
import { type WebhookDescriptor, WebhookSender } from '@tallystick/runtime/webhooks';
import { batch, rpcOperation } from '@tallystick/runtime/rpc';
import { json, recordingTransport } from './http-client-fixture.js';
import { api, createClientFixture } from './http-client-calls.js';

const ok: OperationDescriptor['outcomes'] = [
  { status: 200, respond: 'ok', contents: [jsonContent] },
];
const id = { name: 'id', in: 'path', required: true, type: { types: ['string'] } } as const;
const limit = { name: 'limit', in: 'query', type: { types: ['integer'] } } as const;
const theme = { name: 'theme', in: 'cookie', type: { types: ['string'] } } as const;
const descriptors: Readonly<Record<OperationDescriptor['input'], OperationDescriptor>> = {
  none: {
    id: 'getKettle',
    method: 'GET',
    path: ['/k/', 0],
    parameters: [id],
    input: 'none',
    outcomes: ok,
  },
  query: {
    id: 'listKettles',
    method: 'GET',
    path: ['/k/', 0],
    parameters: [id, limit, { ...limit, name: 'colour' }, theme],
    input: 'query',
    outcomes: ok,
  },
  body: {
    id: 'createKettle',
    method: 'POST',
    path: ['/k/', 0],
    parameters: [id, limit],
    input: 'body',
    body: { contents: [jsonContent] },
    outcomes: ok,
  },
  parts: {
    id: 'boilKettle',
    method: 'POST',
    path: ['/k/', 0],
    parameters: [id, { ...limit, required: true }, theme],
    input: 'parts',
    body: { contents: [jsonContent] },
    outcomes: ok,
  },
};

/** Options that every call has. */
const options =
  '"signal", "timeout", "idleTimeout", "maxBytes", "maxItemBytes", "lastEventId", "reconnect", "headers", ' +
  '"contentType", "retry", "idempotencyKey"';

type Any = (...args: readonly unknown[]) => Promise<unknown>;
interface AnyCall extends Any {
  readonly result: (...args: readonly unknown[]) => Promise<InvalidRequest>;
}

function callOf(kind: OperationDescriptor['input']): AnyCall {
  return operation<AnyCall>(descriptors[kind], [everyPart]);
}

describe('options', () => {
  it.each<[OperationDescriptor['input'], readonly unknown[]]>([
    ['none', ['a', { timeout: 300, headers: { 'X-A': 'b' } }]],
    ['none', ['a', { timeout: 300, headers: { 'X-A': 'b' } }, undefined]],
    ['query', ['a', { limit: 1 }, { timeout: 300, headers: { 'X-A': 'b' } }]],
    ['query', ['a', undefined, { timeout: 300, headers: { 'X-A': 'b' } }]],
    ['body', ['a', undefined, { timeout: 300, headers: { 'X-A': 'b' } }]],
    ['body', ['a', { timeout: 5 }, { timeout: 300, headers: { 'X-A': 'b' }, query: { limit: 1 } }]],
    ['parts', ['a', { query: { limit: 1 } }, { timeout: 300, headers: { 'X-A': 'b' } }]],
  ])('follow the input: %s %j', async (kind, args) => {
    const silent = createClientFixture(['silence']);
    const waiting = callOf(kind).result(silent.client, ...args);
    await silent.timers.advance(300);
    expect(await waiting).toMatchObject({ kind: 'timeout', timeout: 300 });
    expect(silent.requests[0]?.headers.join()).toContain('X-A,b');
  });

  it.each<[OperationDescriptor['input'], readonly unknown[], string]>([
    ['none', ['a', {}, { timeout: 300 }], 'the arguments are (id, options), and nothing else'],
    [
      'none',
      ['a', undefined, { timeout: 300 }],
      'the arguments are (id, options), and nothing else',
    ],
    ['query', ['a', {}, {}, 1], 'the arguments are (id, query, options), and nothing else'],
    ['none', ['a', 1, ['a']], 'the arguments are (id, options), and nothing else'],
    ['none', ['a', 1], 'the options are not an object; the arguments are (id, options)'],
    ['none', ['a', 'b'], 'the options are not an object; the arguments are (id, options)'],
    [
      'none',
      ['a', new AbortController().signal],
      'the options are not an object; the arguments are (id, options)',
    ],
    [
      'query',
      ['a', {}, new Map([['timeout', 5]])],
      'the options are not an object; the arguments are (id, query, options)',
    ],
    [
      'query',
      ['a', new URLSearchParams('limit=1')],
      'the input is an object without own properties; pass a plain object',
    ],
    [
      'parts',
      ['a', { query: new Map([['limit', 1]]) }],
      '/query is an object without own properties; pass a plain object',
    ],
    ['none', ['a', { limit: 5 }], `"limit" is not a member of options, which has ${options}`],
    ['none', ['a', { timout: 5 }], `"timout" is not a member of options, which has ${options}`],
    [
      'body',
      ['a', {}, { Retry: false }],
      `"Retry" is not a member of options, which has ${options}, "query"`,
    ],
    [
      'body',
      ['a', {}, { query: { limits: 1 } }],
      '"limits" is not a member of /query, which has "limit"',
    ],
    [
      'none',
      ['a', { query: { limit: 1 } }],
      `"query" is not a member of options, which has ${options}`,
    ],
    [
      'query',
      ['a', { timeout: 300 }],
      '"timeout" is an option, not a member of the input; the arguments are (id, query, options)',
    ],
    [
      'query',
      ['a', { limit: 1, signal: AbortSignal.abort() }],
      '"signal" is an option, not a member of the input; the arguments are (id, query, options)',
    ],
    [
      'query',
      ['a', { Limit: 1 }],
      '"Limit" is not a member of the input, which has "limit", "colour"',
    ],
    [
      'query',
      ['a', { order: 1 }],
      '"order" is not a member of the input, which has "limit", "colour"',
    ],
    [
      'query',
      ['a', { theme: 'dark' }],
      '"theme" is not a member of the input, which has "limit", "colour"',
    ],
    [
      'query',
      ['a', {}, { cookies: { them: 'dark' } }],
      '"them" is not a member of /cookies, which has "theme"',
    ],
    [
      'parts',
      ['a', { query: { limit: 1 }, retry: false }],
      '"retry" is an option, not a member of the input; the arguments are (id, input, options)',
    ],
    [
      'parts',
      ['a', { colour: 'red' }],
      '"colour" is not a member of the input, which has "body", "query", "headers", "cookies"',
    ],
    [
      'parts',
      ['a', { query: { limit: 1, color: 1 } }],
      '"color" is not a member of /query, which has "limit"',
    ],
  ])('are rejected if unknown: %s %j', async (kind, args, message) => {
    const { client, requests } = createClientFixture([json(200, 1)]);
    const call = callOf(kind);
    expect(await call.result(client, ...args)).toMatchObject({ kind: 'invalid-request', message });
    await expect(call(client, ...args)).rejects.toThrow(message);
    expect(requests).toEqual([]);
  });

  it('may be undefined, as may properties of the input and further arguments', async () => {
    const { client, requests } = createClientFixture([json(200, 1)]);
    await callOf('query')(
      client,
      'a',
      { limit: 1, order: undefined },
      { tags: undefined },
      undefined,
    );
    expect(requests[0]?.target).toBe('/k/a?limit=1');
  });

  it('are not read from a body', async () => {
    const { client, requests } = createClientFixture([json(200, 1)]);
    await callOf('body')(client, 'a', { timeout: 5, anything: 1 });
    await callOf('parts')(client, 'a', { body: { retry: 1 }, query: { limit: 1 } });
    expect(requests.map(({ body }) => body)).toEqual(['{"timeout":5,"anything":1}', '{"retry":1}']);
  });
});

describe('other kinds of call', () => {
  const timeout = { timeout: 300 };
  const none = descriptors.none;

  test('accept options: open and stream', async () => {
    const { client, requests, timers } = createClientFixture([
      { status: 200, headers: [], body: '' },
    ]);
    const open = streamedOperation<StreamedCallOf<readonly unknown[], unknown, unknown>>(none, [
      everyPart,
    ]);
    await expect(open.open(client, 'a', {}, timeout)).rejects.toThrow('(id, options)');
    expect(await open.open(client, 'a', timeout)).toMatchObject({ status: 200 });
    const items = itemOperation<ItemCallOf<readonly unknown[], unknown, unknown, unknown>>(
      {
        ...none,
        outcomes: [
          {
            status: 200,
            respond: 'ok',
            contents: [{ mediaType: 'application/jsonl', codec: 'json-lines' }],
          },
        ],
      } as never,
      [everyPart],
    );
    const refused = items.stream(client, 'a', {}, timeout)[Symbol.asyncIterator]().next();
    await expect(refused).rejects.toThrow('(id, options)');
    expect(requests).toHaveLength(1);
    expect(timers.pending).toBe(0);
  });

  test('accept options: pages, which throw when they are awaited or iterated', async () => {
    const { client, requests } = createClientFixture([json(200, { items: [1] })]);
    const list = pagedOperation<PagedCallOf<readonly unknown[], unknown, unknown, unknown>>(
      {
        ...descriptors.query,
        pagination: {
          items: ['items'],
          request: { name: 'colour', in: 'query' },
          next: { path: ['next'] },
        },
      },
      [everyPart],
    );
    const wrong = list(client, 'a', { timeout: 300 });
    await expect(wrong.then(() => 0)).rejects.toThrow('"timeout" is an option');
    await expect(wrong.pages()[Symbol.asyncIterator]().next()).rejects.toThrow(
      '"timeout" is an option',
    );
    expect(await list.result(client, 'a', { timeout: 300 })).toMatchObject({
      kind: 'invalid-request',
    });
    expect(requests).toEqual([]);
    const items: unknown[] = [];
    for await (const item of list(client, 'a', { limit: 1 }, timeout)) items.push(item);
    expect(items).toEqual([1]);
  });

  test('accept options: JSON-RPC methods, alone, prepared and in a batch', async () => {
    const { client, requests } = createClientFixture([
      json(200, { jsonrpc: '2.0', id: 0, result: 7 }),
    ]);
    const ask = rpcOperation<RpcCallOf<readonly unknown[], unknown, unknown>>({
      id: 'ask',
      method: 'POST',
      path: ['/rpc'],
      input: 'none',
      rpc: { method: 'ask', params: { positions: [] } },
      outcomes: ok,
    });
    const notify = rpcOperation<RpcCallOf<readonly unknown[], unknown, unknown>>({
      id: 'tell',
      method: 'POST',
      path: ['/rpc'],
      input: 'body',
      rpc: { method: 'tell', params: { positions: ['whom', 'what'] } },
      outcomes: ok,
    });
    const refused = async (called: Promise<unknown>, message: string): Promise<void> => {
      await expect(called).rejects.toThrow(message);
    };
    await refused(ask(client, {}, timeout), 'the arguments are (options), and nothing else');
    await refused(
      notify(client, { whom: 'a', waht: 1 }),
      '"waht" is not a member of the input, which has "whom", "what"',
    );
    await refused(notify(client, { whom: 'a', timeout: 1 }), '"timeout" is an option');
    await refused(batch(client, [notify.prepare({ who: 'a' })]), 'which has "whom", "what"');
    await refused(batch(client, [ask.prepare({}, timeout)]), '(options), and nothing else');
    await refused(
      batch(client, [ask.prepare()], { timout: 1 } as object),
      '"timout" is not a member of options',
    );
    expect(requests).toEqual([]);
    expect(await ask(client, timeout)).toBe(7);
    expect(JSON.parse(String(requests[0]?.body))).toEqual({ jsonrpc: '2.0', id: 0, method: 'ask' });
  });

  test('accept options: webhook deliveries', async () => {
    const sent: WireRequest[] = [];
    const { exchange } = recordingTransport({ status: 200, headers: [], body: undefined });
    class Sender extends WebhookSender {
      readonly ping = this.delivers({
        id: 'ping',
        method: 'POST',
        path: [],
        input: 'none',
        outcomes: [{ status: 200, respond: 'ok' }],
      } satisfies WebhookDescriptor) as unknown as Any;
      readonly boiled = this.delivers({
        id: 'boiled',
        method: 'POST',
        path: [],
        parameters: [{ ...limit, required: true }],
        input: 'parts',
        body: { contents: [jsonContent] },
        outcomes: [{ status: 200, respond: 'ok' }],
      } satisfies WebhookDescriptor) as unknown as Any;
    }
    const sender = new Sender(api, {
      transport: (request) => {
        sent.push(request);
        return exchange(request);
      },
    });
    const to = { url: 'https://hooks.example/a' };
    await expect(sender.ping(to, {}, { id: 'd1' })).rejects.toThrow(
      'the arguments are (options), and nothing else',
    );
    await expect(sender.ping(to, { timeout: 5 })).rejects.toThrow(
      '"timeout" is not a member of options, which has "signal"',
    );
    await expect(sender.boiled(to, { query: { limit: 1 }, id: 'd1' })).rejects.toThrow('"id"');
    await expect(sender.boiled(to, { query: { limits: 1 } })).rejects.toThrow('which has "limit"');
    expect(sent).toEqual([]);
    expect(await sender.ping(to, { id: 'd1' })).toMatchObject({ id: 'd1', state: 'succeeded' });
    const { state } = (await sender.boiled(
      to,
      { body: 1, query: { limit: 1 } },
      { headers: { A: 'b' } },
    )) as { state: string };
    expect(state).toBe('succeeded');
    expect(sent.map(({ target }) => target)).toEqual(['/a', '/a?limit=1']);
  });

  test('throw without a client', async () => {
    await expect(callOf('none')('a', timeout)).rejects.toThrow(
      'the first argument is not a client',
    );
    expect(() => connect(api)).not.toThrow();
  });
});
