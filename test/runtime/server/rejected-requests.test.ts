import type { OperationDescriptor, Verifier, WireRequest } from '@tallystick/runtime';
import { describe, expect, it } from 'vitest';
import { headerOf, parameter, posted, request, parseResponse } from './request.js';
import { guarded, bearer, badBearer, wallet } from './security-fixture.js';

describe('rejected request', () => {
  it('has challenges for every Authorization scheme, and the reason is logged', async () => {
    const { handle, log } = guarded([{ bearer: [] }, { basic: [] }, { wallet: [] }]);
    const missing = await handle(request({ target: '/boil' }));
    expect(headerOf(missing, 'www-authenticate')).toEqual([
      'Bearer',
      'Basic realm="Kettles", charset="UTF-8"',
    ]);
    const bad = await handle(request({ target: '/boil', headers: badBearer }));
    expect(headerOf(bad, 'www-authenticate')[0]).toBe('Bearer error="invalid_token"');
    expect(JSON.stringify([missing, bad])).not.toMatch(/credentials-missing|bearer-bad/);
    expect(log).toMatchObject([
      { reason: 'credentials-missing', fault: 'unauthorized', operation: 'boil' },
      { reason: 'bearer-bad', fault: 'unauthorized', scheme: 'bearer' },
    ]);
  });

  it('logs no credential', async () => {
    const { handle, log } = guarded([{ bearer: [], queryKey: [] }]);
    await handle(
      request({ target: '/boil?key=hunter2', headers: ['Authorization', 'Bearer hunter2'] }),
    );
    expect(log).toHaveLength(1);
    expect(JSON.stringify(log)).not.toContain('hunter2');
  });
});

describe('request body', () => {
  const declared: Partial<OperationDescriptor> = {
    method: 'POST',
    body: { required: true, contents: [{ mediaType: 'application/json', codec: 'json' }] },
  };
  /** Wants the body to be exactly what its token says. */
  const sealing: Verifier<string> = {
    head: ({ credentials }) => ({ ok: true, principal: credentials[0] ?? '' }),
    body: (_, bytes, principal) =>
      new TextDecoder().decode(bytes) === principal
        ? { ok: true, principal }
        : { ok: false, reason: 'body-differs' },
  };

  it('is not read before the head is verified', async () => {
    let read = false;
    const stream = {
      [Symbol.asyncIterator]: () => {
        read = true;
        throw new Error('read');
      },
    };
    const { handle } = guarded([{ bearer: [] }], declared);
    const sent: WireRequest = request({
      method: 'POST',
      target: '/boil',
      headers: ['Content-Type', 'application/json', ...badBearer],
      body: { stream },
    });
    expect((await handle(sent)).status).toBe(401);
    expect(read).toBe(false);
  });

  it('is verified before it is parsed and validated', async () => {
    const { handle, log, seen } = guarded([{ wallet: [] }], declared, { wallet: sealing });
    expect((await handle(posted('/boil', '{"a": 1}', ['X-Wallet-Auth', '{"a": 1}']))).status).toBe(
      204,
    );
    expect(seen).toMatchObject([{ body: { a: 1 }, principals: { wallet: '{"a": 1}' } }]);
    expect((await handle(posted('/boil', '{broken', ['X-Wallet-Auth', 'x']))).status).toBe(401);
    expect((await handle(posted('/boil', '{broken', ['X-Wallet-Auth', '{broken']))).status).toBe(
      400,
    );
    expect(log.map(({ reason }) => reason)).toEqual(['body-differs', 'invalid-request']);
  });

  it('is verified even if undeclared or missing', async () => {
    const { handle } = guarded([{ wallet: [] }], { method: 'POST' }, { wallet: sealing });
    expect((await handle(posted('/boil', 'smuggled', ['X-Wallet-Auth', '']))).status).toBe(401);
    expect(
      (await handle(request({ method: 'POST', target: '/boil', headers: ['X-Wallet-Auth', ''] })))
        .status,
    ).toBe(204);
  });

  it('is buffered up to its limit for a verifier', async () => {
    const bytes = {
      ...declared,
      body: { contents: [{ mediaType: 'application/octet-stream', codec: 'binary' as const }] },
    };
    const { handle } = guarded([{ wallet: [] }], bytes, { wallet: sealing });
    const sent = request({
      method: 'POST',
      target: '/boil',
      headers: ['Content-Type', 'application/octet-stream', ...wallet],
      body: 'x'.repeat(2_000_000),
    });
    expect((await handle(sent)).status).toBe(413);
  });

  it('is validated after credentials', async () => {
    const { handle } = guarded([{ bearer: [] }], {
      ...declared,
      parameters: [parameter('n', { required: true })],
    });
    expect(parseResponse(await handle(posted('/boil', '{broken'))).status).toBe(401);
    expect(parseResponse(await handle(posted('/boil', '{broken', bearer))).body).toMatchObject({
      violations: [{ path: 'query/n' }, { path: 'body' }],
    });
  });
});
