import type { PlatformClient } from '@platform/platform';
import { headerValue } from '@tallystick/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Connected, ways } from './connection.js';
import { operations, policyRequest, webhookRequest } from './operations.js';
import { exchangeRaw, faultIn } from './raw.js';
import { credentialsOf } from './connection.js';
import { addressOf } from './test-server.js';

const policies = '/platform/v2/policy-engine/policies';
const webhooks = '/platform/v1/webhooks';

describe.each(ways)('requests of the platform $way', ({ connect }) => {
  let connected: Connected;
  beforeAll(async () => {
    connected = await connect({ limits: { body: 2000 }, unknownQuery: 'refuse' });
  });
  afterAll(() => connected.close());
  beforeEach(() => {
    connected.testServer.entered.length = 0;
  });

  const faulty = operations.flatMap((operation) =>
    operation.faults.map((fault, index) => ({ id: operation.id, index, fault, operation })),
  );
  test.each(faulty)(
    '$id rejects $fault.place ($index) with its location',
    async ({ fault, operation }) => {
      const path = fault.path ?? operation.path;
      const response = await exchangeRaw(connected, {
        method: operation.method,
        path,
        ...(fault.body === undefined ? {} : { body: fault.body }),
        ...(fault.headers === undefined ? {} : { headers: fault.headers }),
        ...(operation.wallet === 'none'
          ? {}
          : { wallet: credentialsOf(connected.testServer).walletAuth }),
      });
      expect(response.status).toBe(400);
      const { code, message } = faultIn(path, response);
      expect(code).toBe(path.startsWith('/platform/v1') ? 'malformed_request' : 'invalid_request');
      expect(message).toMatch(new RegExp(`: ${fault.place}(?:/[a-z]+)?: `));
      expect(connected.testServer.entered).toEqual([]);
    },
  );

  test.each<{
    readonly fault: string;
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly code: string;
    readonly body?: unknown;
    readonly contentType?: string;
    readonly header?: readonly [name: string, value: string];
  }>([
    {
      fault: 'an unknown path of v2',
      method: 'GET',
      path: '/platform/v2/moons',
      status: 404,
      code: 'not_found',
    },
    {
      fault: 'an unknown path of v1',
      method: 'GET',
      path: '/platform/v1/moons',
      status: 404,
      code: 'not_found',
    },
    {
      fault: 'a method that a path of v2 has not',
      method: 'PATCH',
      path: policies,
      status: 405,
      code: 'invalid_request',
      header: ['Allow', 'GET, HEAD, OPTIONS, POST'],
    },
    {
      fault: 'a method that a path of v1 has not',
      method: 'DELETE',
      path: webhooks,
      status: 405,
      code: 'malformed_request',
      header: ['Allow', 'GET, HEAD, OPTIONS, POST'],
    },
    {
      fault: 'a body that is too large',
      method: 'POST',
      path: policies,
      body: { ...policyRequest, description: 'x'.repeat(3000) },
      status: 413,
      code: 'invalid_request',
    },
    {
      fault: 'a body that is too large for v1',
      method: 'POST',
      path: webhooks,
      body: { notification_uri: 'x'.repeat(3000) },
      status: 413,
      code: 'malformed_request',
    },
    {
      fault: 'a media type that is not declared',
      method: 'POST',
      path: policies,
      body: '<policy/>',
      contentType: 'application/xml',
      status: 415,
      code: 'invalid_request',
    },
    {
      fault: 'a media type that is not declared in v1',
      method: 'POST',
      path: webhooks,
      body: '<webhook/>',
      contentType: 'text/xml',
      status: 415,
      code: 'malformed_request',
    },
    {
      fault: 'a body that is no JSON',
      method: 'POST',
      path: policies,
      body: '{"scope":',
      status: 400,
      code: 'invalid_request',
    },
    {
      fault: 'a key that comes twice',
      method: 'POST',
      path: webhooks,
      body: '{"network_id":"a","network_id":"b"}',
      status: 400,
      code: 'malformed_request',
    },
    {
      fault: 'a target that is too long',
      method: 'GET',
      path: `${webhooks}?page=${'x'.repeat(9000)}`,
      status: 414,
      code: 'malformed_request',
    },
    {
      fault: 'a query parameter that nobody declared',
      method: 'GET',
      path: `${webhooks}?colour=red`,
      status: 400,
      code: 'malformed_request',
    },
  ])('$fault is rejected in the error shape of the document', async ({ method, path, ...rest }) => {
    const { status, code, header, body, contentType } = rest;
    const response = await exchangeRaw(connected, {
      method,
      path,
      ...(body === undefined ? {} : { body }),
      ...(contentType === undefined ? {} : { contentType }),
    });
    expect(response.status).toBe(status);
    expect(faultIn(path, response).code).toBe(code);
    if (header !== undefined) expect(headerValue(response.headers, header[0])).toBe(header[1]);
    expect(connected.testServer.entered).toEqual([]);
  });

  test('HEAD is GET without a body, with its own token', async () => {
    const path = `/platform/v2/evm/accounts/${addressOf(1)}`;
    const response = await exchangeRaw(connected, { method: 'HEAD', path });
    expect(response).toMatchObject({ status: 200, body: undefined });
    expect(headerValue(response.headers, 'content-type')).toBe('application/json');
    expect(connected.testServer.entered).toEqual(['getEvmAccount']);
  });

  test('OPTIONS lists the methods of a path without a token', async () => {
    const response = await exchangeRaw(connected, {
      method: 'OPTIONS',
      path: `${policies}/0`,
      bearer: 'none',
    });
    expect(response.status).toBe(204);
    expect(headerValue(response.headers, 'allow')).toBe('DELETE, GET, HEAD, OPTIONS, PUT');
    expect(connected.testServer.entered).toEqual([]);
  });

  const unsendable: readonly {
    readonly what: string;
    readonly call: (client: PlatformClient) => Promise<{ readonly kind: string }>;
  }[] = [
    { what: 'an empty path parameter', call: ({ policies: service }) => service.get.result('') },
    { what: 'a dot segment', call: ({ assets }) => assets.get.result('..', 'usdc') },
    { what: 'a lone surrogate', call: ({ assets }) => assets.get.result('\ud800', 'usdc') },
    {
      what: 'a header with a line break',
      call: ({ assets }) => assets.get.result('base', 'usdc', { headers: { note: 'a\r\nb: c' } }),
    },
  ];
  test.each(unsendable)('a client rejects $what', async ({ call }) => {
    expect(await call(connected.client)).toMatchObject({ kind: 'invalid-request', ok: false });
    expect(connected.testServer.entered).toEqual([]);
  });

  const [rule] = policyRequest.rules;
  const call = { to: addressOf(1), value: '0', data: '0x' };
  const calls = `/platform/v2/evm/smart-accounts/${addressOf(1)}/user-operations`;
  test.each([
    [policies, { ...policyRequest, scpoe: 'project' }, 'body/scpoe', 'scope'],
    [
      policies,
      { ...policyRequest, rules: [{ ...rule, crieria: [] }] },
      'body/rules/0/crieria',
      'criteria',
    ],
    [
      policies,
      {
        ...policyRequest,
        rules: [
          {
            action: 'accept',
            operation: 'signEvmTransaction',
            criteria: [{ type: 'ethValue', ethValue: '1', operator: '<=', operater: '<' }],
          },
        ],
      },
      'body/rules/0/criteria/0/operater',
      'operator',
    ],
    [
      calls,
      { network: 'base', calls: [call], paymasterURL: 'https://pay.example.com' },
      'body/paymasterURL',
      'paymasterUrl',
    ],
    [calls, { network: 'base', calls: [{ ...call, dat: '0x' }] }, 'body/calls/0/dat', 'data'],
  ])('%s rejects a misspelt property and suggests another', async (path, body, place, meant) => {
    const response = await exchangeRaw(connected, { method: 'POST', path, body });
    expect(response.status).toBe(400);
    const { message } = faultIn(path, response);
    expect(message).toContain(`${place}: expected no such member; did you mean "${meant}"?`);
    expect(connected.testServer.entered).toEqual([]);
  });

  test('a misspelt property of v1 is logged and accepted', async () => {
    connected.testServer.log.length = 0;
    const body = { ...webhookRequest, signature_heder: 'mine' };
    const { status } = await exchangeRaw(connected, { method: 'POST', path: webhooks, body });
    expect(status).toBe(200);
    expect(connected.testServer.log).toMatchObject([
      {
        reason: 'unknown-properties',
        method: 'POST',
        operation: 'createWebhook',
        unknownProperties: [{ path: 'body/signature_heder', meant: 'signature_header' }],
      },
    ]);
  });

  test('a path parameter in any script is received unchanged', async () => {
    const id = "it's 100% ☃/ä?#%2F";
    const asset = await connected.client.assets.get('base', id);
    expect(asset.asset_id).toBe(id);
  });

  test('an optional body may be omitted', async () => {
    const account = await connected.client.evmAccounts.create();
    expect(account).toEqual({ address: addressOf(1) });
  });

  test('an address may have either case', async () => {
    const mixed = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
    const account = await connected.client.evmAccounts.get(mixed);
    expect(account.address).toBe(mixed.toLowerCase());
  });
});
