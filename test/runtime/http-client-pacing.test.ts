import type { CallOf } from './http-client-operation.js';
import { describe, expect, it } from 'vitest';
import {
  type CallOptions,
  ClientOptionsError,
  type RateLimitDescriptor,
} from '@tallystick/runtime';
import { type Client, type ClientOptions, pacing } from '@tallystick/runtime/http';
import { type Answer, json } from './http-client-fixture.js';
import {
  fine,
  ok,
  type Outcome,
  type ClientFixture,
  createClientFixture,
} from './http-client-calls.js';
import { operation } from './http-client-operation.js';

type Get = CallOf<[client: Client, options?: CallOptions], unknown, Outcome>;

const slow: RateLimitDescriptor = { bucket: 'slow', rate: 1, burst: 1, per: 'key' };
const quick: RateLimitDescriptor = { bucket: 'quick', rate: 10, burst: 5, per: 'ip' };

function getting(id: string, rateLimits?: readonly RateLimitDescriptor[], method = 'GET'): Get {
  return operation({
    id,
    method,
    path: [`/${id}`],
    input: 'none',
    outcomes: [ok],
    ...(rateLimits === undefined ? {} : { rateLimits }),
  });
}

const getSlow = getting('slow', [slow]);
const getQuick = getting('quick', [quick]);
const getBoth = getting('both', [quick, slow]);
const getFree = getting('free');
const getSigned: Get = operation({
  id: 'signed',
  method: 'GET',
  path: ['/signed'],
  input: 'none',
  outcomes: [ok],
  rateLimits: [slow],
  security: [{ bearer: [] }],
});
const postSlow = getting('post', [slow], 'POST');

const refusal = (...headers: readonly string[]): ReturnType<typeof json> =>
  json(429, {}, ...headers);
const paced = (answers: readonly Answer[], options: ClientOptions = {}): ClientFixture =>
  createClientFixture(answers, { pacing: pacing(), retry: false, timeout: Infinity, ...options });

describe('client with pacing', () => {
  it('sends a burst at once, and the rest in order at the rate', async () => {
    const { client, requests, timers } = paced([fine]);
    const order: number[] = [];
    const calls = Array.from({ length: 8 }, (_, at) => getQuick(client).then(() => order.push(at)));
    await timers.advance(0);
    expect(requests).toHaveLength(5);
    await timers.advance(99);
    expect(requests).toHaveLength(5);
    await timers.advance(1);
    expect(requests).toHaveLength(6);
    await timers.advance(200);
    await Promise.all(calls);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(timers.pending).toBe(0);
  });

  it('delays no request without a limit, and none unless requested', async () => {
    const { client } = paced([fine]);
    for (let at = 0; at < 50; at++) await getFree(client);
    const hasty = createClientFixture([fine]);
    for (let at = 0; at < 50; at++) await getSlow(hasty.client);
  });

  it('waits for every bucket of a request', async () => {
    const { client, requests, timers } = paced([fine]);
    await getSlow(client);
    const call = getBoth(client);
    await timers.advance(999);
    expect(requests).toHaveLength(1);
    await timers.advance(1);
    await call;
  });

  it('counts attempts, and signs each after its delay', async () => {
    const signed: number[] = [];
    const { client, timers } = paced([json(503, {}), fine], {
      retry: { attempts: 2, delay: 0 },
      credentials: {
        bearer: {
          needs: 'head',
          token: () => String(signed.push(timers.now() - start)),
        },
      },
    });
    const start = timers.now();
    const call = getSigned(client);
    await timers.advance(1000);
    await call;
    expect(signed).toEqual([0, 1000]);
  });

  it('returns the token of an aborted request, and rejects at once', async () => {
    const { client, requests, timers } = paced([fine]);
    await getSlow(client);
    const controller = new AbortController();
    const given = getSlow.result(client, { signal: controller.signal });
    await timers.advance(500);
    controller.abort('enough');
    expect(await given).toMatchObject({ kind: 'aborted', reason: 'enough' });
    expect(timers.pending).toBe(0);
    const next = getSlow(client);
    await timers.advance(500);
    await next;
    expect(requests).toHaveLength(2);
  });

  it('rejects at once if a delay exceeds the deadline', async () => {
    const { client, requests, timers } = paced([fine]);
    await getSlow(client);
    expect(await getSlow.result(client, { timeout: 900 })).toEqual({
      kind: 'timeout',
      ok: false,
      timeout: 900,
    });
    expect(timers.pending).toBe(0);
    const next = getSlow(client);
    await timers.advance(1000);
    await next;
    expect(requests).toHaveLength(2);
  });

  it('uses only its share of a limit', async () => {
    const { client, requests, timers } = paced([fine], { pacing: pacing({ share: 0.2 }) });
    const calls = Promise.all([getQuick(client), getQuick(client), getQuick(client)]);
    await timers.advance(499);
    expect(requests).toHaveLength(1);
    await timers.advance(1);
    expect(requests).toHaveLength(2);
    await timers.advance(500);
    await calls;
  });

  it('separates buckets by key, and shares them among clients', async () => {
    const shared = pacing({ key: (_, request) => request.target });
    const { client, timers } = paced([fine], { pacing: shared });
    const other = paced([fine], { pacing: shared, timers });
    await getSlow(client);
    await postSlow(client);
    const third = getSlow(other.client);
    await timers.advance(999);
    expect(other.requests).toHaveLength(0);
    await timers.advance(1);
    await third;
  });
});

describe('rate limit response', () => {
  it('delays all requests of the bucket for its Retry-After', async () => {
    const { client, requests, timers } = paced([refusal('Retry-After', '7'), fine]);
    expect(await postSlow.result(client)).toMatchObject({ status: 429 });
    const calls = Promise.all([getBoth(client), getSlow(client)]);
    await getQuick(client);
    await timers.advance(6999);
    expect(requests).toHaveLength(2);
    await timers.advance(1);
    expect(requests).toHaveLength(3);
    await timers.advance(1000);
    await calls;
  });

  it('delays waiting requests in their order', async () => {
    const { client, requests, timers } = paced([fine, refusal('Retry-After', '10'), fine]);
    await getSlow(client);
    const calls = [getSlow.result(client), getSlow.result(client), getSlow.result(client)];
    await timers.advance(1000);
    expect(requests).toHaveLength(2);
    await timers.advance(9999);
    expect(requests).toHaveLength(2);
    await timers.advance(1);
    expect(requests).toHaveLength(3);
    await timers.advance(999);
    expect(requests).toHaveLength(3);
    await timers.advance(1);
    expect((await Promise.all(calls)).map(({ ok: good }) => good)).toEqual([false, true, true]);
  });

  it('without Retry-After delays requests until the next token', async () => {
    const { client, requests, timers } = paced([refusal(), fine]);
    await getQuick.result(client);
    const call = getQuick(client);
    await timers.advance(99);
    expect(requests).toHaveLength(1);
    await timers.advance(1);
    await call;
  });

  it.each([
    ['1000000000', 60_000, {}],
    ['1000000000', 5000, { maxPause: 5000 }],
  ])('delays requests for a limited time: %s', async (retryAfter, pause, options) => {
    const { client, requests, timers } = paced([refusal('Retry-After', retryAfter), fine], {
      pacing: pacing(options),
    });
    await getQuick.result(client);
    const call = getQuick(client);
    await timers.advance(pause - 1);
    expect(requests).toHaveLength(1);
    await timers.advance(1);
    await call;
  });

  it('without a bucket delays no other request', async () => {
    const { client } = paced([refusal('Retry-After', '7'), fine]);
    expect(await getFree.result(client)).toMatchObject({ status: 429 });
    await getSlow(client);
  });
});

describe('invalid pacing options', () => {
  it.each([
    { share: 0 },
    { share: 1.5 },
    { share: NaN },
    { maxPause: -1 },
    { maxPause: NaN },
    { capacity: 0 },
  ])('throw: %o', (options) => {
    expect(() => pacing(options)).toThrow(ClientOptionsError);
  });
});
