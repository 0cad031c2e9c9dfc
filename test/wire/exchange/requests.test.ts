import type { WireRequest } from '@tallystick/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Connected, ways } from './connection.js';
import { described } from './described.js';
import { exchangeRaw, messageIn } from './raw.js';

const id = 'd0c5340b-6d6c-49d9-b567-48c4bfca13d2';
const bare = id.replaceAll('-', '');
const order = { side: 'buy', product_id: 'BTC-USD' };
const limit = { ...order, type: 'limit', price: '100.01', size: '0.5' };
const market = { ...order, type: 'market', size: '0.5' };
const stop = { ...order, type: 'stop', price: '120', stop_price: '90', size: '0.5' };
const both = { ...stop, stop_limit_price: '89.5' };
const withdrawal = { amount: '1.5', currency: 'ETH', crypto_address: '0x1' };
const address = { currency: 'ETH', to: { address: '0x1' } };

describe.each(ways)('requests $way', ({ connect }) => {
  let connected: Connected;
  beforeAll(async () => {
    connected = await connect();
  });
  afterAll(() => connected.close());
  beforeEach(() => {
    connected.testServer.entered.length = 0;
    connected.testServer.received.length = 0;
  });

  const examples = [...described.values()].flatMap(({ id: name, method, path, bodies }) =>
    bodies.map((body, index) => ({ name, method, path, body, index })),
  );
  test.each(examples)('accept example $index of $name', async ({ name, method, path, body }) => {
    const { status } = await exchangeRaw(connected, { method, target: path, body });
    expect(status).toBe(200);
    expect(connected.testServer.entered).toEqual([name]);
    expect(connected.testServer.received[0]?.body).toEqual(body);
  });

  test.each([
    ['a limit', limit],
    ['a limit and funds', { ...limit, size: undefined, funds: '50' }],
    ['a limit and a stop price', { ...limit, stop: 'loss', stop_price: '90' }],
    ['a limit and a displayed part', { ...limit, max_floor: '0.1' }],
    ['a limit for a minute', { ...limit, time_in_force: 'GTT', cancel_after: 'min' }],
    ['a limit, post only', { ...limit, post_only: true, time_in_force: 'GTC' }],
    ['a market price', market],
    ['a market price and funds', { ...market, size: undefined, funds: '50' }],
    ['a stop price', stop],
    ['take profit and stop loss', both],
    ['a single zero before the decimal point', { ...limit, price: '0.5', size: '0.1' }],
    ['an identifier without hyphens', { ...limit, client_oid: bare }],
    ['an identifier other than a UUID', { ...limit, client_oid: 'mine-1' }],
    ['an identifier with a prefix', { ...limit, client_oid: `${'library-'.repeat(3)}${bare}` }],
    ['an unknown property', { ...limit, colour: 'red' }],
  ])('accept an order with %s', async (_, body) => {
    const { status } = await exchangeRaw(connected, { method: 'POST', target: '/orders', body });
    expect(status).toBe(200);
  });

  test.each([
    ['both size and funds', { ...market, funds: '50' }, 'body/funds'],
    ['a limit, and both size and funds', { ...limit, funds: '50' }, 'body/funds'],
    ['neither size nor funds', { ...order, type: 'market' }, 'size'],
    ['a limit, and neither size nor funds', { ...limit, size: undefined }, 'size'],
    ['a leading zero in a price', { ...limit, price: '0100' }, 'body/price'],
    ['a leading zero in a size', { ...limit, size: '00.5' }, 'body/size'],
    ['a number instead of a string', { ...limit, size: 0.5 }, 'body/size'],
    ['a negative amount', { ...limit, size: '-1' }, 'body/size'],
    ['an unknown type', { ...limit, type: 'marker' }, 'body/type'],
    ['no price', { ...limit, price: undefined }, 'price'],
    ['an expiry without GTT', { ...limit, cancel_after: 'min' }, 'time_in_force'],
    [
      'an expiry and GTC',
      { ...limit, cancel_after: 'min', time_in_force: 'GTC' },
      'body/time_in_force',
    ],
    [
      'an immediate order that is post only',
      { ...limit, post_only: true, time_in_force: 'IOC' },
      'body/time_in_force',
    ],
    ['a stop direction without a stop price', { ...limit, stop: 'loss' }, 'stop_price'],
    ['a stop order without a stop price', { ...stop, stop_price: undefined }, 'stop_price'],
    [
      'funds and a displayed part',
      { ...limit, size: undefined, funds: '5', max_floor: '1' },
      'max_floor',
    ],
    ['an invalid identifier', { ...limit, client_oid: 'mine!' }, 'body/client_oid'],
    ['an identifier that is too long', { ...limit, client_oid: 'm'.repeat(65) }, 'body/client_oid'],
    ['a market order with a price', { ...market, price: '007' }, 'body/price'],
    [
      'a market order with funds and a price',
      { ...market, size: undefined, funds: '50', price: '007' },
      'body/price',
    ],
    ['a market order with a stop price', { ...market, stop_price: '007' }, 'body/stop_price'],
    [
      'a limit order with funds and a stop price',
      { ...limit, size: undefined, funds: '50', stop_price: '007' },
      'body/stop_price',
    ],
    ['a stop order with a displayed part', { ...stop, max_floor: '007' }, 'body/max_floor'],
  ])('reject an order with %s', async (_, body, place) => {
    const response = await exchangeRaw(connected, { method: 'POST', target: '/orders', body });
    expect(response.status).toBe(400);
    expect(messageIn(response)).toContain(place);
    expect(connected.testServer.entered).toEqual([]);
  });

  test.each([
    [
      'an intermediary without a jurisdiction',
      { ...withdrawal, is_intermediary: true },
      'intermediary_jurisdiction',
    ],
    [
      'an intermediary in an unknown country',
      { ...withdrawal, is_intermediary: true, intermediary_jurisdiction: 'UK' },
      'body/intermediary_jurisdiction',
    ],
    [
      'an intermediary with a three-letter country',
      { ...withdrawal, is_intermediary: true, intermediary_jurisdiction: 'DEU' },
      'body/intermediary_jurisdiction',
    ],
    ['a user with a leading zero in the amount', { ...withdrawal, amount: '01.5' }, 'body/amount'],
  ])('reject a withdrawal by %s', async (_, body, place) => {
    const request = { method: 'POST', target: '/withdrawals/crypto', body };
    const response = await exchangeRaw(connected, request);
    expect(response.status).toBe(400);
    expect(messageIn(response)).toContain(place);
    expect(response.body).not.toHaveProperty('missing_fields');
  });

  test.each([
    ['a user', withdrawal],
    ['a user who is not an intermediary', { ...withdrawal, is_intermediary: false }],
    ['an intermediary', { ...withdrawal, is_intermediary: true, intermediary_jurisdiction: 'GB' }],
  ])('accept a withdrawal by %s', async (_, body) => {
    const request = { method: 'POST', target: '/withdrawals/crypto', body };
    expect((await exchangeRaw(connected, request)).status).toBe(200);
  });

  test.each([
    ['a provider', { ...address, vasp_id: 'p' }, 200],
    ['the owner', { ...address, is_verified_self_hosted_wallet: true }, 200],
    ['not stated', address, 200],
    ['both', { ...address, vasp_id: 'p', is_verified_self_hosted_wallet: true }, 400],
  ])('check the custody of an address: %s', async (_, added, status) => {
    const request = { method: 'POST', target: '/address-book', body: { addresses: [added] } };
    expect((await exchangeRaw(connected, request)).status).toBe(status);
  });

  test.each([
    ['no currency', {}],
    ['a currency', { currency: 'ETH' }],
  ])('accept an address validation with %s', async (_, more) => {
    const body = { address_info: { address: '0x1', network: 'ethereum' }, ...more };
    const request = { method: 'POST', target: '/address-validation', body };
    expect((await exchangeRaw(connected, request)).status).toBe(200);
  });

  test('accept a report of quote fills with a type only', async () => {
    const request = { method: 'POST', target: '/reports', body: { type: 'rfq-fills' } };
    expect((await exchangeRaw(connected, request)).status).toBe(200);
  });

  test.each([
    ['/orders', 'listOrders'],
    [`/orders/${id}`, 'getOrder'],
    [`/orders/${bare}`, 'getOrder'],
    [`/orders/client:${id}`, 'getOrderByClientOid'],
    ['/orders/client:mine', 'getOrderByClientOid'],
    ['/users/self/exchange-limits', 'getExchangeLimits'],
    ['/users/self/trading-volumes', 'getTradingVolumes'],
    ['/wrapped-assets/stake-wrap', 'listStakeWraps'],
    ['/wrapped-assets/CBETH', 'getWrappedAsset'],
    ['/wrapped-assets/CBETH/', 'getWrappedAsset'],
    ['/wrapped-assets', 'listWrappedAssets'],
    ['/wrapped-assets/', 'listWrappedAssets'],
    ['/conversions/fees', 'getConversionFees'],
    ['/conversions/fees/', 'getConversionFees'],
  ])('of GET %s call %s, signed over the sent target', async (target, name) => {
    const { status } = await exchangeRaw(connected, { method: 'GET', target });
    expect(status).toBe(200);
    expect(connected.testServer.entered).toEqual([name]);
  });

  test.each([
    '/Orders',
    '/products/BTC-USD/Ticker',
    '/Products/BTC-USD/ticker',
    '/orders/',
    '/conversions/fees//',
    '/oracle',
  ])('of GET %s are not found, because case and slashes matter', async (target) => {
    const response = await exchangeRaw(connected, { method: 'GET', target });
    expect(response.status).toBe(404);
    expect(messageIn(response)).toBe('NotFound');
  });

  test('contain lists as repeated query parameters', async () => {
    await connected.client.orders.list({ status: ['open', 'pending'], product_id: 'BTC-USD' });
    const target = '/orders?status=open&product_id=BTC-USD&status=pending';
    await exchangeRaw(connected, { method: 'GET', target });
    await exchangeRaw(connected, { method: 'GET', target: '/orders?status=done' });
    expect(connected.testServer.received.map(({ query }) => query?.['status'])).toEqual([
      ['open', 'pending'],
      ['open', 'pending'],
      ['done'],
    ]);
    const other = await exchangeRaw(connected, { method: 'GET', target: '/orders?status=lost' });
    expect(messageIn(other)).toContain('query/status');
  });

  test('of DELETE may have a body', async () => {
    await connected.client.orders.cancel(id, { product_id: 'BTC-USD' });
    await connected.client.orders.cancel(id);
    const target = `/orders/client:${id}`;
    await exchangeRaw(connected, { method: 'DELETE', target, body: { product_id: 'ETH-USD' } });
    expect(connected.testServer.received.map(({ body }) => body)).toEqual([
      { product_id: 'BTC-USD' },
      undefined,
      { product_id: 'ETH-USD' },
    ]);
    expect(connected.testServer.entered).toEqual([
      'cancelOrder',
      'cancelOrder',
      'cancelOrderByClientOid',
    ]);
  });

  test.each([
    ['/address-book', 'deleteAddress'],
    ['/travel-rules', 'deleteTravelRule'],
  ])('of DELETE %s may have a body that is ignored but signed', async (path, name) => {
    const target = `${path}/${id}`;
    const request = { method: 'DELETE', target, body: { reason: 'moved' } };
    expect((await exchangeRaw(connected, request)).status).toBe(200);
    expect(connected.testServer.entered).toEqual([name]);
    const changed = { ...request, tamper: (sent: WireRequest) => ({ ...sent, body: '{}' }) };
    expect((await exchangeRaw(connected, changed)).status).toBe(401);
  });

  test("cancel an order by the client's identifier, and return it", async () => {
    const oid = 'a3a1bd1f-2f6c-4d3b-9a1f-0d6a3c2e7b55';
    expect(await connected.client.orders.cancelByClientOid(oid)).toBe(oid);
    expect(connected.testServer.received[0]?.path).toEqual({ client_oid: oid });
  });

  test.each(['L1', 'L2', 'L3', '1', '2', '3'])('read the order book at level %s', async (level) => {
    const target = `/products/BTC-USD/book?level=${level}`;
    const { status } = await exchangeRaw(connected, { method: 'GET', target, signer: 'none' });
    expect(status).toBe(200);
    expect(connected.testServer.received[0]?.query).toEqual({ level });
  });

  test.each([
    ['level', '/products/BTC-USD/book?level=4'],
    ['level', '/products/BTC-USD/book?level=l2'],
    ['limit', '/fills?limit=0'],
    ['limit', '/fills?limit=1001'],
    ['start_date', `/accounts/${id}/ledger?start_date=28.1.2025`],
    ['start_date', `/accounts/${id}/ledger?start_date=2025-01-28T25:00:00`],
    ['start_date', `/accounts/${id}/ledger?start_date=2025-02-30T00:00:00`],
    ['start_date', `/accounts/${id}/ledger?start_date=2025-02-29T00:00:00`],
    ['start_date', `/accounts/${id}/ledger?start_date=1900-02-29T00:00:00`],
    ['start_date', `/accounts/${id}/ledger?start_date=2025-04-31T00:00:00`],
    ['start_date', `/accounts/${id}/ledger?start_date=2025-02-30`],
    ['start_date', `/accounts/${id}/ledger?start_date=2025-02-30T00:00:00Z`],
    ['order_id', '/orders/mine'],
    ['client_oid', '/orders/client:mine!'],
    ['order_id', `/orders/client%3A${id}`],
  ])('reject an invalid %s in %s', async (name, target) => {
    const response = await exchangeRaw(connected, { method: 'GET', target });
    expect(response.status).toBe(400);
    expect(messageIn(response)).toContain(name);
  });

  test.each([
    '2025-01-28',
    '2025-01-28T09:30:00',
    '2024-02-29T09:30:00',
    '2000-02-29T09:30:00',
    '2025-12-31T23:59:59',
    '2025-01-28T09:30:00Z',
    '2025-01-28T09:30:00.5%2B01:00',
  ])('accept the date %s', async (date) => {
    const target = `/accounts/${id}/ledger?start_date=${date}`;
    expect((await exchangeRaw(connected, { method: 'GET', target })).status).toBe(200);
  });
});
