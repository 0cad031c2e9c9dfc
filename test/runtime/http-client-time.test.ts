import type { CallOf } from './http-client-operation.js';
import { describe, expect, it } from 'vitest';
import type { WireResponse } from '@tallystick/runtime';
import type { ClientOptions } from '@tallystick/runtime/http';
import { settled } from './http-client-fixture.js';
import { ok, type Outcome, get, createClientFixture, busy, fine } from './http-client-calls.js';
import { operation } from './http-client-operation.js';

describe('timeout', () => {
  it('ends a call without a response, and aborts the transport', async () => {
    const { client, requests, timers } = createClientFixture(['silence'], { timeout: 5000 });
    const result = get.result(client);
    await timers.advance(4999);
    expect(requests[0]?.signal?.aborted).toBe(false);
    expect(requests[0]?.deadline).toBe(1_700_000_005_000);
    await timers.advance(1);
    expect(await result).toEqual({ kind: 'timeout', ok: false, timeout: 5000 });
    expect(requests[0]?.signal?.aborted).toBe(true);
  });

  it('includes retries and the body', async () => {
    const stuck: WireResponse = {
      status: 200,
      headers: ['Content-Type', 'application/json'],
      body: {
        stream: { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) },
      },
    };
    const { client, timers } = createClientFixture([busy, stuck], { timeout: 1000 });
    const result = get.result(client);
    await timers.advance(1000);
    expect(await result).toMatchObject({ kind: 'timeout' });
  });

  it('of an attempt is followed by another attempt', async () => {
    const { client, requests, timers } = createClientFixture(['silence', fine], {
      retry: { attemptTimeout: 200 },
    });
    const result = get(client);
    await timers.advance(300);
    expect(await result).toBe('fine');
    expect(requests[0]?.signal?.aborted).toBe(true);
    expect(requests[1]?.signal?.aborted).toBe(false);
  });

  it('of an attempt is reported if the last attempt exceeds it', async () => {
    const { client, timers } = createClientFixture(['silence'], {
      retry: { attempts: 1, attemptTimeout: 200 },
    });
    const result = get.result(client);
    await timers.advance(200);
    expect(await result).toEqual({ kind: 'timeout', ok: false, timeout: 200 });
  });

  it('leaves no timer', async () => {
    const { client, timers } = createClientFixture([busy, fine], { retry: { attemptTimeout: 50 } });
    const result = get(client);
    await timers.advance(1000);
    await result;
    expect(timers.pending).toBe(0);
  });

  it('is rejected if it is not a number', async () => {
    const { client, requests } = createClientFixture([fine]);
    const result = await get.result(client, { timeout: Number.NaN });
    expect(result).toMatchObject({
      kind: 'invalid-request',
      message: 'the timeout is not a number',
    });
    expect(requests).toEqual([]);
  });

  it('is disabled with Infinity', async () => {
    const { client, requests, timers } = createClientFixture([fine]);
    await get(client, { timeout: Infinity });
    expect(requests[0]).not.toHaveProperty('deadline');
    expect(timers.pending).toBe(0);
  });
});

describe('abort signal', () => {
  it('prevents the request if it has already fired', async () => {
    const { client, requests } = createClientFixture([fine]);
    const result = await get.result(client, { signal: AbortSignal.abort('changed my mind') });
    expect(result).toEqual({ kind: 'aborted', ok: false, reason: 'changed my mind' });
    expect(requests).toHaveLength(0);
  });

  it('ends a call that waits for the transport', async () => {
    const { client, requests, timers } = createClientFixture(['silence']);
    const controller = new AbortController();
    const result = get.result(client, { signal: controller.signal });
    await settled();
    controller.abort('enough');
    expect(await result).toEqual({ kind: 'aborted', ok: false, reason: 'enough' });
    expect(requests[0]?.signal?.reason).toBe('enough');
    expect(timers.pending).toBe(0);
  });

  it.each(['a credential', 'an interceptor'])(
    'prevents the request even if %s is slow',
    async (slow) => {
      const gate: (() => void)[] = [];
      const wait = (): Promise<void> => new Promise((resolve) => gate.push(resolve));
      const options: ClientOptions =
        slow === 'a credential'
          ? { credentials: { bearer: async () => (await wait(), 'token') } }
          : { interceptors: [async (request, next) => (await wait(), next(request))] };
      const { client, requests, timers } = createClientFixture([fine], options);
      const controller = new AbortController();
      const secured = operation<CallOf<readonly unknown[], unknown, Outcome>>({
        id: 'secured',
        method: 'GET',
        path: ['/'],
        input: 'none',
        outcomes: [ok],
        ...(slow === 'a credential' ? { security: [{ bearer: [] }] } : {}),
      });
      const aborted = secured.result(client, { signal: controller.signal });
      const late = secured.result(client, { timeout: 10 });
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

  it('ends a retry delay at once', async () => {
    const { client, requests, timers } = createClientFixture([busy]);
    const controller = new AbortController();
    const result = get.result(client, { signal: controller.signal });
    await settled();
    controller.abort('enough');
    expect(await result).toMatchObject({ kind: 'aborted' });
    expect(requests).toHaveLength(1);
    expect(timers.pending).toBe(0);
  });
});
