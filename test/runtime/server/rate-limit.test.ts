import { describe, expect, it } from 'vitest';
import type { OperationDescriptor, RateLimitDescriptor, Verifier } from '@tallystick/runtime';
import type { HttpOptions, LogEntry } from '@tallystick/runtime/http/server';
import { manualTimers } from '../http-client-fixture.js';
import { createRpcServer } from '@tallystick/runtime/rpc/server';
import { call, clientKey, description, operations } from './rpc-fixture.js';
import {
  api,
  headerOf,
  operation,
  posted,
  request,
  parseResponse,
  serverOf,
  type Handle,
} from './request.js';

const perIp: RateLimitDescriptor = { bucket: 'address', rate: 1, burst: 2, per: 'ip' };
const perUser: RateLimitDescriptor = { bucket: 'user', rate: 0.1, burst: 1, per: 'user' };
const keys = { ip: () => 'one', user: () => 'me' };

function limited(
  rateLimits: readonly RateLimitDescriptor[],
  options: HttpOptions,
  parts: Partial<OperationDescriptor> = {},
): { readonly handle: Handle; readonly log: LogEntry[]; readonly ran: () => number } {
  const log: LogEntry[] = [];
  let ran = 0;
  const handlers = {
    get: (_: never, respond: { noContent(): unknown }) => {
      ran += 1;
      return respond.noContent();
    },
  };
  const handle = serverOf(
    [operation('get', { rateLimits, ...parts })],
    handlers,
    { clock: manualTimers(), log: (entry) => log.push(entry), ...options },
    api({ security: { bearer: { kind: 'http', scheme: 'bearer' } } }),
  );
  return { handle, log, ran: () => ran };
}

async function statuses(handle: Handle, count: number, method = 'GET'): Promise<readonly number[]> {
  const found: number[] = [];
  for (let at = 0; at < count; at++) {
    found.push((await handle(request({ method, target: '/get' }))).status);
  }
  return found;
}

describe('server with rate limits', () => {
  it('rejects a request before its handler, with a problem document', async () => {
    const { handle, log, ran } = limited([perUser], { rateLimits: { keys } });
    expect(await statuses(handle, 1)).toEqual([204]);
    const response = await handle(request({ target: '/get' }));
    expect(parseResponse(response)).toMatchObject({
      status: 429,
      body: { detail: 'Too many requests.' },
    });
    expect(headerOf(response, 'retry-after')).toEqual(['10']);
    expect(headerOf(response, 'content-type')).toEqual(['application/problem+json']);
    expect([ran(), log.map(({ reason }) => reason)]).toEqual([1, ['rate-limited']]);
  });

  it('counts only verified requests for a caller, including their bodies', async () => {
    const signed: Verifier<string> = {
      head: ({ credentials: [name = ''] }) => ({ ok: true, principal: name }),
      body: (_presented, bytes, principal) =>
        bytes.length === 0 ? { ok: false, reason: 'unsigned' } : { ok: true, principal },
    };
    const { handle } = limited(
      [perUser],
      {
        rateLimits: {
          keys: {
            user: ({ principals }: { principals: Record<string, unknown> }) =>
              String(principals['bearer']),
          },
        },
        security: { bearer: signed },
      },
      { method: 'POST', security: [{ bearer: [] }] },
    );
    const status = async (body: string): Promise<number> =>
      (
        await handle(
          request({
            method: 'POST',
            target: '/get',
            headers: ['Authorization', 'Bearer ada'],
            body,
          }),
        )
      ).status;
    expect([await status(''), await status(''), await status('ok'), await status('ok')]).toEqual([
      401, 401, 204, 429,
    ]);
    expect(await status('')).toBe(401);
  });

  it('counts HEAD with GET, but neither OPTIONS nor unknown methods', async () => {
    const { handle } = limited([perIp], { rateLimits: { keys } });
    expect(await statuses(handle, 3, 'OPTIONS')).toEqual([204, 204, 204]);
    expect(await statuses(handle, 3, 'PUT')).toEqual([405, 405, 405]);
    expect(await statuses(handle, 1, 'HEAD')).toEqual([204]);
    expect(await statuses(handle, 2)).toEqual([204, 429]);
  });

  it('responds with the error shape of the document', async () => {
    const { handle } = limited(
      [perUser],
      { rateLimits: { keys } },
      {
        outcomes: [
          { status: 204, respond: 'noContent' },
          {
            status: 429,
            respond: 'tooManyRequests',
            contents: [{ mediaType: 'application/json', codec: 'json' }],
            error: { code: 'kind', message: 'text', codes: { 'rate-limited': 'slow_down' } },
          },
        ],
      },
    );
    await statuses(handle, 1);
    expect(parseResponse(await handle(request({ target: '/get' })))).toEqual({
      status: 429,
      body: { kind: 'slow_down', text: 'Too many requests.' },
    });
  });

  it('determines keys from the peer first, then from the principals', async () => {
    const calls: unknown[] = [];
    const bearer: Verifier = { head: () => ({ ok: true, principal: 'Ada' }) };
    const { handle } = limited(
      [perUser, perIp],
      {
        security: { bearer },
        rateLimits: {
          keys: {
            ip: (...[of]: readonly [{ principals: object }]) =>
              `ip ${calls.push({ ...of.principals })}`,
            user: (...[of]: readonly [{ principals: object; operation: { id: string } }]) =>
              `user ${calls.push({ ...of.principals }, of.operation.id)}`,
          },
        },
      },
      { security: [{ bearer: [] }] },
    );
    const sent = request({ target: '/get', headers: ['Authorization', 'Bearer x'] });
    expect((await handle(sent)).status).toBe(204);
    expect(calls).toEqual([{}, { bearer: 'Ada' }, 'get']);
  });

  it('does not count requests whose key is null', async () => {
    const { handle } = limited([perUser], { rateLimits: { keys: { user: () => null } } });
    expect(await statuses(handle, 5)).toEqual([204, 204, 204, 204, 204]);
  });

  it.each([undefined, 7, {}])('returns an error if a key is %o', async (key) => {
    const { handle, log, ran } = limited([perUser], { rateLimits: { keys: { user: () => key } } });
    expect(await statuses(handle, 1)).toEqual([500]);
    expect([ran(), log[0]?.reason]).toEqual([0, 'rate-limit-key-missing']);
  });

  it('requires a key function for every scope', () => {
    const create = (of: object) => () => limited([perIp, perUser], { rateLimits: { keys: of } });
    expect(create({ ip: () => 'one' })).toThrow('"rateLimits.keys" needs a function "user"');
    expect(create(Object.create(keys))).toThrow('"rateLimits.keys" needs a function "ip"');
    expect(create(keys)).not.toThrow();
  });

  it('distinguishes keys with any characters', async () => {
    const names = ['a', 'a","b', '__proto__', ''];
    let at = 0;
    const { handle } = limited([perUser], {
      rateLimits: { keys: { user: () => names[at++ % names.length] ?? '' } },
    });
    expect(await statuses(handle, 5)).toEqual([204, 204, 204, 204, 429]);
  });

  it('uses a custom store, and rejects requests if it fails', async () => {
    const spent: unknown[] = [];
    const { handle } = limited([perUser], {
      rateLimits: {
        keys,
        store: {
          async take(spends, now) {
            spent.push([spends, now]);
            return spent.length === 1 ? 0 : 2500;
          },
        },
      },
    });
    expect((await handle(request({ target: '/get' }))).status).toBe(204);
    const refused = await handle(request({ target: '/get' }));
    expect([refused.status, headerOf(refused, 'retry-after')]).toEqual([429, ['3']]);
    expect(spent[0]).toEqual([[{ key: '["user","me"]', rate: 0.1, burst: 1 }], 1_700_000_000_000]);
    const broken = limited([perUser], {
      rateLimits: { keys, store: { take: () => Promise.reject(new Error('lost')) } },
    });
    expect(await statuses(broken.handle, 1)).toEqual([500]);
    expect(broken.ran()).toBe(0);
  });
});

describe('JSON-RPC endpoint', () => {
  it('counts requests with any content', async () => {
    const perKey: RateLimitDescriptor = { bucket: 'rpc', rate: 1, burst: 2, per: 'key' };
    const handle = createRpcServer(
      description,
      operations.map((each) => ({
        descriptor: { ...each, rateLimits: [perKey] },
        handler: each.id,
      })),
      { add: (_: never, respond: { result(value: unknown): unknown }) => respond.result(1) },
      {
        authorities: ['api.example.com'],
        security: { clientKey },
        partial: true,
        clock: manualTimers(),
        rateLimits: {
          keys: {
            key: (of: { principals: { clientKey?: string } }) => of.principals.clientKey ?? '',
          },
        },
      },
    );
    const add = call('add', [1]);
    expect((await handle(posted('/rpc/k3y', [add, add, add]))).status).toBe(200);
    expect((await handle(posted('/rpc/k3y', call('unknown')))).status).toBe(200);
    expect((await handle(posted('/rpc/other', add))).status).toBe(401);
    expect(parseResponse(await handle(posted('/rpc/k3y', add)))).toEqual({
      status: 429,
      body: {
        jsonrpc: '2.0',
        id: null,
        error: {
          code: -32600,
          message: 'Too many requests.',
          data: { correlationId: expect.any(String) },
        },
      },
    });
  });
});
