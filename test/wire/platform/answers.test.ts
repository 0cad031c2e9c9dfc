import type { PlatformClient, Webhook } from '@platform/platform';
import { createPartialPlatformServer } from '@platform/platform/server';
import { platformResponseChecks } from '@platform/platform/validators';
import type { InvalidResponseEvent } from '@tallystick/runtime';
import { fetchTransport } from '@tallystick/runtime/http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../loopback.js';
import { testTime } from '../time.js';
import { type Connected, inMemory, ways } from './connection.js';
import { operations, policyRequest } from './operations.js';
import { addressOf, moment, uuidOf } from './world.js';

describe.each(ways)('$way', ({ connect }) => {
  let connected: Connected;
  let unknown: InvalidResponseEvent[];
  let invalid: InvalidResponseEvent[];
  let listening: PlatformClient;

  beforeAll(async () => {
    connected = await connect();
  });
  afterAll(() => connected.close());
  beforeEach(() => {
    connected.world.instead.clear();
    connected.world.log.length = 0;
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

  test('an error code that nobody declared reaches the caller unharmed', async () => {
    const body = { errorType: 'flux_capacitor_empty', errorMessage: 'Refill.', hint: { at: 88 } };
    connected.world.instead.set('getPolicy', (_, respond) => respond['badRequest']?.(body));
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
  ])(
    '$union of a kind that nobody declared reaches the caller and the hook',
    async ({ rule, pointer }) => {
      const policy = {
        id: uuidOf(1),
        scope: 'account',
        rules: [rule],
        createdAt: moment,
        updatedAt: moment,
      };
      connected.world.instead.set('getPolicy', (_, respond) => respond['ok']?.(policy));
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
    },
  );

  test('a request with a kind that nobody declared is refused', async () => {
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

  test('a response that violates its schema is returned and told to the hook, or refused', async () => {
    const wrong = { address: '0xABC', policies: 'none' };
    connected.world.instead.set('getEvmAccount', (_, respond) => respond['ok']?.(wrong));
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

  test('an answer without a declared status becomes 500 and is told to the log', async () => {
    connected.world.instead.set('getEvmAccount', () => ({ when: 418, status: 418, body: {} }));
    const outcome = await listening.evmAccounts.get.result(addressOf(1), {}, { retry: false });
    expect(outcome).toMatchObject({ when: 500, value: { errorType: 'internal_server_error' } });
    expect(connected.world.log).toMatchObject([{ operation: 'getEvmAccount', fault: 'internal' }]);
  });

  test('a handler that throws says nothing of it to the caller', async () => {
    connected.world.instead.set('getAsset', () => {
      throw new Error('the password is swordfish');
    });
    const outcome = await listening.assets.get.result('base', 'usdc', {}, { retry: false });
    expect(outcome).toMatchObject({ when: 'default', status: 500, value: { code: 'internal' } });
    expect(JSON.stringify(outcome)).not.toContain('swordfish');
    expect(connected.world.log).toMatchObject([{ reason: 'handler-failed' }]);
  });
});

describe('responses that only something in between can make', () => {
  const asset = { network_id: 'base', asset_id: 'usdc' };
  test.each([
    {
      what: 'a status that nobody declared',
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
      what: 'a page of HTML',
      status: 200,
      type: 'text/html',
      body: '<p>hello',
      want: { kind: 'undeclared', status: 200, body: '<p>hello' },
    },
    {
      what: 'JSON that is cut off',
      status: 200,
      type: 'application/json',
      body: '{"id":',
      want: { kind: 'invalid-response', status: 200 },
    },
    {
      what: 'nothing where JSON is declared',
      status: 200,
      type: 'application/json',
      body: undefined,
      want: { kind: 'invalid-response', status: 200 },
    },
  ])('$what is an outcome of its own', async ({ status, type, body, want }) => {
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

  test('a redirect is not followed, since credentials would go along', async () => {
    const asked: string[] = [];
    const elsewhere = await listen(() => async ({ target }) => {
      asked.push(target);
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
      expect(asked).toEqual([]);
    } finally {
      await Promise.all([server.close(), elsewhere.close()]);
    }
  });

  test('a response that is longer than it may be is not read to its end', async () => {
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

  test('every declared key of a response is kept, also one that is named like what objects have', async () => {
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

describe('a server that checks its answers', () => {
  test.each(operations.filter(({ success }) => success !== 204))(
    '$id never lets one out that is not as described',
    async (operation) => {
      const { world, clientWith } = inMemory({ validateResponses: platformResponseChecks });
      world.instead.set(operation.id, (_, respond) =>
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
      expect(world.log).toMatchObject([{ operation: operation.id, fault: 'internal' }]);
    },
  );
});

describe('an incomplete server', () => {
  test.each(operations)('answers 501 for $id in the words of its version', async (operation) => {
    const { world, clientWith } = inMemory();
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
    expect(world.entered).toEqual([]);
  });
});

describe('time and patience', () => {
  test.each(operations)('$id ends when its time is over', async (operation) => {
    const time = testTime();
    const { clientWith } = inMemory({ time });
    const client = clientWith({ transport: () => new Promise(() => undefined), timeout: 1500 });
    const ended = operation.result(client);
    await time.waiter(1500);
    await time.advance(1500);
    expect(await ended).toEqual({ kind: 'timeout', ok: false, timeout: 1500 });
  });

  test.each(ways)('a call that is aborted $way lets go of the handler', async ({ connect }) => {
    const connected = await connect();
    try {
      const { client, world } = connected;
      const controller = new AbortController();
      const gone = new Promise<void>((resolve) => {
        world.instead.set('getAsset', (request) => {
          signalOf(request).addEventListener('abort', () => resolve());
          controller.abort('changed my mind');
          return new Promise(() => undefined);
        });
      });
      const outcome = await client.assets.get.result(
        'base',
        'usdc',
        {},
        { signal: controller.signal },
      );
      expect(outcome).toEqual({ kind: 'aborted', ok: false, reason: 'changed my mind' });
      await gone;
    } finally {
      await connected.close();
    }
  });

  test('a call is aborted while it waits for another attempt', async () => {
    const time = testTime();
    const { clientWith } = inMemory({ time });
    const controller = new AbortController();
    const client = clientWith({ transport: () => Promise.reject(new Error('down')) });
    const ended = client.assets.get.result('base', 'usdc', {}, { signal: controller.signal });
    await time.waiter(100);
    controller.abort();
    expect(await ended).toMatchObject({ kind: 'aborted' });
  });

  test('a call whose signal fired before sends nothing', async () => {
    const { client, world } = inMemory();
    const outcome = await client.webhooks.create.result(
      { network_id: 'base', event_type: 'unspecified', notification_uri: 'https://a.example' },
      { signal: AbortSignal.abort('never mind') },
    );
    expect(outcome).toMatchObject({ kind: 'aborted', reason: 'never mind' });
    expect(world.entered).toEqual([]);
  });

  test('a server that is gone is a network failure with the code of the system', async () => {
    const server = await listen(() => async () => ({ status: 200, headers: [], body: undefined }));
    await server.close();
    const { clientWith } = inMemory();
    const client = clientWith({
      transport: fetchTransport(),
      baseUrl: server.baseUrl,
      retry: false,
    });
    const outcome = await client.assets.get.result('base', 'usdc');
    expect(outcome).toMatchObject({ kind: 'network', cause: { code: 'ECONNREFUSED' } });
  });
});

function signalOf(request: unknown): AbortSignal {
  const signal: unknown =
    typeof request === 'object' && request !== null ? Reflect.get(request, 'signal') : undefined;
  if (!(signal instanceof AbortSignal)) throw new Error('a handler gets a signal');
  return signal;
}

describe.each(ways)('pages $way', ({ connect }) => {
  let connected: Connected;
  beforeAll(async () => {
    connected = await connect();
    const { policies, webhooks } = connected.world;
    for (let number = 1; number <= 7; number++) {
      webhooks.set(uuidOf(number), { id: uuidOf(number), status: 'active' });
      policies.set(uuidOf(number), {
        ...policyRequest,
        scope: number === 7 ? 'project' : 'account',
        id: uuidOf(number),
        createdAt: moment,
        updatedAt: moment,
      });
    }
  });
  afterAll(() => connected.close());
  beforeEach(() => {
    connected.world.entered.length = 0;
  });

  test('of webhooks are followed item by item while there is more', async () => {
    const ids: (string | undefined)[] = [];
    for await (const webhook of connected.client.webhooks.list({ limit: 3 })) ids.push(webhook.id);
    expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7].map(uuidOf));
    expect(connected.world.entered).toHaveLength(3);
  });

  test('of webhooks are followed page by page', async () => {
    const sizes: number[] = [];
    for await (const page of connected.client.webhooks.list({ limit: 3 }).pages()) {
      sizes.push(page.data.length);
    }
    expect(sizes).toEqual([3, 3, 1]);
  });

  test('of policies are followed with the filter of the first', async () => {
    const ids: string[] = [];
    const list = connected.client.policies.list({ pageSize: 4, scope: 'account' });
    for await (const policy of list) ids.push(policy.id);
    expect(ids).toEqual([1, 2, 3, 4, 5, 6].map(uuidOf));
    expect(connected.world.entered).toHaveLength(2);
  });

  test('are asked for only as far as somebody reads', async () => {
    const seen: Webhook[] = [];
    for await (const webhook of connected.client.webhooks.list({ limit: 3 })) {
      seen.push(webhook);
      if (seen.length === 2) break;
    }
    expect(connected.world.entered).toHaveLength(1);
    expect((await connected.client.webhooks.list({ limit: 2 })).data).toHaveLength(2);
    expect(connected.world.entered).toHaveLength(2);
  });

  test('that fail half-way throw the error of the operation', async () => {
    const { client, world } = connected;
    const seen: Webhook[] = [];
    const read = async (): Promise<void> => {
      for await (const webhook of client.webhooks.list({ limit: 3 }, { retry: false })) {
        seen.push(webhook);
        world.instead.set('listWebhooks', (_, respond) =>
          respond['other']?.(500, { code: 'internal', message: 'Lost the rest.' }),
        );
      }
    };
    await expect(read()).rejects.toMatchObject({ operation: 'listWebhooks', status: 500 });
    expect(seen).toHaveLength(3);
    world.instead.clear();
  });

  test('that come round again are an error instead of an endless list', async () => {
    const { client, world } = connected;
    const again = { data: [{ status: 'active' }], has_more: true, next_page: 'again' };
    world.instead.set('listWebhooks', (_, respond) => respond['ok']?.(again));
    const read = async (): Promise<void> => {
      for await (const webhook of client.webhooks.list()) expect(webhook.status).toBe('active');
    };
    await expect(read()).rejects.toMatchObject({ code: 'invalid-response' });
    world.instead.clear();
  });
});
