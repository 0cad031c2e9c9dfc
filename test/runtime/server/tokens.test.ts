import type { OperationDescriptor } from '@tallystick/runtime';
import { jwtCredential, jwtVerifier } from '@tallystick/runtime/auth/jwt';
import { describe, expect, it } from 'vitest';
import { bearerJwt, clockAt, makeKey, walletJwt } from '../auth-fixtures.js';
import { api, operation, posted, serverOf } from './request.js';

const holder = await makeKey('ES256');
const walletHolder = await makeKey('ES256');
const variables = { issuer: 'vault' };
const clock = clockAt();
const json = [{ mediaType: 'application/json', codec: 'json' as const }];
const described = api({
  variables: { issuer: { default: 'vault' } },
  security: {
    bearer: { kind: 'http', scheme: 'bearer' },
    wallet: { kind: 'apiKey', in: 'header', name: 'X-Wallet' },
    never: { kind: 'apiKey', in: 'header', name: 'X-Never-Sent' },
  },
});
const bearer = jwtCredential(bearerJwt, { keyName: 'k', keySecret: holder.pem }, { clock });
const wallet = jwtCredential(walletJwt, { walletSecret: walletHolder.base64 }, { clock });

/** Kettles that are ordered with tokens; answers how many were. */
function shop(security: OperationDescriptor['security'], scopes: readonly string[] = []) {
  let count = 0;
  const order = operation('order', {
    method: 'POST',
    path: ['/kettles'],
    parameters: [{ name: 'Idempotency-Key', in: 'header', type: { types: ['string'] } }],
    body: { contents: json },
    outcomes: [{ status: 201, respond: 'created', contents: json }],
    idempotencyHeader: 'Idempotency-Key',
    ...(security === undefined ? {} : { security }),
  });
  const handle = serverOf(
    [order],
    {
      order: (_: never, respond: { created(body: unknown): unknown }) =>
        respond.created({ ordered: ++count }),
    },
    {
      security: {
        bearer: jwtVerifier(bearerJwt, { keys: { k: { key: holder.publicKey, scopes } }, clock }),
        wallet: jwtVerifier(walletJwt, { keys: [{ key: walletHolder.publicKey }], clock }),
        never: { head: () => ({ ok: false, reason: 'never' }) },
      },
    },
    described,
  );
  return async (): Promise<unknown> => {
    const request = posted('/kettles', { colour: 'red' }, ['Idempotency-Key', 'one']);
    const headers = [
      ...request.headers,
      'Authorization',
      `Bearer ${await bearer.token(request, { variables })}`,
      'X-Wallet',
      await wallet.token(request, { variables }),
    ];
    const { status, body } = await handle({ ...request, headers });
    return status === 201 ? JSON.parse(String(body)) : status;
  };
}

describe('single-use token', () => {
  it('is not rejected as a replay if alternatives require different scopes', async () => {
    const security = [{ bearer: ['write'], never: [] }, { bearer: ['admin'] }];
    expect(await shop(security, ['write', 'admin'])()).toEqual({ ordered: 1 });
    expect(await shop(security, ['write'])()).toBe(403);
    expect(await shop(security, ['read'])()).toBe(403);
  });
});

describe('caller', () => {
  it('stays the same with a new token, even if its key has no name', async () => {
    const order = shop([{ bearer: [], wallet: [] }]);
    expect([await order(), await order()]).toEqual([{ ordered: 1 }, { ordered: 1 }]);
  });
});
