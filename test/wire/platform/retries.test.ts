import type { PlatformClient } from '@platform/platform';
import {
  type Transport,
  headerValue,
  type Interceptor,
  type WireRequest,
  type WireResponse,
} from '@tallystick/runtime';
import { describe, expect, test } from 'vitest';
import { testTime } from '../time.js';
import { type Connected, ways } from './connection.js';
import { operations, policyRequest } from './operations.js';
import { exchangeRaw, faultIn } from './raw.js';
import { moment, uuidOf } from './test-server.js';

const key = '8e03978e-40d5-43e8-bc93-6894a57f9324';
const policies = '/platform/v2/policy-engine/policies';
const keyed = operations.filter(({ idempotent }) => idempotent);

describe.each(ways)('repeated requests $way', ({ connect }) => {
  test.each(keyed)(
    '$id is retried with the same key and a new token, and executed once',
    (operation) =>
      within(connect, async (connected) => {
        const { client, sent } = flaky(connected, 1);
        expect(await operation.result(client)).toMatchObject({
          ok: true,
          status: operation.success,
        });
        expect(connected.testServer.entered).toEqual([operation.id]);
        expect(sent).toHaveLength(2);
        expect(new Set(keysOf(sent)).size).toBe(1);
        expect(keysOf(sent)[0]).toMatch(/^[0-9a-f-]{36}$/);
        expect(new Set(headersOf(sent, 'Authorization')).size).toBe(2);
        if (operation.wallet !== 'none')
          expect(new Set(headersOf(sent, 'X-Wallet-Auth')).size).toBe(2);
      }),
  );

  test.each(keyed)('$id is retried if its handler was unavailable', (operation) =>
    within(connect, async (connected) => {
      const { testServer } = connected;
      testServer.instead.set(operation.id, (_, respond) => {
        testServer.instead.delete(operation.id);
        const body = { errorType: 'service_unavailable', errorMessage: 'Not now.' };
        return respond['serviceUnavailable']?.(body, { 'Retry-After': '2' });
      });
      const started = testServer.time.now();
      expect(await operation.result(connected.client)).toMatchObject({ ok: true });
      expect(testServer.entered).toEqual([operation.id, operation.id]);
      expect(testServer.time.now() - started).toBe(2000);
    }),
  );

  const reads = operations.filter(({ method }) => method === 'GET');
  test.each(reads)('$id is retried without a key', (operation) =>
    within(connect, async (connected) => {
      const { client, sent } = flaky(connected, 2);
      expect(await operation.result(client)).toMatchObject({ ok: true });
      expect(sent).toHaveLength(3);
      expect(new Set(keysOf(sent))).toEqual(new Set([undefined]));
    }),
  );

  const unsafe = operations.filter(({ method, idempotent }) => method === 'POST' && !idempotent);
  test.each(unsafe)('$id is not retried, because its effect is unknown', (operation) =>
    within(connect, async (connected) => {
      const { client, sent } = flaky(connected, 1);
      expect(await operation.result(client)).toMatchObject({ ok: false, status: 503 });
      expect(sent).toHaveLength(1);
    }),
  );

  test('the key of the caller is sent', () =>
    within(connect, async (connected) => {
      const { client, sent } = flaky(connected, 1);
      await client.policies.create(policyRequest, { idempotencyKey: key });
      expect(keysOf(sent)).toEqual([key, key]);
    }));

  test('the same key and payload receives the first response, in any order of properties', () =>
    within(connect, async (connected) => {
      const { client, testServer } = connected;
      const first = await client.policies.create(policyRequest, { idempotencyKey: key });
      const { rules, description, scope } = policyRequest;
      const turned = { rules, ...(description === undefined ? {} : { description }), scope };
      const second = await client.policies.create(turned, { idempotencyKey: key });
      expect(second).toEqual(first);
      expect(testServer.policies.size).toBe(2);
      expect(testServer.entered).toEqual(['createPolicy']);
    }));

  test('the same key with another payload is answered with 422', () =>
    within(connect, async ({ client, testServer }) => {
      await client.policies.create(policyRequest, { idempotencyKey: key });
      const outcome = await client.policies.create.result(
        { ...policyRequest, description: 'Another' },
        { idempotencyKey: key },
      );
      expect(outcome).toMatchObject({
        kind: 'failure',
        when: 422,
        value: { errorType: 'idempotency_error' },
      });
      expect(testServer.policies.size).toBe(2);
    }));

  test('the same key during the first request is answered with 409', () =>
    within(connect, async ({ client, testServer }) => {
      let finish: () => void = () => undefined;
      const running = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const entered = new Promise<void>((resolve) => {
        testServer.instead.set('deletePolicy', async (_, respond) => {
          resolve();
          await running;
          return respond['noContent']?.();
        });
      });
      const options = { idempotencyKey: key };
      const first = client.policies.delete.result(uuidOf(1), options);
      await entered;
      const second = await client.policies.delete.result(uuidOf(1), options);
      expect(second).toMatchObject({ when: 409, value: { errorType: 'already_exists' } });
      finish();
      expect(await first).toMatchObject({ status: 204 });
    }));

  test('the same key is available to another operation, and after a rejected request', () =>
    within(connect, async (connected) => {
      const { client, testServer } = connected;
      const refused = await exchangeRaw(connected, {
        method: 'POST',
        path: policies,
        body: { scope: 'galaxy' },
        headers: ['X-Idempotency-Key', key],
      });
      expect(faultIn(policies, refused).code).toBe('invalid_request');
      await client.policies.create(policyRequest, { idempotencyKey: key });
      await client.policies.update(
        uuidOf(1),
        { rules: policyRequest.rules },
        { idempotencyKey: key },
      );
      await client.evmAccounts.create({}, { idempotencyKey: key });
      expect(testServer.entered.slice(-2)).toEqual(['updatePolicy', 'createEvmAccount']);
    }));

  test('an invalid token neither reads nor stores a response', () =>
    within(connect, async (connected) => {
      const { client, testServer } = connected;
      const given = {
        method: 'POST',
        path: policies,
        body: policyRequest,
        headers: ['X-Idempotency-Key', key],
      };
      const wrong = { ...given, signedFor: 'other.example.com' };
      expect((await exchangeRaw(connected, wrong)).status).toBe(401);
      await client.policies.create(policyRequest, { idempotencyKey: key });
      expect(testServer.entered).toEqual(['createPolicy']);
      expect((await exchangeRaw(connected, wrong)).status).toBe(401);
    }));

  test('a response is discarded after a day', () =>
    within(connect, async ({ client, testServer }) => {
      await client.policies.create(policyRequest, { idempotencyKey: key });
      await testServer.time.advance(86_400_001);
      await client.policies.create(policyRequest, { idempotencyKey: key });
      expect(testServer.policies.size).toBe(3);
    }));

  test('a call returns the last result after its last attempt', () =>
    within(connect, async (connected) => {
      const { client, sent } = flaky(connected, 9);
      const outcome = await client.assets.get.result('base', 'usdc', { retry: { attempts: 4 } });
      expect(outcome).toMatchObject({ kind: 'failure', when: 'default', status: 503 });
      expect(sent).toHaveLength(4);
    }));
});

describe('interceptors', () => {
  test('receive the operation and the key, and may respond themselves', () =>
    within(ways[0]?.connect, async (connected) => {
      const seen: (string | undefined)[] = [];
      let down = true;
      const interceptor: Interceptor = async (request, next) => {
        seen.push(request.operation?.id, headerValue(request.headers, 'authorization'));
        if (!down) return next(request);
        down = false;
        const answer = await next(request);
        return answer.status === 201 ? next(request) : answer;
      };
      const client = connected.clientWith({ interceptors: [interceptor] });
      await client.policies.create(policyRequest);
      expect(seen).toEqual(['createPolicy', undefined]);
      expect(connected.testServer.entered).toEqual(['createPolicy']);
    }));
});

/** Runs a test on a server with one policy and one webhook, in which waiting takes no time. */
async function within(
  connect: (typeof ways)[number]['connect'] | undefined,
  run: (connected: Connected) => Promise<void>,
): Promise<void> {
  const connected = await connect?.({ time: testTime({ skip: 20_000 }) });
  if (connected === undefined) throw new Error('there is a way');
  const { testServer } = connected;
  testServer.webhooks.set(uuidOf(1), { id: uuidOf(1), status: 'active' });
  const policy = { ...policyRequest, id: uuidOf(1), createdAt: moment, updatedAt: moment };
  testServer.policies.set(policy.id, policy);
  try {
    await run(connected);
  } finally {
    await connected.close();
  }
}

/** A client whose first requests arrive, but whose answers are lost behind a 503 of something in between. */
function flaky(
  connected: Connected,
  lost: number,
): { readonly client: PlatformClient; readonly sent: WireRequest[] } {
  const sent: WireRequest[] = [];
  const transport: Transport = async (request) => {
    sent.push(request);
    const answer = await connected.exchange(request);
    return sent.length > lost ? answer : unavailable(request);
  };
  return { client: connected.clientWith({ transport }), sent };
}

function unavailable({ target }: WireRequest): WireResponse {
  const body = target.startsWith('/platform/v1')
    ? { code: 'internal', message: 'Lost.' }
    : { errorType: 'service_unavailable', errorMessage: 'Lost.' };
  return { status: 503, headers: ['Content-Type', 'application/json'], body: JSON.stringify(body) };
}

function headersOf(sent: readonly WireRequest[], name: string): readonly (string | undefined)[] {
  return sent.map(({ headers }) => headerValue(headers, name));
}

function keysOf(sent: readonly WireRequest[]): readonly (string | undefined)[] {
  return headersOf(sent, 'X-Idempotency-Key');
}
