import type { PlatformClient } from '@platform/platform';
import { createPartialPlatformServer } from '@platform/platform/server';
import { platformResponseChecks } from '@platform/platform/validators';
import type { InvalidResponseEvent } from '@tallystick/runtime';
import { fetchTransport } from '@tallystick/runtime/http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../loopback.js';
import { type Connected, inMemory, ways } from './connection.js';
import { operations } from './operations.js';
import { addressOf, moment, uuidOf } from './test-server.js';

describe.each(ways)('responses of the platform $way', ({ connect }) => {
  let connected: Connected;
  let unknown: InvalidResponseEvent[];
  let invalid: InvalidResponseEvent[];
  let listening: PlatformClient;

  beforeAll(async () => {
    connected = await connect();
  });
  afterAll(() => connected.close());
  beforeEach(() => {
    connected.testServer.instead.clear();
    connected.testServer.log.length = 0;
    unknown = [];
    invalid = [];
    listening = connected.clientWith({
      checks: platformResponseChecks,
      hooks: {
        unknownBranch: (event) => unknown.push(event),
        invalidResponse: (event) => invalid.push(event),
      },
    });
  });

  test('keep an undeclared error code', async () => {
    const body = { errorType: 'flux_capacitor_empty', errorMessage: 'Refill.', hint: { at: 88 } };
    connected.testServer.instead.set('getPolicy', (_, respond) => respond['badRequest']?.(body));
    const outcome = await listening.policies.get.result(uuidOf(1));
    expect(outcome).toMatchObject({ kind: 'failure', when: 400, value: body });
    await expect(listening.policies.get(uuidOf(1))).rejects.toMatchObject({
      code: 'flux_capacitor_empty',
    });
    expect(invalid).toEqual([]);
  });

  test.each([
    {
      union: 'a criterion',
      rule: {
        action: 'accept',
        operation: 'signEvmTransaction',
        criteria: [{ type: 'moonPhase', phase: 'full' }],
      },
      pointer: '/rules/0/criteria/0/type',
    },
    {
      union: 'a rule',
      rule: { action: 'reject', operation: 'mintMoon', criteria: [], craters: 3 },
      pointer: '/rules/0/operation',
    },
  ])('keep $union of an undeclared kind, and call the hook', async ({ rule, pointer }) => {
    const policy = {
      id: uuidOf(1),
      scope: 'account',
      rules: [rule],
      createdAt: moment,
      updatedAt: moment,
    };
    connected.testServer.instead.set('getPolicy', (_, respond) => respond['ok']?.(policy));
    expect(await listening.policies.get(uuidOf(1))).toEqual(policy);
    expect(invalid).toEqual([]);
    expect(unknown).toHaveLength(1);
    expect(unknown[0]).toMatchObject({
      operation: { id: 'getPolicy' },
      value: policy,
      violations: [{ pointer, keyword: 'discriminator' }],
    });
    const strict = connected.clientWith({
      checks: platformResponseChecks,
      onInvalidResponse: 'error',
    });
    expect(await strict.policies.get(uuidOf(1))).toEqual(policy);
  });

  test('reject a request with an undeclared kind', async () => {
    const criterion: object = { type: 'moonPhase', phase: 'full' };
    const rules = [{ action: 'accept', operation: 'signEvmTransaction', criteria: [criterion] }];
    const outcome = await listening.policies.create.result({
      scope: 'account',
      rules: JSON.parse(JSON.stringify(rules)),
    });
    expect(outcome).toMatchObject({
      when: 400,
      value: { errorMessage: expect.stringContaining('body/rules/0/criteria/0/type') },
    });
  });

  test('are returned and passed to the hook if invalid, or rejected', async () => {
    const wrong = { address: '0xABC', policies: 'none' };
    connected.testServer.instead.set('getEvmAccount', (_, respond) => respond['ok']?.(wrong));
    expect(await listening.evmAccounts.get(addressOf(1))).toEqual(wrong);
    expect(invalid.map(({ violations }) => violations.map(({ pointer }) => pointer))).toEqual([
      ['/address', '/policies'],
    ]);
    const strict = connected.clientWith({
      checks: platformResponseChecks,
      onInvalidResponse: 'error',
    });
    const outcome = await strict.evmAccounts.get.result(addressOf(1));
    expect(outcome).toMatchObject({
      kind: 'invalid-response',
      status: 200,
      violations: [
        { pointer: '/address', keyword: 'pattern' },
        { pointer: '/policies', keyword: 'type' },
      ],
    });
    await expect(strict.evmAccounts.get(addressOf(1))).rejects.toMatchObject({
      code: 'invalid-response',
    });
    expect(await connected.client.evmAccounts.get(addressOf(1))).toEqual(wrong);
  });

  test('become 500 with an undeclared status, and are logged', async () => {
    connected.testServer.instead.set('getEvmAccount', () => ({ when: 418, status: 418, body: {} }));
    const outcome = await listening.evmAccounts.get.result(addressOf(1), { retry: false });
    expect(outcome).toMatchObject({ when: 500, value: { errorType: 'internal_server_error' } });
    expect(connected.testServer.log).toMatchObject([
      { operation: 'getEvmAccount', fault: 'internal' },
    ]);
  });

  test('hide the error of a handler', async () => {
    connected.testServer.instead.set('getAsset', () => {
      throw new Error('the password is swordfish');
    });
    const outcome = await listening.assets.get.result('base', 'usdc', { retry: false });
    expect(outcome).toMatchObject({ when: 'default', status: 500, value: { code: 'internal' } });
    expect(JSON.stringify(outcome)).not.toContain('swordfish');
    expect(connected.testServer.log).toMatchObject([{ reason: 'handler-failed' }]);
  });
});

describe('responses of an intermediary', () => {
  const asset = { network_id: 'base', asset_id: 'usdc' };
  test.each([
    {
      what: 'an undeclared status',
      status: 418,
      type: 'text/plain',
      body: 'teapot',
      want: { kind: 'undeclared', status: 418, body: 'teapot' },
    },
    {
      what: 'a redirect',
      status: 302,
      type: undefined,
      body: undefined,
      want: { kind: 'undeclared', status: 302 },
    },
    {
      what: 'an HTML page',
      status: 200,
      type: 'text/html',
      body: '<p>hello',
      want: { kind: 'undeclared', status: 200, body: '<p>hello' },
    },
    {
      what: 'truncated JSON',
      status: 200,
      type: 'application/json',
      body: '{"id":',
      want: { kind: 'invalid-response', status: 200 },
    },
    {
      what: 'an empty body instead of JSON',
      status: 200,
      type: 'application/json',
      body: undefined,
      want: { kind: 'invalid-response', status: 200 },
    },
  ])('have an outcome for $what', async ({ status, type, body, want }) => {
    const { clientWith } = inMemory();
    const client = clientWith({
      transport: async () => ({
        status,
        headers:
          type === undefined ? ['Location', 'https://evil.example/'] : ['Content-Type', type],
        body,
      }),
    });
    expect(await client.policies.get.result(uuidOf(1))).toMatchObject({ ok: false, ...want });
    await expect(client.policies.get(uuidOf(1))).rejects.toMatchObject({ code: want.kind, status });
  });

  test('are not followed as redirects with credentials', async () => {
    const targets: string[] = [];
    const elsewhere = await listen(() => async ({ target }) => {
      targets.push(target);
      return { status: 200, headers: [], body: undefined };
    });
    const server = await listen(() => async () => ({
      status: 307,
      headers: ['Location', `${elsewhere.baseUrl}/stolen`],
      body: undefined,
    }));
    try {
      const { clientWith } = inMemory();
      const client = clientWith({ transport: fetchTransport(), baseUrl: server.baseUrl });
      const outcome = await client.policies.get.result(uuidOf(1));
      expect(outcome).toMatchObject({ kind: 'undeclared', status: 307 });
      expect(targets).toEqual([]);
    } finally {
      await Promise.all([server.close(), elsewhere.close()]);
    }
  });

  test('are not read beyond the limit', async () => {
    let pulled = 0;
    let closed = false;
    const endless = {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          pulled += 1;
          return { done: false, value: new Uint8Array(1000) } as const;
        },
        return: async () => {
          closed = true;
          return { done: true, value: undefined } as const;
        },
      }),
    };
    const { clientWith } = inMemory();
    const client = clientWith({
      maxResponseBytes: 5000,
      retry: false,
      transport: async () => ({
        status: 200,
        headers: ['Content-Type', 'application/json'],
        body: { stream: endless },
      }),
    });
    const outcome = await client.policies.get.result(uuidOf(1));
    expect(outcome.ok).toBe(false);
    expect(pulled).toBe(6);
    expect(closed).toBe(true);
  });

  test('keep every property, even __proto__', async () => {
    const { clientWith } = inMemory();
    const text = JSON.stringify(asset).replace('}', ',"__proto__":{"polluted":true}}');
    const client = clientWith({
      transport: async () => ({
        status: 200,
        headers: ['Content-Type', 'application/json'],
        body: text,
      }),
    });
    const value = await client.assets.get('base', 'usdc');
    expect(Object.keys(value)).toEqual(['network_id', 'asset_id', '__proto__']);
    expect('polluted' in value).toBe(false);
  });
});

describe('server with response validation', () => {
  test.each(operations.filter(({ success }) => success !== 204))(
    'never sends an invalid response of $id',
    async (operation) => {
      const { testServer, clientWith } = inMemory({ validateResponses: platformResponseChecks });
      testServer.instead.set(operation.id, (_, respond) =>
        operation.id === 'deleteWebhook'
          ? 'no answer'
          : respond[operation.success === 201 ? 'created' : 'ok']?.({
              status: 5,
              rules: 5,
              address: 5,
            }),
      );
      const outcome = await operation.result(clientWith({ retry: false }));
      expect(outcome).toMatchObject({ ok: false, status: 500 });
      expect(testServer.log).toMatchObject([{ operation: operation.id, fault: 'internal' }]);
    },
  );
});

describe('partial server', () => {
  test.each(operations)(
    'returns 501 for $id in the error shape of its version',
    async (operation) => {
      const { testServer, clientWith } = inMemory();
      const pass = { head: () => ({ ok: true, principal: 'anybody' }) as const };
      const handle = createPartialPlatformServer(
        {},
        { authorities: ['api.example.com'], security: { bearer: pass, walletAuth: pass } },
      );
      const outcome = await operation.result(clientWith({ transport: handle, retry: false }));
      const old = operation.path.startsWith('/platform/v1');
      expect(outcome).toMatchObject(
        old
          ? { kind: 'failure', when: 'default', status: 501, value: { code: 'unimplemented' } }
          : { kind: 'undeclared', status: 501, body: { errorType: 'service_unavailable' } },
      );
      expect(testServer.entered).toEqual([]);
    },
  );
});
