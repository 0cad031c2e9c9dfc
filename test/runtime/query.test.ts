import {
  dehydrate,
  hydrate,
  MutationObserver,
  QueryClient,
  QueryObserver,
  skipToken,
} from '@tanstack/query-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '@tallystick/runtime';
import {
  clientWithPrefix,
  deserializeData,
  keyWithPrefix,
  serializeData,
} from '@tallystick/runtime/query';
import {
  createOrderMutation,
  getOrderOptions,
  listOrdersInfiniteOptions,
  listOrdersOptions,
  reportsQueryKeyOptions,
  shopKeys,
  updateOrderMutation,
} from '../cases/queries/output/src/query.js';
import { orders, type Shop, startShop } from './query-shop.js';

let shop: Shop;
let queries: QueryClient;

beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  shop.requests.length = 0;
});

describe('keys', () => {
  test('are nested by service, operation and arguments', () => {
    expect(shopKeys.queryKey).toEqual(['shop']);
    expect(shopKeys.orders.queryKey).toEqual(['shop', 'orders']);
    expect(shopKeys.orders.list.queryKey).toEqual(['shop', 'orders', 'list']);
    expect(shopKeys.orders.list({ status: 'open' })).toEqual([
      'shop',
      'orders',
      'list',
      { status: 'open' },
    ]);
    expect(shopKeys.orders.list.infinite({ status: 'open' })).toEqual([
      'shop',
      'orders',
      'list',
      'infinite',
      { status: 'open' },
    ]);
    expect(shopKeys.orders.get('a')).toEqual(['shop', 'orders', 'get', 'a']);
    expect(getOrderOptions(shop.client, 'a').queryKey).toEqual(shopKeys.orders.get('a'));
  });

  test('have an operation that is called as the key itself', () => {
    expect(shopKeys.reports.queryKeyOperation('sales')).toEqual([
      'shop',
      'reports',
      'queryKey',
      'sales',
    ]);
  });

  test('contain dates and 64-bit integers as JSON', () => {
    const since = new Date('2026-01-02T03:04:05.678Z');
    const key = shopKeys.orders.list({ since, customer: 9_007_199_254_740_993n });
    expect(key[3]).toEqual({
      since: '2026-01-02T03:04:05.678Z',
      customer: '9007199254740993',
    });
    expect(JSON.parse(JSON.stringify(key))).toEqual(key);
  });

  test('are equal for equal arguments', () => {
    const { queryHash } = queries
      .getQueryCache()
      .build(queries, listOrdersOptions(shop.client, { status: 'open', limit: 2 }));
    const same = listOrdersOptions(shop.client, { limit: 2, status: 'open' });
    expect(queries.getQueryCache().build(queries, same).queryHash).toBe(queryHash);
  });

  test('contain declared headers, and no options that do not affect the response', () => {
    const options = {
      timeout: 5,
      retry: false,
      headers: { 'Shop-Currency': 'EUR', Authorization: 'secret' },
    } as const;
    expect(shopKeys.orders.list({}, options)).toEqual([
      'shop',
      'orders',
      'list',
      {},
      { headers: { 'Shop-Currency': 'EUR' } },
    ]);
    expect(shopKeys.orders.get('a', { timeout: 5 })).toEqual(shopKeys.orders.get('a'));
  });

  test('do not contain the client, unless it has a prefix', () => {
    const eu = clientWithPrefix('eu', shop.client);
    const { queryKey } = getOrderOptions(eu, 'a');
    expect(queryKey).toEqual(['eu', 'shop', 'orders', 'get', 'a']);
    expect(keyWithPrefix('eu', shopKeys.orders.get('a'))).toEqual(queryKey);
    expect(createOrderMutation(eu).mutationKey[0]).toBe('eu');
  });

  test('survive dehydration', async () => {
    const since = new Date('2026-01-02T03:04:05.678Z');
    const options = listOrdersOptions(shop.client, { since, customer: 7n });
    queries.setDefaultOptions({ dehydrate: { serializeData }, queries: { staleTime: Infinity } });
    await queries.prefetchQuery(options);
    const json = JSON.stringify(dehydrate(queries));
    const browser = new QueryClient({ defaultOptions: { hydrate: { deserializeData } } });
    hydrate(browser, JSON.parse(json));
    expect(browser.getQueryData(options.queryKey)?.orders).toEqual(orders.slice(0, 2));
    expect(browser.getQueryData(options.queryKey)?.orders[0]?.created).toBeInstanceOf(Date);
  });
});

describe('data', () => {
  test('of a client with a prefix is its own', async () => {
    const eu = clientWithPrefix('eu', shop.client);
    await queries.fetchQuery(getOrderOptions(eu, 'a'));
    expect(queries.getQueryData(shopKeys.orders.get('a'))).toBeUndefined();
    expect(queries.getQueryData(keyWithPrefix('eu', shopKeys.orders.get('a')))).toEqual(orders[0]);
  });

  test('is null for a response without a body', async () => {
    expect(await queries.fetchQuery(reportsQueryKeyOptions(shop.client, 'sales'))).toBeNull();
  });

  test('is serialised exactly', () => {
    const data = {
      at: new Date(5),
      never: new Date(NaN),
      big: 9_007_199_254_740_993n,
      bytes: new Uint8Array([1, 2]),
      list: [{ $type: 'date', value: 1 }, null, 'text'],
    };
    expect(deserializeData(JSON.parse(JSON.stringify(serializeData(data))))).toEqual(data);
  });
});

describe('invalidation', () => {
  const stale = (): readonly string[] =>
    queries
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ queryKey }) => queryKey.join(' '));

  test('concerns a call, an operation, or a service', async () => {
    const prepare = async (): Promise<void> => {
      queries.clear();
      await queries.fetchQuery(getOrderOptions(shop.client, 'a'));
      await queries.fetchQuery(getOrderOptions(shop.client, 'b'));
      await queries.fetchQuery(listOrdersOptions(shop.client));
      await queries.fetchInfiniteQuery(listOrdersInfiniteOptions(shop.client));
    };
    await prepare();
    await queries.invalidateQueries({ queryKey: shopKeys.orders.get('a') });
    expect(stale()).toEqual(['shop orders get a']);
    await prepare();
    await queries.invalidateQueries({ queryKey: shopKeys.orders.get.queryKey });
    expect(stale()).toEqual(['shop orders get a', 'shop orders get b']);
    await prepare();
    await queries.invalidateQueries({ queryKey: shopKeys.orders.list.queryKey });
    expect(stale()).toEqual(['shop orders list', 'shop orders list infinite']);
    await prepare();
    await queries.invalidateQueries({ queryKey: shopKeys.orders.queryKey });
    expect(stale()).toHaveLength(4);
    await prepare();
    await queries.invalidateQueries({ queryKey: shopKeys.reports.queryKey });
    expect(stale()).toEqual([]);
  });
});

describe('a query', () => {
  test('is cancelled with its request', async () => {
    const pending = queries.fetchQuery(getOrderOptions(shop.client, 'slow'));
    pending.catch(() => {});
    const signal = await shop.slowRequest;
    const gone = new Promise((done) => signal.addEventListener('abort', done, { once: true }));
    await queries.cancelQueries({ queryKey: shopKeys.orders.get('slow') });
    await gone;
    expect(signal.aborted).toBe(true);
    await expect(pending).rejects.toThrow();
  });

  test('respects the signal of the caller', async () => {
    const own = AbortSignal.abort(new Error('left the page'));
    const error = await queries
      .fetchQuery(getOrderOptions(shop.client, 'a', { signal: own }))
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'aborted' });
    expect(shop.requests).toEqual([]);
  });

  test('is not sent while an argument is skipToken', () => {
    const options = getOrderOptions(shop.client, skipToken);
    expect(options.queryFn).toBe(skipToken);
    const observer = new QueryObserver(queries, options);
    const stop = observer.subscribe(() => {});
    expect(observer.getCurrentResult().fetchStatus).toBe('idle');
    stop();
    expect(shop.requests).toEqual([]);
    expect(listOrdersOptions(shop.client, skipToken).queryKey).not.toEqual(shopKeys.orders.list());
  });

  test('fails with the error of its operation', async () => {
    const observer = new QueryObserver(queries, getOrderOptions(shop.client, 'missing'));
    const result = await new Promise<ReturnType<typeof observer.getCurrentResult>>((done) => {
      const stop = observer.subscribe((next) => {
        if (next.isPending) return;
        stop();
        done(next);
      });
    });
    expect(result.error).toBeInstanceOf(ApiError);
    const outcome = result.error?.outcome;
    if (outcome?.when !== 404) throw new Error('the order is missing');
    expect(outcome.value.message).toBe('no order missing');
  });

  test('selects a part of its data', async () => {
    const observer = new QueryObserver(queries, {
      ...getOrderOptions(shop.client, 'c'),
      select: ({ count }) => count,
    });
    const count = await new Promise<number | undefined>((done) => {
      const stop = observer.subscribe(({ data, isPending }) => {
        if (isPending) return;
        stop();
        done(data);
      });
    });
    expect(count).toBe(3);
  });
});

describe('a mutation', () => {
  test('takes its arguments by name', async () => {
    const created = await new MutationObserver(queries, createOrderMutation(shop.client)).mutate({
      body: { item: 'cup', count: 2 },
    });
    expect(created).toMatchObject({ id: 'new', item: 'cup' });
    const { status } = await new MutationObserver(queries, updateOrderMutation(shop.client)).mutate(
      { id: 'new', body: { status: 'paid' }, options: { headers: { 'If-Match': '1' } } },
    );
    expect(status).toBe('paid');
    expect(shop.requests).toEqual(['POST /v1/orders', 'PATCH /v1/orders/new']);
    expect(createOrderMutation(shop.client).mutationKey).toEqual(['shop', 'orders', 'create']);
  });

  test('fails with the error of its operation', async () => {
    const observer = new MutationObserver(queries, createOrderMutation(shop.client));
    await observer.mutate({ body: { item: 'cup', count: 13 } }).catch(() => {});
    const outcome = observer.getCurrentResult().error?.outcome;
    if (outcome?.when !== 422) throw new Error('the order is refused');
    expect(outcome.value.code).toBe('unlucky');
  });
});
