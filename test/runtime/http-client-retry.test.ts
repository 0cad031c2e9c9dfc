import type { CallOf, ItemCallOf } from './http-client-operation.js';
import { describe, expect, it } from 'vitest';
import type { CallOptions } from '@tallystick/runtime';
import { type Client, everyPart, itemOperation } from '@tallystick/runtime/http';
import { countingRandom } from './http-client-fixture.js';
import {
  ok,
  type Outcome,
  get,
  postDescriptor,
  post,
  keyed,
  createClientFixture,
  busy,
  fine,
} from './http-client-calls.js';
import { operation } from './http-client-operation.js';

describe('retries', () => {
  it.each([408, 425, 429, 500, 502, 503, 504])(
    'repeat an idempotent request after %i',
    async (status) => {
      const { client, requests, timers } = createClientFixture([
        { status, headers: [], body: undefined },
        fine,
      ]);
      const result = get(client);
      await timers.advance(100);
      expect(await result).toBe('fine');
      expect(requests).toHaveLength(2);
    },
  );

  it.each([400, 401, 404, 409, 501])('do not repeat a request after %i', async (status) => {
    const { client, requests, timers } = createClientFixture([
      { status, headers: [], body: undefined },
      fine,
    ]);
    const result = get.result(client);
    await timers.advance(60_000);
    expect(await result).toMatchObject({ kind: 'undeclared', status });
    expect(requests).toHaveLength(1);
  });

  it('repeat a request after a network failure, up to three attempts', async () => {
    const { client, requests, timers } = createClientFixture([new Error('reset')]);
    const result = get.result(client);
    await timers.advance(1000);
    expect(await result).toMatchObject({ kind: 'network' });
    expect(requests).toHaveLength(3);
  });

  it('do not repeat a POST without an idempotency key', async () => {
    const { client, requests, timers } = createClientFixture([busy, fine]);
    const result = post.result(client, 1);
    await timers.advance(60_000);
    expect(await result).toMatchObject({ kind: 'undeclared', status: 503 });
    expect(requests).toHaveLength(1);
  });

  it('keep the idempotency key of a call for all of its attempts', async () => {
    const { client, requests, timers } = createClientFixture(
      [busy, new Error('reset'), fine, fine],
      {
        random: countingRandom(),
      },
    );
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

  it('send the given idempotency key', async () => {
    const { client, requests } = createClientFixture([fine]);
    await keyed(client, 1, { idempotencyKey: 'mine' });
    await keyed(client, 1, { headers: { 'idempotency-key': 'also mine' } });
    expect(requests.map(({ headers }) => headers[headers.indexOf('Idempotency-Key') + 1])).toEqual([
      'mine',
      'also mine',
    ]);
  });

  it('create no idempotency key for a single attempt', async () => {
    const { client, requests } = createClientFixture([busy], { retry: false });
    await keyed.result(client, 1);
    expect(requests[0]?.headers).not.toContain('Idempotency-Key');
    expect(requests).toHaveLength(1);
  });

  it('wait for a random time up to an exponentially growing maximum', async () => {
    const { client, requests, timers } = createClientFixture([busy], {
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

  it.each([
    ['attempts', { attempts: Number.NaN }],
    ['delay', { delay: -1 }],
    ['maxDelay', { maxDelay: Number.NaN }],
    ['attemptTimeout', { attemptTimeout: Number.NaN }],
  ])('reject an invalid %s', async (name, retry) => {
    const words = `retry.${name} is not a non-negative number`;
    expect(() => createClientFixture([fine], { retry })).toThrow(words);
    const { client, requests } = createClientFixture([fine]);
    expect(await get.result(client, { retry })).toMatchObject({
      kind: 'invalid-request',
      message: words,
    });
    expect(requests).toEqual([]);
  });

  it('do not wait if the random fraction is 0', async () => {
    const { client, requests, timers } = createClientFixture([busy], {
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
    ['a date with a full weekday', 'Tuesday, 14-Nov-23 22:13:25 GMT', 5000],
    ['a date without a zone', 'Tue Nov 14 22:13:25 2023', 5000],
    ['a weekday and a number', 'Friday 2030', 100],
    ['a date in an unknown format', 'Tue, 14 Nov 2023 22:13:25', 100],
    ['a date in the past', 'Tue, 14 Nov 2023 22:13:00 GMT', 100],
    ['more seconds than the cap', '60', 60_000],
    ['a date beyond the cap', 'Tue, 14 Nov 2023 22:14:20 GMT', 60_000],
    ['other text', 'soon', 100],
    ['a negative number', '-5', 100],
  ])('follow Retry-After with %s', async (_, value, pause) => {
    const { client, requests, timers } = createClientFixture(
      [{ ...busy, headers: ['Retry-After', value] }, fine],
      { timeout: 61_000 },
    );
    const result = get.result(client);
    await timers.advance(pause - 2);
    expect(requests).toHaveLength(1);
    await timers.advance(2);
    expect(requests).toHaveLength(2);
    await result;
  });

  it.each([
    ['the default deadline, as seconds', '60', {}, undefined, 60_000],
    ['a deadline of the call', '60', {}, 59_000, 60_000],
    ['a cap', '60', { retry: { maxDelay: 20_000 } }, undefined, 60_000],
    ['the default deadline, as a date', 'Tue, 14 Nov 2023 22:14:20 GMT', {}, undefined, 60_000],
    ['the longest timer', '99999999', { timeout: Infinity }, undefined, 99_999_999_000],
  ])('stop at once if Retry-After exceeds %s', async (_, value, options, timeout, delay) => {
    const limited = { ...busy, headers: ['Retry-After', value] };
    const { client, requests, timers } = createClientFixture([limited, fine], options);
    const error: unknown = await get(client, timeout === undefined ? {} : { timeout }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ status: 503, code: 'undeclared', retryAfter: delay });
    expect(String(error)).toBe(
      `ApiError: get: 503 the description declares no such response; the server asks to wait ${delay / 1000} s`,
    );
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ retryAfter: delay });
    expect(requests).toHaveLength(1);
    expect(timers.pending).toBe(0);
  });

  it('follow a Retry-After of days without a deadline, until aborted', async () => {
    const day = 86_400_000;
    const controller = new AbortController();
    const { client, requests, timers } = createClientFixture(
      [{ ...busy, headers: ['Retry-After', '86400'] }],
      {
        timeout: Infinity,
      },
    );
    const result = get.result(client, { signal: controller.signal });
    await timers.advance(day - 1);
    expect(requests).toHaveLength(1);
    await timers.advance(1);
    expect(requests).toHaveLength(2);
    controller.abort('enough');
    expect(await result).toEqual({ kind: 'aborted', ok: false, reason: 'enough' });
    expect(timers.pending).toBe(0);
  });

  it('follow Retry-After for a stream between connections', async () => {
    const stream = itemOperation<
      ItemCallOf<readonly unknown[], unknown, { data: string }, unknown>
    >(
      {
        id: 'ticks',
        method: 'GET',
        path: ['/'],
        input: 'none',
        outcomes: [
          {
            status: 200,
            respond: 'ok',
            contents: [
              { mediaType: 'text/event-stream', codec: 'sse', events: [{ data: 'text' }] },
            ],
          },
        ],
      },
      [everyPart],
    );
    async function* broken(): AsyncGenerator<Uint8Array, void, undefined> {
      yield new TextEncoder().encode('id: 1\ndata: one\n\n');
      throw new Error('broken off');
    }
    const type = ['Content-Type', 'text/event-stream'];
    const { client, requests, timers } = createClientFixture([
      { status: 200, headers: type, body: { stream: broken() } },
      { ...busy, headers: ['Retry-After', '60'] },
      { status: 200, headers: type, body: 'id: 2\ndata: two\n\n' },
    ]);
    const items = stream.stream(client)[Symbol.asyncIterator]();
    expect(await items.next()).toMatchObject({ value: { data: 'one' } });
    const second = items.next();
    await timers.advance(1250);
    expect(requests).toHaveLength(2);
    await timers.advance(59_999);
    expect(requests).toHaveLength(2);
    await timers.advance(1);
    expect(await second).toMatchObject({ value: { data: 'two' } });
    expect(requests).toHaveLength(3);
    await items.return?.();
  });

  it('do not repeat unsafe requests after Retry-After, but report it', async () => {
    const { client, requests } = createClientFixture([
      { ...busy, headers: ['Retry-After', '7'] },
      fine,
    ]);
    await expect(post(client, 1)).rejects.toThrow('; the server asks to wait 7 s');
    expect(requests).toHaveLength(1);
  });

  it('return the last result if the deadline ends before the next attempt', async () => {
    const { client, requests, timers } = createClientFixture(
      [{ ...busy, headers: ['Retry-After', '10'] }],
      {
        timeout: 5000,
      },
    );
    const result = get.result(client);
    await timers.advance(0);
    expect(await result).toMatchObject({ kind: 'undeclared', status: 503 });
    expect(requests).toHaveLength(1);
    expect(timers.pending).toBe(0);
  });

  it('do not repeat a stream that cannot be read again', async () => {
    const put: CallOf<[client: Client, body: unknown, options?: CallOptions], unknown, Outcome> =
      operation({
        ...postDescriptor,
        id: 'put',
        method: 'PUT',
        body: { contents: [{ mediaType: 'application/octet-stream', codec: 'binary' }] },
      });
    async function* once(): AsyncGenerator<Uint8Array, void, undefined> {
      yield Uint8Array.of(1);
    }
    const first = createClientFixture([busy, fine]);
    const result = put.result(first.client, once());
    await first.timers.advance(1000);
    expect(await result).toMatchObject({ status: 503 });
    expect(first.requests).toHaveLength(1);

    const second = createClientFixture([busy, fine]);
    const again = put(second.client, { stream: once(), replay: once });
    await second.timers.advance(1000);
    expect(await again).toBe('fine');
    expect(second.requests).toHaveLength(2);
  });

  it('sign every attempt', async () => {
    let count = 0;
    const secure: CallOf<[client: Client], unknown, Outcome> = operation({
      id: 'secure',
      method: 'GET',
      path: ['/'],
      input: 'none',
      outcomes: [ok],
      security: [{ bearer: [] }],
    });
    const { client, requests, timers } = createClientFixture([busy, busy, fine], {
      credentials: { bearer: () => `token-${++count}` },
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
