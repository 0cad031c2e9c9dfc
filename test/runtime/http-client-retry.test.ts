import { describe, expect, it } from 'vitest';
import type {
  ApiDescriptor,
  Call,
  CallOptions,
  NoInput,
  OperationDescriptor,
  Unexpected,
  Success,
  WireRequest,
  WireResponse,
} from '@tallystick/runtime';
import { type Client, type ClientOptions, connect, operation } from '@tallystick/runtime/http';
import {
  type Answer,
  countingRandom,
  json,
  manualTimers,
  type ManualTimers,
  type RecordingTransport,
  recordingTransport,
  settled,
} from './http-client-fixture.js';

const api: ApiDescriptor = {
  title: 'Kettles',
  version: '1.0.0',
  servers: [{ url: 'https://kettles.example' }],
  variables: {},
  security: { bearer: { kind: 'http', scheme: 'bearer' } },
};
const jsonContent = [{ mediaType: 'application/json', codec: 'json' }] as const;
const ok = { status: 200, respond: 'ok', contents: jsonContent } as const;

type Outcome = Success<200, unknown> | Unexpected;
const get: Call<[client: Client, input?: NoInput, options?: CallOptions], unknown, Outcome> =
  operation({ id: 'get', method: 'GET', path: ['/'], input: 'none', outcomes: [ok] });
const postDescriptor: OperationDescriptor = {
  id: 'post',
  method: 'POST',
  path: ['/'],
  input: 'body',
  body: { contents: jsonContent },
  outcomes: [ok],
};
const post: Call<[client: Client, body?: unknown, options?: CallOptions], unknown, Outcome> =
  operation(postDescriptor);
const keyed: Call<[client: Client, body?: unknown, options?: CallOptions], unknown, Outcome> =
  operation({
    ...postDescriptor,
    id: 'keyed',
    parameters: [{ name: 'Idempotency-Key', in: 'header', type: { types: ['string'] } }],
    idempotencyHeader: 'Idempotency-Key',
  });

interface Scene extends RecordingTransport {
  readonly client: Client;
  readonly timers: ManualTimers;
}

/** All random bits set: every back-off is as long as it may be. */
const longest = (length: number): Uint8Array => new Uint8Array(length).fill(0xff);

function scene(answers: readonly Answer[], options: ClientOptions = {}): Scene {
  const timers = manualTimers();
  const transport = recordingTransport(...answers);
  const client = connect(api, {
    transport: transport.exchange,
    timers,
    random: longest,
    ...options,
  });
  return { ...transport, client, timers };
}

const busy: WireResponse = { status: 503, headers: [], body: undefined };
const fine = json(200, 'fine');

describe('trying again', () => {
  it.each([408, 425, 429, 500, 502, 503, 504])(
    'repeats an idempotent request after %i',
    async (status) => {
      const { client, requests, timers } = scene([{ status, headers: [], body: undefined }, fine]);
      const result = get(client);
      await timers.advance(100);
      expect(await result).toBe('fine');
      expect(requests).toHaveLength(2);
    },
  );

  it.each([400, 401, 404, 409, 501])('never repeats after %i', async (status) => {
    const { client, requests, timers } = scene([{ status, headers: [], body: undefined }, fine]);
    const result = get.result(client);
    await timers.advance(60_000);
    expect(await result).toMatchObject({ kind: 'undeclared', status });
    expect(requests).toHaveLength(1);
  });

  it('repeats after a failure of the network, up to three attempts', async () => {
    const { client, requests, timers } = scene([new Error('reset')]);
    const result = get.result(client);
    await timers.advance(1000);
    expect(await result).toMatchObject({ kind: 'network' });
    expect(requests).toHaveLength(3);
  });

  it('never repeats a POST without an idempotency key', async () => {
    const { client, requests, timers } = scene([busy, fine]);
    const result = post.result(client, 1);
    await timers.advance(60_000);
    expect(await result).toMatchObject({ kind: 'undeclared', status: 503 });
    expect(requests).toHaveLength(1);
  });

  it('keeps one idempotency key over the attempts of a call, and another for another call', async () => {
    const { client, requests, timers } = scene([busy, new Error('reset'), fine, fine], {
      random: countingRandom(),
    });
    const first = keyed(client, 1);
    await timers.advance(1000);
    await first;
    await keyed(client, 1);
    const keys = requests.map(({ headers }) => headers[headers.indexOf('Idempotency-Key') + 1]);
    expect(keys[0]).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('sends the key it was given', async () => {
    const { client, requests } = scene([fine]);
    await keyed(client, 1, { idempotencyKey: 'mine' });
    await keyed(client, 1, { headers: { 'idempotency-key': 'also mine' } });
    expect(requests.map(({ headers }) => headers[headers.indexOf('Idempotency-Key') + 1])).toEqual([
      'mine',
      'also mine',
    ]);
  });

  it('makes no key where there is one attempt only', async () => {
    const { client, requests } = scene([busy], { retry: false });
    await keyed.result(client, 1);
    expect(requests[0]?.headers).not.toContain('Idempotency-Key');
    expect(requests).toHaveLength(1);
  });

  it('waits at random up to an exponentially growing pause', async () => {
    const { client, requests, timers } = scene([busy], {
      retry: { attempts: 4, delay: 100, maxDelay: 250 },
    });
    const result = get.result(client);
    for (const [pause, sent] of [
      [98, 1],
      [2, 2],
      [197, 2],
      [3, 3],
      [248, 3],
      [2, 4],
    ] as const) {
      await timers.advance(pause);
      expect(requests).toHaveLength(sent);
    }
    await result;
  });

  it('does not wait at all where the dice say so', async () => {
    const { client, requests, timers } = scene([busy], {
      random: (length) => new Uint8Array(length),
    });
    const result = get.result(client);
    await timers.advance(0);
    expect(requests).toHaveLength(3);
    await result;
  });

  it.each([
    ['seconds', '2', 2000],
    ['a date', 'Tue, 14 Nov 2023 22:13:25 GMT', 5000],
    ['a date in the past', 'Tue, 14 Nov 2023 22:13:00 GMT', 100],
    ['more than the cap', '86400', 20_000],
    ['nonsense', 'soon', 100],
    ['a number that is no delay', '-5', 100],
  ])('heeds Retry-After in %s', async (_, value, pause) => {
    const { client, requests, timers } = scene(
      [{ ...busy, headers: ['Retry-After', value] }, fine],
      { timeout: 60_000 },
    );
    const result = get.result(client);
    await timers.advance(pause - 2);
    expect(requests).toHaveLength(1);
    await timers.advance(2);
    expect(requests).toHaveLength(2);
    await result;
  });

  it('answers with what it has where the deadline comes before the next attempt', async () => {
    const { client, requests, timers } = scene([{ ...busy, headers: ['Retry-After', '10'] }], {
      timeout: 5000,
    });
    const result = get.result(client);
    await timers.advance(0);
    expect(await result).toMatchObject({ kind: 'undeclared', status: 503 });
    expect(requests).toHaveLength(1);
    expect(timers.pending).toBe(0);
  });

  it('never repeats a stream that can not be read again', async () => {
    const put: Call<[client: Client, body: unknown, options?: CallOptions], unknown, Outcome> =
      operation({
        ...postDescriptor,
        id: 'put',
        method: 'PUT',
        body: { contents: [{ mediaType: 'application/octet-stream', codec: 'binary' }] },
      });
    async function* once(): AsyncGenerator<Uint8Array, void, undefined> {
      yield Uint8Array.of(1);
    }
    const first = scene([busy, fine]);
    const result = put.result(first.client, once());
    await first.timers.advance(1000);
    expect(await result).toMatchObject({ status: 503 });
    expect(first.requests).toHaveLength(1);

    const second = scene([busy, fine]);
    const again = put(second.client, { stream: once(), replay: once });
    await second.timers.advance(1000);
    expect(await again).toBe('fine');
    expect(second.requests).toHaveLength(2);
  });

  it('signs every attempt anew', async () => {
    let made = 0;
    const secure: Call<[client: Client], unknown, Outcome> = operation({
      id: 'secure',
      method: 'GET',
      path: ['/'],
      input: 'none',
      outcomes: [ok],
      security: [{ bearer: [] }],
    });
    const { client, requests, timers } = scene([busy, busy, fine], {
      credentials: { bearer: () => `token-${++made}` },
    });
    const result = secure(client);
    await timers.advance(1000);
    await result;
    expect(requests.map(({ headers }) => headers)).toEqual([
      ['Accept', 'application/json', 'Authorization', 'Bearer token-1'],
      ['Accept', 'application/json', 'Authorization', 'Bearer token-2'],
      ['Accept', 'application/json', 'Authorization', 'Bearer token-3'],
    ]);
  });
});

describe('time', () => {
  it('ends a call whose transport never answers, and tells the transport', async () => {
    const { client, requests, timers } = scene(['silence'], { timeout: 5000 });
    const result = get.result(client);
    await timers.advance(4999);
    expect(requests[0]?.signal?.aborted).toBe(false);
    expect(requests[0]?.deadline).toBe(1_700_000_005_000);
    await timers.advance(1);
    expect(await result).toEqual({ kind: 'timeout', ok: false, timeout: 5000 });
    expect(requests[0]?.signal?.aborted).toBe(true);
  });

  it('counts back-offs and the body too', async () => {
    const stuck: WireResponse = {
      status: 200,
      headers: ['Content-Type', 'application/json'],
      body: {
        stream: { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) },
      },
    };
    const { client, timers } = scene([busy, stuck], { timeout: 1000 });
    const result = get.result(client);
    await timers.advance(1000);
    expect(await result).toMatchObject({ kind: 'timeout' });
  });

  it('gives up an attempt and tries another before the whole call is over', async () => {
    const { client, requests, timers } = scene(['silence', fine], {
      retry: { attemptTimeout: 200 },
    });
    const result = get(client);
    await timers.advance(300);
    expect(await result).toBe('fine');
    expect(requests[0]?.signal?.aborted).toBe(true);
    expect(requests[1]?.signal?.aborted).toBe(false);
  });

  it('reports the attempt’s limit where the last attempt ran into it', async () => {
    const { client, timers } = scene(['silence'], { retry: { attempts: 1, attemptTimeout: 200 } });
    const result = get.result(client);
    await timers.advance(200);
    expect(await result).toEqual({ kind: 'timeout', ok: false, timeout: 200 });
  });

  it('leaves no timer behind', async () => {
    const { client, timers } = scene([busy, fine], { retry: { attemptTimeout: 50 } });
    const result = get(client);
    await timers.advance(1000);
    await result;
    expect(timers.pending).toBe(0);
  });

  it('can not be something that is no number', async () => {
    const { client, requests } = scene([fine]);
    const result = await get.result(client, {}, { timeout: Number.NaN });
    expect(result).toMatchObject({
      kind: 'invalid-request',
      message: 'the timeout is not a number',
    });
    expect(requests).toEqual([]);
  });

  it('has no limit where the caller wants none', async () => {
    const { client, requests, timers } = scene([fine]);
    await get(client, {}, { timeout: Infinity });
    expect(requests[0]).not.toHaveProperty('deadline');
    expect(timers.pending).toBe(0);
  });
});

describe('abort', () => {
  it('sends nothing where the signal has fired already', async () => {
    const { client, requests } = scene([fine]);
    const result = await get.result(client, {}, { signal: AbortSignal.abort('changed my mind') });
    expect(result).toEqual({ kind: 'aborted', ok: false, reason: 'changed my mind' });
    expect(requests).toHaveLength(0);
  });

  it('ends a call that waits for the transport', async () => {
    const { client, requests, timers } = scene(['silence']);
    const controller = new AbortController();
    const result = get.result(client, {}, { signal: controller.signal });
    await settled();
    controller.abort('enough');
    expect(await result).toEqual({ kind: 'aborted', ok: false, reason: 'enough' });
    expect(requests[0]?.signal?.reason).toBe('enough');
    expect(timers.pending).toBe(0);
  });

  it.each(['a credential', 'an interceptor'])(
    'sends nothing after it, however late %s is done',
    async (slow) => {
      const gate: (() => void)[] = [];
      const wait = (): Promise<void> => new Promise((resolve) => gate.push(resolve));
      const options: ClientOptions =
        slow === 'a credential'
          ? { credentials: { bearer: async () => (await wait(), 'token') } }
          : { interceptors: [async (request, next) => (await wait(), next(request))] };
      const { client, requests, timers } = scene([fine], options);
      const controller = new AbortController();
      const secured = operation<
        [client: Client, input?: NoInput, options?: CallOptions],
        unknown,
        Outcome
      >({
        id: 'secured',
        method: 'GET',
        path: ['/'],
        input: 'none',
        outcomes: [ok],
        ...(slow === 'a credential' ? { security: [{ bearer: [] }] } : {}),
      });
      const aborted = secured.result(client, {}, { signal: controller.signal });
      const late = secured.result(client, {}, { timeout: 10 });
      await settled();
      controller.abort('enough');
      await timers.advance(10);
      expect([await aborted, await late]).toMatchObject([{ kind: 'aborted' }, { kind: 'timeout' }]);
      for (const open of gate) open();
      await settled();
      expect(requests).toHaveLength(0);
      expect(timers.pending).toBe(0);
    },
  );

  it('ends a back-off at once', async () => {
    const { client, requests, timers } = scene([busy]);
    const controller = new AbortController();
    const result = get.result(client, {}, { signal: controller.signal });
    await settled();
    controller.abort('enough');
    expect(await result).toMatchObject({ kind: 'aborted' });
    expect(requests).toHaveLength(1);
    expect(timers.pending).toBe(0);
  });
});

describe('interceptors', () => {
  it('know the operation, see the request unsigned, and wrap all attempts once', async () => {
    const seen: unknown[] = [];
    const { client, requests, timers } = scene([busy, fine], {
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

  it('may answer by themselves', async () => {
    const { client, requests } = scene([], { interceptors: [async () => json(200, 'cached')] });
    expect(await get(client)).toBe('cached');
    expect(requests).toEqual([]);
  });

  it('are refused a request that can not be sent', async () => {
    const bad = (change: Partial<WireRequest>): ClientOptions => ({
      interceptors: [(request, next) => next({ ...request, ...change })],
    });
    for (const change of [
      { target: 'no-slash' },
      { target: '/#x' },
      { headers: ['X', 'a\r\nY: b'] },
    ]) {
      const { client, requests } = scene([fine], bad(change));
      expect(await get.result(client)).toMatchObject({ kind: 'invalid-request' });
      expect(requests).toEqual([]);
    }
  });

  it.each<Partial<WireRequest>>([{ authority: 'evil.example' }, { scheme: 'http' }])(
    'can not send credentials to %o',
    async (change) => {
      const { client, requests } = scene([fine], {
        credentials: { bearer: 'token' },
        interceptors: [
          async (request, next) => {
            await next({ ...request, ...change }).catch(() => undefined);
            // The same object, changed in place.
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

  it('can not leave a target that URL parsing changes after it is signed', async () => {
    const { client, requests } = scene([fine], {
      interceptors: [(request, next) => next({ ...request, target: "/a/../b?q='x y'" })],
    });
    await get(client);
    expect(requests[0]?.target).toBe('/b?q=%27x%20y%27');
  });

  it('fail as this call where another call fails inside them', async () => {
    const { client } = scene([fine], {
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

  it('are bound by the deadline', async () => {
    const { client, timers } = scene([fine], {
      timeout: 10,
      interceptors: [() => new Promise(() => undefined)],
    });
    const result = get.result(client);
    await timers.advance(10);
    expect(await result).toMatchObject({ kind: 'timeout' });
  });
});
