import { ApiError, headerValue, type WireResponse } from '@tallystick/runtime';
import { isPublicAddress, nodeTransport } from '@tallystick/runtime/http/node';
import type { Delivery } from '@tallystick/runtime/webhooks';
import { describe, expect, test } from 'vitest';
import { deliverySecret, KettlesWebhooks } from '../../cases/deliveries/output/src/webhooks.js';
import { testTime } from '../time.js';
import { address, secret, createDeliveryFixture } from './fixture.js';

const filled = { event: 'filled', kettle: 'k1', litres: 1.5 } as const;

function answer(status: number, headers: readonly string[] = []): Promise<WireResponse> {
  return Promise.resolve({ status, headers, body: undefined });
}

describe('delivery', () => {
  test('is signed, sent to its address, and received unchanged', async () => {
    const { sender, seen, requests, store } = createDeliveryFixture();
    const delivered = await sender.kettleEvent(address, filled, {
      headers: { 'X-Event-Id': 'e1' },
    });
    expect(seen).toEqual([{ webhook: 'kettleEvent', body: filled }]);
    expect(delivered).toMatchObject({ state: 'succeeded', webhook: 'POST webhooks/kettleEvent' });
    expect(delivered.outcome).toMatchObject({ kind: 'success', status: 204 });
    const [request] = requests;
    expect([request?.scheme, request?.authority, request?.target]).toEqual([
      'https',
      'shop.example',
      '/hooks/kettles?tenant=7',
    ]);
    expect(headerValue(request?.headers ?? [], 'X-Kettle-Signature')).toMatch(
      /^t=\d{10},h=content-type x-event-id,v1=[0-9a-f]{64}$/,
    );
    expect(store.get(delivered.id)).toMatchObject({
      state: 'succeeded',
      url: address,
      attempts: [{ number: 1, ended: 'success', status: 204 }],
    });
  });

  test.each([
    ['kettleEvent', { event: 'broken', kettle: 'k1' }],
    ['shopOpened', { shop: 'Leith' }],
    ['boiled', { kettle: 'k1', celsius: 99.5, boiledAt: '2025-03-25T12:00:00Z' }],
  ] as const)('of %s is identified among others at the same address', async (name, body) => {
    const { sender, seen } = createDeliveryFixture();
    const send: (to: string, body: never) => Promise<Delivery> = sender[name];
    expect(await send(address, body as never)).toMatchObject({ state: 'succeeded' });
    expect(seen).toEqual([{ webhook: name, body }]);
  });

  test('returns the response of its receiver', async () => {
    const { sender } = createDeliveryFixture();
    const { outcome } = await sender.boiled(address, { kettle: 'k1', celsius: 99 });
    if (outcome?.kind !== 'success' || outcome.status !== 200) throw new Error(outcome?.kind);
    const { pour } = outcome.value as { readonly pour: boolean };
    expect(pour).toBe(true);
  });

  test('uses the credentials of its address', async () => {
    const { sender, time } = createDeliveryFixture({ receivedSecret: 'another', sender: {} });
    const other = deliverySecret({ secret: 'another' }, { clock: time });
    const to = { url: new URL(address), credentials: { deliverySignature: other } };
    expect(await sender.shopOpened(to, { shop: 'Leith' })).toMatchObject({ state: 'succeeded' });
  });
});

describe('failed delivery', () => {
  test('is retried with a new signature, and recorded', async () => {
    const fixture = createDeliveryFixture({
      sender: { retry: { attempts: 6, maxDelay: 4_000, attemptTimeout: 5_000 } },
    });
    const failures: (() => Promise<WireResponse>)[] = [
      () => answer(500),
      () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })),
      () => {
        void fixture.time.advance(5_000);
        return new Promise(() => undefined);
      },
      () => answer(302, ['Location', 'https://elsewhere.example/']),
      () => answer(401),
    ];
    fixture.between = (request, next) => failures.shift()?.() ?? next(request);
    const states: string[] = [];
    const { save } = fixture.store;
    Object.assign(fixture.store, {
      save: (delivery: Delivery) => {
        states.push(delivery.state);
        return save(delivery);
      },
    });
    const delivered = await fixture.sender.shopOpened(address, { shop: 'Leith' });
    expect(delivered.attempts.map(({ ended, status, code }) => [ended, status, code])).toEqual([
      ['undeclared', 500, undefined],
      ['network', undefined, 'ECONNREFUSED'],
      ['timeout', undefined, undefined],
      ['undeclared', 302, undefined],
      ['undeclared', 401, undefined],
      ['success', 204, undefined],
    ]);
    expect(delivered.state).toBe('succeeded');
    expect(fixture.seen).toHaveLength(1);
    const waiting = Array.from({ length: 5 }, () => ['processing', 'retrying']).flat();
    expect(states).toEqual(['pending', ...waiting, 'processing', 'succeeded']);
    const signatures = fixture.requests.map(({ headers }) =>
      headerValue(headers, 'X-Kettle-Signature'),
    );
    expect(new Set(fixture.requests.map(({ body }) => body)).size).toBe(1);
    expect(signatures.at(0)).not.toBe(signatures.at(-1));
  });

  test.each([
    ['above the maximum delay', 'Retry-After', '7200', {}, 7_200_000],
    ['limited to a day', 'Retry-After', '864000', {}, 86_400_000],
    ['limited by the sender', 'Retry-After', '7200', { maxRetryAfter: 60_000 }, 60_000],
    ['below the own delay', 'Retry-After', '1', {}, 6_000],
  ])(
    'is retried after increasing delays, with Retry-After %s',
    async (_, name, value, more, last) => {
      const time = testTime();
      const pauses: number[] = [];
      const sender = new KettlesWebhooks({
        credentials: { deliverySignature: deliverySecret({ secret }, { clock: time }) },
        transport: () => answer(503, pauses.length === 4 ? [name, value] : []),
        retry: { attempts: 6, delay: 1_000, maxDelay: 6_000, attemptTimeout: Infinity, ...more },
        random: (length) => new Uint8Array(length).fill(255),
        timers: {
          ...time,
          setTimeout: (callback, milliseconds) => {
            pauses.push(Math.round(milliseconds));
            queueMicrotask(callback);
          },
        },
      });
      const delivered = await sender.shopOpened(address, { shop: 'Leith' });
      expect(pauses).toEqual([1_000, 2_000, 4_000, 6_000, last]);
      expect(delivered).toMatchObject({ state: 'failed', attempts: { length: 6 } });
    },
  );

  test.each([400, 410, 413, 415, 422, 501])('is not retried after %i', async (status) => {
    const fixture = createDeliveryFixture();
    fixture.between = () => answer(status);
    const delivered = await fixture.sender.shopOpened(address, { shop: 'Leith' });
    expect(delivered).toMatchObject({ state: 'failed', attempts: [{ status }] });
  });

  test('is retried as the sender is configured', async () => {
    const fixture = createDeliveryFixture({
      sender: { retry: { retries: (status) => status === 500 } },
    });
    fixture.between = () => answer(fixture.requests.length === 1 ? 500 : 503);
    const delivered = await fixture.sender.shopOpened(address, { shop: 'Leith' });
    expect(delivered.attempts.map(({ status }) => status)).toEqual([500, 503]);
    const once = createDeliveryFixture({ sender: { retry: false } });
    once.between = () => answer(500);
    expect(await once.sender.shopOpened(address, { shop: 'Leith' })).toMatchObject({
      state: 'failed',
      attempts: { length: 1 },
    });
  });

  test('is successful with any 2XX status and body', async () => {
    const fixture = createDeliveryFixture({ sender: { maxResponseBytes: 8 } });
    fixture.between = () => Promise.resolve({ status: 202, headers: [], body: 'x'.repeat(100) });
    expect(await fixture.sender.shopOpened(address, { shop: 'Leith' })).toMatchObject({
      state: 'succeeded',
      attempts: [{ ended: 'success', status: 202 }],
    });
  });
});

describe('webhook sender', () => {
  test('calls `admit` before every attempt', async () => {
    const addresses: string[] = [];
    const fixture = createDeliveryFixture({
      sender: {
        admit: (url) => {
          addresses.push(url.href);
          return url.hostname !== '127.0.0.1';
        },
      },
    });
    expect(await fixture.sender.shopOpened('http://127.0.0.1/admin', { shop: 'x' })).toMatchObject({
      state: 'failed',
      attempts: [{ ended: 'refused' }],
      outcome: undefined,
    });
    expect(fixture.requests).toEqual([]);
    expect(addresses).toEqual(['http://127.0.0.1/admin']);
    const failing = createDeliveryFixture({
      sender: { admit: () => Promise.reject(new Error('no DNS')) },
    });
    expect(await failing.sender.shopOpened(address, { shop: 'x' })).toMatchObject({
      state: 'failed',
      attempts: [{ ended: 'refused' }],
    });
  });

  test('does not retry an address that its transport rejects', async () => {
    const { sender } = createDeliveryFixture({
      sender: { transport: nodeTransport({ admits: isPublicAddress }) },
    });
    const delivered = await sender.shopOpened('http://localhost:1/hooks', { shop: 'x' });
    expect(delivered).toMatchObject({
      state: 'failed',
      attempts: [{ ended: 'refused', code: 'refused-address' }],
    });
  });

  test.each(['/hooks', 'ftp://shop.example/', 'https://ada:pw@shop.example/', 'https://'])(
    'rejects the address %s without a delivery',
    async (url) => {
      const { sender, store } = createDeliveryFixture();
      const sent = sender.shopOpened(url, { shop: 'x' });
      await expect(sent).rejects.toThrow(ApiError);
      await expect(sent).rejects.not.toThrow(/ada|shop\.example/);
      expect(store.list()).toEqual([]);
    },
  );

  test('throws if a credential is missing', async () => {
    const sender = new KettlesWebhooks();
    await expect(sender.shopOpened(address, { shop: 'x' })).rejects.toThrow(
      'no credential is configured for "deliverySignature"',
    );
  });

  test('hides its secret in print and in its store', async () => {
    const { sender, store } = createDeliveryFixture();
    await sender.shopOpened(address, { shop: 'x' });
    expect(JSON.stringify([sender, store.list()])).not.toContain(secret);
  });

  test('stops when aborted, and resumes stored deliveries', async () => {
    const stopping = new AbortController();
    const fixture = createDeliveryFixture();
    fixture.between = () => {
      stopping.abort();
      return answer(500);
    };
    const { signal } = stopping;
    const stopped = await fixture.sender.shopOpened(address, { shop: 'Leith' }, { signal });
    expect(stopped).toMatchObject({ state: 'retrying', attempts: { length: 1 } });
    const [kept] = fixture.store.list();
    if (kept === undefined) throw new Error('it is kept');
    expect(kept).toMatchObject({ state: 'retrying', nextAttemptAt: expect.any(Number) });
    fixture.between = (request, next) => next(request);
    const resumed = await fixture.sender.resume(structuredClone(kept));
    expect(resumed).toMatchObject({
      id: stopped.id,
      state: 'succeeded',
      attempts: [{ number: 1 }, { number: 2, status: 204 }],
    });
    expect(fixture.seen).toEqual([{ webhook: 'shopOpened', body: { shop: 'Leith' } }]);
    expect(await fixture.sender.resume(resumed)).toMatchObject({ attempts: { length: 2 } });
    await expect(fixture.sender.resume({ ...kept, webhook: 'another' })).rejects.toThrow(
      '"another" is not a webhook of this sender',
    );
  });

  test('throws if its store throws', async () => {
    const { sender } = createDeliveryFixture({
      sender: {
        store: {
          save: () => {
            throw new Error('the disk is full');
          },
        },
      },
    });
    await expect(sender.shopOpened(address, { shop: 'x' })).rejects.toThrow('the disk is full');
  });
});
