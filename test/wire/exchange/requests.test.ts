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
    connected.world.entered.length = 0;
    connected.world.received.length = 0;
  });

  const examples = [...described.values()].flatMap(({ id: name, method, path, bodies }) =>
    bodies.map((body, index) => ({ name, method, path, body, index })),
  );
  test.each(examples)('example $index of $name is taken', async ({ name, method, path, body }) => {
    const { status } = await exchangeRaw(connected, { method, target: path, body });
    expect(status).toBe(200);
    expect(connected.world.entered).toEqual([name]);
    expect(connected.world.received[0]?.body).toEqual(body);
  });

  test.each([
    ['a limit', limit],
    ['a limit and funds', { ...limit, size: undefined, funds: '50' }],
    ['a limit and a stop price', { ...limit, stop: 'loss', stop_price: '90' }],
    ['a limit, of which a part is shown', { ...limit, max_floor: '0.1' }],
    ['a limit for a minute', { ...limit, time_in_force: 'GTT', cancel_after: 'min' }],
    ['a limit that only adds to the book', { ...limit, post_only: true, time_in_force: 'GTC' }],
    ['no limit', market],
    ['no limit and funds', { ...market, size: undefined, funds: '50' }],
    ['a stop price', stop],
    ['a profit to take and a loss to end', both],
    ['no digit before the point but one zero', { ...limit, price: '0.5', size: '0' }],
    ['an identifier without hyphens', { ...limit, client_oid: bare }],
    ['an identifier that is no UUID', { ...limit, client_oid: 'mine-1' }],
    ['a member that nobody knows', { ...limit, colour: 'red' }],
  ])('an order with %s is taken', async (_, body) => {
    const { status } = await exchangeRaw(connected, { method: 'POST', target: '/orders', body });
    expect(status).toBe(200);
  });

  test.each([
    ['both size and funds', { ...market, funds: '50' }, 'body/funds'],
    ['a limit, and both size and funds', { ...limit, funds: '50' }, 'body/funds'],
    ['neither size nor funds', { ...order, type: 'market' }, 'size'],
    ['a limit, and neither size nor funds', { ...limit, size: undefined }, 'size'],
    ['a zero before the first digit of a price', { ...limit, price: '0100' }, 'body/price'],
    ['a zero before the first digit of a size', { ...limit, size: '00.5' }, 'body/size'],
    ['a number in place of a text', { ...limit, size: 0.5 }, 'body/size'],
    ['an amount below zero', { ...limit, size: '-1' }, 'body/size'],
    ['a type that nobody knows', { ...limit, type: 'marker' }, 'body/type'],
    ['no price', { ...limit, price: undefined }, 'price'],
    ['a time that ends, without its kind', { ...limit, cancel_after: 'min' }, 'time_in_force'],
    [
      'a time that ends and one that does not',
      { ...limit, cancel_after: 'min', time_in_force: 'GTC' },
      'body/time_in_force',
    ],
    [
      'what is filled at once and only adds to the book',
      { ...limit, post_only: true, time_in_force: 'IOC' },
      'body/time_in_force',
    ],
    ['a direction and no stop price', { ...limit, stop: 'loss' }, 'stop_price'],
    ['no stop price', { ...stop, stop_price: undefined }, 'stop_price'],
    [
      'funds and a part to show',
      { ...limit, size: undefined, funds: '5', max_floor: '1' },
      'max_floor',
    ],
    ['an identifier that is none', { ...limit, client_oid: 'mine!' }, 'body/client_oid'],
    ['an identifier that is too long', { ...limit, client_oid: 'm'.repeat(37) }, 'body/client_oid'],
    ['no limit and a price', { ...market, price: '007' }, 'body/price'],
    [
      'no limit, funds and a price',
      { ...market, size: undefined, funds: '50', price: '007' },
      'body/price',
    ],
    ['no limit and a stop price', { ...market, stop_price: '007' }, 'body/stop_price'],
    [
      'a limit, funds and a stop price',
      { ...limit, size: undefined, funds: '50', stop_price: '007' },
      'body/stop_price',
    ],
    ['a stop price and a part to show', { ...stop, max_floor: '007' }, 'body/max_floor'],
  ])('an order with %s is refused', async (_, body, place) => {
    const response = await exchangeRaw(connected, { method: 'POST', target: '/orders', body });
    expect(response.status).toBe(400);
    expect(messageIn(response)).toContain(place);
    expect(connected.world.entered).toEqual([]);
  });

  test.each([
    [
      'an intermediary who does not say where',
      { ...withdrawal, is_intermediary: true },
      'intermediary_jurisdiction',
    ],
    [
      'a country that has no such code',
      { ...withdrawal, is_intermediary: true, intermediary_jurisdiction: 'UK' },
      'body/intermediary_jurisdiction',
    ],
    [
      'a country of three letters',
      { ...withdrawal, is_intermediary: true, intermediary_jurisdiction: 'DEU' },
      'body/intermediary_jurisdiction',
    ],
    ['an amount with a zero before it', { ...withdrawal, amount: '01.5' }, 'body/amount'],
  ])('a withdrawal by %s is refused', async (_, body, place) => {
    const request = { method: 'POST', target: '/withdrawals/crypto', body };
    const response = await exchangeRaw(connected, request);
    expect(response.status).toBe(400);
    expect(messageIn(response)).toContain(place);
    expect(response.body).not.toHaveProperty('missing_fields');
  });

  test.each([
    ['somebody for themselves', withdrawal],
    ['somebody who is no intermediary', { ...withdrawal, is_intermediary: false }],
    ['an intermediary', { ...withdrawal, is_intermediary: true, intermediary_jurisdiction: 'GB' }],
  ])('a withdrawal by %s is taken', async (_, body) => {
    const request = { method: 'POST', target: '/withdrawals/crypto', body };
    expect((await exchangeRaw(connected, request)).status).toBe(200);
  });

  test.each([
    ['a provider', { ...address, vasp_id: 'p' }, 200],
    ['the owner', { ...address, is_verified_self_hosted_wallet: true }, 200],
    ['nobody in particular', address, 200],
    ['both', { ...address, vasp_id: 'p', is_verified_self_hosted_wallet: true }, 400],
  ])('an address that is kept by %s', async (_, added, status) => {
    const request = { method: 'POST', target: '/address-book', body: { addresses: [added] } };
    expect((await exchangeRaw(connected, request)).status).toBe(status);
  });

  test.each([
    ['no currency', {}],
    ['a currency', { currency: 'ETH' }],
  ])('an address is validated with %s', async (_, more) => {
    const body = { address_info: { address: '0x1', network: 'ethereum' }, ...more };
    const request = { method: 'POST', target: '/address-validation', body };
    expect((await exchangeRaw(connected, request)).status).toBe(200);
  });

  test('a report of fills of quotes needs its type alone', async () => {
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
  ])('GET %s is %s, signed over the target as it is sent', async (target, name) => {
    const { status } = await exchangeRaw(connected, { method: 'GET', target });
    expect(status).toBe(200);
    expect(connected.world.entered).toEqual([name]);
  });

  test.each([
    '/Orders',
    '/products/BTC-USD/Ticker',
    '/Products/BTC-USD/ticker',
    '/orders/',
    '/conversions/fees//',
    '/oracle',
  ])('GET %s is not found, since case and slashes count', async (target) => {
    const response = await exchangeRaw(connected, { method: 'GET', target });
    expect(response.status).toBe(404);
    expect(messageIn(response)).toBe('NotFound');
  });

  test('lists in queries are repeats of a parameter', async () => {
    await connected.client.orders.list({ status: ['open', 'pending'], product_id: 'BTC-USD' });
    const target = '/orders?status=open&product_id=BTC-USD&status=pending';
    await exchangeRaw(connected, { method: 'GET', target });
    await exchangeRaw(connected, { method: 'GET', target: '/orders?status=done' });
    expect(connected.world.received.map(({ query }) => query?.['status'])).toEqual([
      ['open', 'pending'],
      ['open', 'pending'],
      ['done'],
    ]);
    const other = await exchangeRaw(connected, { method: 'GET', target: '/orders?status=lost' });
    expect(messageIn(other)).toContain('query/status');
  });

  test('a DELETE has a body, or none', async () => {
    await connected.client.orders.cancel(id, { product_id: 'BTC-USD' });
    await connected.client.orders.cancel(id);
    const target = `/orders/client:${id}`;
    await exchangeRaw(connected, { method: 'DELETE', target, body: { product_id: 'ETH-USD' } });
    expect(connected.world.received.map(({ body }) => body)).toEqual([
      { product_id: 'BTC-USD' },
      undefined,
      { product_id: 'ETH-USD' },
    ]);
    expect(connected.world.entered).toEqual([
      'cancelOrder',
      'cancelOrder',
      'cancelOrderByClientOid',
    ]);
  });

  test.each([
    ['/address-book', 'deleteAddress'],
    ['/travel-rules', 'deleteTravelRule'],
  ])('a DELETE below %s may have a body that nobody reads', async (path, name) => {
    const target = `${path}/${id}`;
    const request = { method: 'DELETE', target, body: { reason: 'moved' } };
    expect((await exchangeRaw(connected, request)).status).toBe(200);
    expect(connected.world.entered).toEqual([name]);
    const changed = { ...request, tamper: (sent: WireRequest) => ({ ...sent, body: '{}' }) };
    expect((await exchangeRaw(connected, changed)).status).toBe(401);
  });

  test('cancelling by your own identifier returns it', async () => {
    const oid = 'a3a1bd1f-2f6c-4d3b-9a1f-0d6a3c2e7b55';
    expect(await connected.client.orders.cancelByClientOid(oid)).toBe(oid);
    expect(connected.world.received[0]?.path).toEqual({ client_oid: oid });
  });

  test.each(['L1', 'L2', 'L3', '1', '2', '3'])('the book is read at level %s', async (level) => {
    const target = `/products/BTC-USD/book?level=${level}`;
    const { status } = await exchangeRaw(connected, { method: 'GET', target, signer: 'none' });
    expect(status).toBe(200);
    expect(connected.world.received[0]?.query).toEqual({ level });
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
  ])('a wrong %s in %s is refused', async (name, target) => {
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
  ])('a date is written %s', async (date) => {
    const target = `/accounts/${id}/ledger?start_date=${date}`;
    expect((await exchangeRaw(connected, { method: 'GET', target })).status).toBe(200);
  });
});
