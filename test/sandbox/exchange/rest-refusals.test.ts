import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '@platform/exchange';
import { describedFault, type Received } from '../bad-input.js';
import { describedOperations } from '../described.js';
import { type TestSandbox, testSandbox } from '../sandbox.js';
import {
  type ExchangeRequest,
  type ExchangeTenant,
  exchangeTenant,
  messageOf,
  originator,
  sendSigned,
  unknownPaths,
} from './requests.js';
import { addresses } from './money.js';
import { newKey } from './traders.js';

const operations = new Map(
  describedOperations('spec/exchange/rest.openapi.yaml').map((each) => [each.id, each]),
);

let sandbox: TestSandbox;
let own: ExchangeTenant;
let foreign: ExchangeTenant;
beforeAll(async () => {
  sandbox = await testSandbox({ hasRateLimits: false });
  own = await exchangeTenant(sandbox);
  foreign = await exchangeTenant(sandbox);
});
afterAll(async () => {
  await sandbox.close();
});

type Request = Omit<ExchangeRequest, 'tenant' | 'operation'>;

/** Sends a request, whose response must be as described. */
async function sent(id: string, status: number, request: Request = {}): Promise<Received> {
  const operation = operations.get(id) ?? expect.fail(`There is no operation ${id}.`);
  const received = await sendSigned(sandbox.url, { tenant: own, operation, ...request });
  expect(describedFault(operation, received, [status])).toBeUndefined();
  return received;
}

/** The message of a request's refusal. */
async function refused(id: string, status: number, request: Request = {}): Promise<unknown> {
  return messageOf(await sent(id, status, request));
}

/** A limit order, unless the test says otherwise. */
function order(changes: object = {}): Request {
  const limit = { type: 'limit', side: 'buy', product_id: 'BTC-USD', price: '10', size: '1' };
  return { body: JSON.stringify({ ...limit, ...changes }) };
}

test('refusals-1: unauthenticated is 401 with a text by kind', async () => {
  const { key } = own;
  const text = (request: Request): Promise<unknown> => refused('listAccounts', 401, request);
  expect(await text({ key: { ...key, name: 'f'.repeat(32) } })).toBe('Invalid API Key');
  expect(await text({ key: { ...key, secret: foreign.key.secret } })).toBe('invalid signature');
  expect(await text({ key: { ...key, passphrase: 'other' } })).toBe('Invalid Passphrase');
  expect(await text({ signed: { timestamp: '1' } })).toBe('request timestamp expired');
  expect(await text({ signed: { timestamp: 'now' } })).toBe('invalid timestamp');
});

test('refusals-1: forbidden is 403', async () => {
  const key = await newKey(sandbox, own.profileId, { permissions: ['view'] });
  expect(await refused('createOrder', 403, { ...order(), key })).toBe('Forbidden');
  expect(await refused('createOrder', 403, order({ profile_id: foreign.profileId }))).toBe(
    'Forbidden',
  );
});

test('refusals-1: not-found is 404 with a text by kind', async () => {
  const paths = unknownPaths;
  for (const id of ['getOrder', 'cancelOrder', 'getOrderByClientOid', 'cancelOrderByClientOid'])
    expect(await refused(id, 404, { paths })).toBe('order not found');
  for (const id of ['getAccount', 'listAccountLedger', 'getProfile', 'getTradingVolumes'])
    expect(await refused(id, 404, { paths })).toBe('NotFound');
  const preference = JSON.stringify({ settlement_preference: 'USD' });
  expect(await refused('updateSettlementPreferences', 404, { paths, body: preference })).toBe(
    'NotFound',
  );
  const response = await fetch(`${sandbox.url}/nowhere`);
  expect([response.status, await response.json()]).toEqual([404, { message: 'NotFound' }]);
});

test('refusals-1: unknown-product is 404, and 400 when an order is created', async () => {
  for (const id of ['getProductBook', 'getProductTicker', 'getProductStats'])
    expect(await refused(id, 404, { paths: unknownPaths })).toBe('Product not found');
  expect(await refused('createOrder', 400, order({ product_id: 'NO-USD' }))).toBe(
    'Product not found',
  );
});

test('refusals-1: form is 400 and names the member', async () => {
  expect(await refused('createOrder', 400, order({ price: undefined }))).toContain('price');
  expect(await refused('createOrder', 400, order({ max_floor: '0.1' }))).toContain('max_floor');
  expect(await refused('listFills', 400)).toBe('order_id or product_id is required');
  expect(await refused('listOrders', 400, { query: { limit: '1001' } })).toContain('limit');
  expect(await refused('getOrder', 400, { paths: { '/orders/{order_id}': 'x' } })).toBe(
    'Invalid order id',
  );
  expect(await refused('getProductBook', 400, { query: { level: 'L4' } })).toBe(
    'unexpected level: _',
  );
});

/** The message of the refusal of an order. */
function orderRefused(changes: object): Promise<unknown> {
  return refused('createOrder', 400, order(changes));
}

test('refusals-1: duplicate-client-id is 400', async () => {
  const client_oid = randomUUID();
  await sent('createOrder', 200, order({ client_oid }));
  expect(await orderRefused({ client_oid })).toBe('duplicate client_oid');
});

test('refusals-1: insufficient-funds is 400', async () => {
  expect(await orderRefused({ size: '1000000' })).toBe('Insufficient funds');
});

test('refusals-1: increment is 400, and names the member', async () => {
  expect(await orderRefused({ price: '10.001' })).toBe('price too precise');
  expect(await orderRefused({ size: '1.000000001' })).toBe('size too precise');
  expect(await orderRefused({ size: '0.000000001' })).toBe('size is too small');
});

test('refusals-1: minimum is 400, and so is the maximum of a market order', async () => {
  expect(await orderRefused({ size: '0.01' })).toBe('size is too small');
  const market = { type: 'market', price: undefined, size: undefined };
  expect(await orderRefused({ ...market, funds: '1000000.01' })).toBe('size is too large');
});

test('refusals-1: too-many is 400', async () => {
  const fills = { type: 'fills', fills: { product_id: 'ETH-USD' } };
  const body = JSON.stringify(fills);
  for (let count = 0; count < limits.maxFillReports; count += 1)
    await sent('createReport', 200, { body });
  expect(await refused('createReport', 400, { body })).toBe('too many reports');
});

test('refusals-1: already-exists is 400', async () => {
  const address = {
    currency: 'ETH',
    to: { address: addresses.evm },
    is_verified_self_hosted_wallet: true,
  };
  const body = JSON.stringify({ addresses: [address] });
  expect(await refused('addAddresses', 400, { body })).toBe('There is already such an address.');
});

test('refusals-1: travel-rule is 400, and lists what is missing', async () => {
  const { originator_address: _, ...partly } = originator;
  const request = JSON.stringify({ address: addresses.evm, ...partly });
  const { body } = await sent('createTravelRule', 400, { body: request });
  expect(body).toEqual({
    message: 'missing fields to satisfy travel rule requirements',
    missing_fields: ['originator_address'],
  });
});

test('refusals-1: too-many-open is 400', async () => {
  const tenant = await exchangeTenant(sandbox);
  const operation = operations.get('createOrder') ?? expect.fail();
  const { orders } = tenant.exchange;
  const small = { type: 'limit', side: 'buy', product_id: 'BTC-USD', price: '10' } as const;
  // It has two already.
  for (let count = 2; count < limits.maxOpenOrders; count += 6)
    await Promise.all(Array.from({ length: 6 }, () => orders.create({ ...small, size: '0.2' })));
  const received = await sendSigned(sandbox.url, { tenant, operation, ...order({ size: '0.2' }) });
  expect(describedFault(operation, received, [400])).toBeUndefined();
  expect(messageOf(received)).toBe('too many open orders');
});

test('refusals-1: post-only is 200 with a rejected order', async () => {
  const sale = { side: 'sell', price: '200' };
  await sent('createOrder', 200, order(sale));
  const { body } = await sent('createOrder', 200, order({ price: '200', post_only: true }));
  expect(body).toMatchObject({ status: 'rejected', reject_reason: 'post only' });
});

test('refusals-1: product-state is 400 with a text by state', async () => {
  const { exchange } = sandbox.control;
  const states = [
    [{ tradingDisabled: true }, 'Trading pair not available'],
    [{ tradingDisabled: false, cancelOnly: true }, 'Cancel only mode'],
    [{ cancelOnly: false, postOnly: true }, 'Post only mode'],
    [{ postOnly: false, status: 'offline' }, 'Trading pair not available'],
  ] as const;
  for (const [changes, text] of states) {
    await exchange.updateProduct('ETH-USD', changes);
    expect(await refused('createOrder', 400, order({ product_id: 'ETH-USD' }))).toBe(text);
  }
});

test('refusals-1: already-done is 400', async () => {
  const tenant = await exchangeTenant(sandbox);
  const operation = operations.get('cancelOrder') ?? expect.fail();
  const cancel = (): Promise<Received> => sendSigned(sandbox.url, { tenant, operation });
  expect((await cancel()).status).toBe(200);
  const again = await cancel();
  expect(describedFault(operation, again, [400])).toBeUndefined();
  expect(messageOf(again)).toBe('Order already done');
});

test('refusals-1: page-token is 400', async () => {
  for (const query of [{ after: 'x' }, { before: 'x' }])
    expect(await refused('listOrders', 400, { query })).toEqual(expect.any(String));
});

test('refusals-1: maintenance is 503', async () => {
  await sandbox.control.faults.inject({ kind: 'unavailable', surface: 'exchange' });
  expect(await refused('listAccounts', 503)).toBe('under maintenance');
});

test('refusals-1: rate is 429 with a text by bucket', async () => {
  const counting = await testSandbox({ time: 'manual' });
  try {
    const { now } = await counting.control.clock.get();
    const tenant = { ...own, key: await keyIn(counting) };
    for (const [id, text, { burst }] of [
      ['listAccounts', 'Private rate limit exceeded', limits.privateRateLimit],
      ['getTime', 'Public rate limit exceeded', limits.publicRateLimit],
    ] as const) {
      const operation = operations.get(id) ?? expect.fail();
      const timestamp = String(Date.parse(now) / 1000);
      const send = (): Promise<Received> =>
        sendSigned(counting.url, { tenant, operation, signed: { timestamp } });
      for (let count = 0; count < burst; count += 1) expect((await send()).status).toBe(200);
      const received = await send();
      expect(describedFault(operation, received, [429])).toBeUndefined();
      expect(messageOf(received)).toBe(text);
    }
  } finally {
    await counting.close();
  }
});

async function keyIn({ control }: TestSandbox): Promise<ExchangeTenant['key']> {
  const { id } = await control.tenancy.createOrganization({ name: 'Acme' });
  const { profile } = await control.exchange.createUser(id, { name: 'Ada' });
  return control.exchange.createKey(profile.id, { label: 'test' });
}
