import { headerValue } from '@tallystick/runtime';
import { describe, expect, test } from 'vitest';
import { type Connected, credentialsOf, inMemory } from './connection.js';
import { operations, type Row } from './operations.js';
import { exchangeRaw, faultIn, type RawResponse } from './raw.js';
import { unrestricted } from './test-server.js';

const funds = ['signEvmTransaction', 'prepareUserOperation'];

/** The permission of a key that an operation requires. */
function permissionOf({ id, method }: Row): (typeof unrestricted)[number] {
  if (method === 'GET') return 'view';
  return funds.includes(id) ? 'transfer' : 'manage';
}

/** Sends a valid request, with all tokens that its operation takes. */
function send(connected: Connected, { method, path, body, wallet }: Row): Promise<RawResponse> {
  const { walletAuth } = credentialsOf(connected.testServer);
  return exchangeRaw(connected, {
    method,
    path,
    ...(body && { body }),
    ...(wallet === 'none' ? {} : { wallet: walletAuth }),
  });
}

describe.each(operations)('$id', (row) => {
  const permission = permissionOf(row);

  test(`accepts a key with the permission "${permission}" alone`, async () => {
    const connected = inMemory({ scopes: [permission] });
    await send(connected, row);
    expect(connected.testServer.entered).toEqual([row.id]);
  });

  test(`rejects a key with every permission but "${permission}"`, async () => {
    const scopes = unrestricted.filter((scope) => scope !== permission);
    const connected = inMemory({ scopes });
    const response = await send(connected, row);
    expect(response.status).toBe(403);
    expect(connected.testServer.entered).toEqual([]);
    expect(connected.testServer.reasons).toEqual(['bearer: key-scope']);
    const code = row.path.startsWith('/platform/v1/') ? 'unauthorized' : 'forbidden';
    expect(faultIn(row.path, response)).toMatchObject({ code });
    expect(headerValue(response.headers, 'content-type')).toContain('application/json');
  });
});
