import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unstable_serialize } from 'swr';
import { clientWithPrefix, keysWithin } from '@tallystick/runtime/swr';
import {
  createOrderSwrMutation,
  getOrderSwr,
  listOrdersSwr,
  listOrdersSwrInfinite,
  reportsQueryKeySwr,
  shopSwrKeys,
  updateOrderSwrMutation,
} from '../cases/queries/output/src/swr.js';
import { orders, type Shop, startShop } from './query-shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.requests.length = 0;
});

describe('keys', () => {
  test('are nested, and the same text for equal arguments', () => {
    const since = new Date('2026-01-02T03:04:05.678Z');
    const key = shopSwrKeys.orders.list({ since, customer: 7n });
    expect(key).toEqual([
      'shop',
      'orders',
      'list',
      { since: '2026-01-02T03:04:05.678Z', customer: '7' },
    ]);
    const [same] = listOrdersSwr(shop.client, { customer: 7n, since });
    expect(unstable_serialize(same)).toBe(unstable_serialize(key));
  });

  test('are selected by service or operation', () => {
    const keys = [
      shopSwrKeys.orders.get('a'),
      shopSwrKeys.orders.list({ limit: 2 }),
      shopSwrKeys.reports.queryKeyOperation('sales'),
      'of another library',
    ];
    const within = (start: readonly [string, ...unknown[]]): number =>
      keys.filter(keysWithin(start)).length;
    expect(within(shopSwrKeys.queryKey)).toBe(3);
    expect(within(shopSwrKeys.orders.queryKey)).toBe(2);
    expect(within(shopSwrKeys.orders.get.queryKey)).toBe(1);
    expect(within(shopSwrKeys.orders.get('b'))).toBe(0);
  });

  test('are null while an argument is not known', () => {
    expect(getOrderSwr(shop.client, null)[0]).toBeNull();
    const [getKey] = listOrdersSwrInfinite(shop.client, null);
    expect(getKey(0, null)).toBeNull();
  });

  test('have a prefix if the client has one', () => {
    const [key] = getOrderSwr(clientWithPrefix('eu', shop.client), 'a');
    expect(key).toEqual(['eu', 'shop', 'orders', 'get', 'a']);
  });
});

describe('fetchers', () => {
  test('return the data, and null for a response without a body', async () => {
    const [, fetchOrder] = getOrderSwr(shop.client, 'a');
    expect(await fetchOrder()).toEqual(orders[0]);
    const [, fetchReport] = reportsQueryKeySwr(shop.client, 'sales');
    expect(await fetchReport()).toBeNull();
  });

  test('throw the error of the operation', async () => {
    const [, fetchOrder] = getOrderSwr(shop.client, 'missing');
    await expect(fetchOrder()).rejects.toMatchObject({ status: 404, operation: 'getOrder' });
  });

  test('request each page by its key', async () => {
    const [getKey, fetchPage] = listOrdersSwrInfinite(shop.client, { limit: 2 });
    const first = getKey(0, null);
    if (first === null) throw new Error('there is a first page');
    const page = await fetchPage(first);
    expect(page.value.orders).toEqual(orders.slice(0, 2));
    const second = getKey(1, page);
    expect(second?.at(-1)).toEqual({ cursor: 'b' });
    expect(getKey(1, { value: { orders: [] } })).toBeNull();
  });

  test('send a mutation, whose key may be that of a query', async () => {
    const [key, create] = createOrderSwrMutation(shop.client);
    expect(key).toEqual(['shop', 'orders', 'create']);
    const order = await create(key, { arg: { body: { item: 'cup', count: 2 } } });
    expect(order.item).toBe('cup');
    const orderKey = shopSwrKeys.orders.get('new');
    const [updateKey, update] = updateOrderSwrMutation(shop.client, orderKey);
    expect(updateKey).toBe(orderKey);
    await update(updateKey, { arg: { id: 'new', body: { status: 'paid' } } });
    expect(shop.requests).toEqual(['POST /v1/orders', 'PATCH /v1/orders/new']);
  });
});
