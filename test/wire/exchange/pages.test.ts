import type { Fill } from '@platform/exchange';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Connected, inMemory, ways } from './connection.js';
import { described } from './described.js';
import type { Instead } from './test-server.js';

/** A fill of a trade. */
function fill(trade_id: number): Fill {
  return {
    trade_id,
    product_id: 'BTC-USD',
    order_id: 'd0c5340b-6d6c-49d9-b567-48c4bfca13d2',
    side: 'buy',
    price: '100',
    size: '1',
    fee: '0',
    created_at: '2025-01-28T09:30:00.123456Z',
  };
}

/** Seven trades, the newest first, as a server keeps pages: cursors in the headers, none where there is nothing further. */
const sevenFills: Instead = ({ query = {} }, respond) => {
  const { after, before, limit } = query;
  const size = typeof limit === 'number' ? limit : 1000;
  const all = [7, 6, 5, 4, 3, 2, 1];
  const older = all.filter((id) => after === undefined || id < Number(after));
  const newer = older.filter((id) => before === undefined || id > Number(before));
  const page = before === undefined ? newer.slice(0, size) : newer.slice(-size);
  const last = page.at(-1) ?? 1;
  const [first = 7] = page;
  return respond['ok']?.(page.map(fill), {
    ...(page.length > 0 && last > 1 ? { 'CB-AFTER': String(last) } : {}),
    ...(page.length > 0 && first < 7 ? { 'CB-BEFORE': String(first) } : {}),
  });
};

describe.each(ways)('pages $way', ({ connect }) => {
  let connected: Connected;
  beforeAll(async () => {
    connected = await connect();
  });
  afterAll(() => connected.close());
  beforeEach(() => {
    connected.testServer.entered.length = 0;
    connected.testServer.received.length = 0;
    connected.testServer.instead.set('listFills', sevenFills);
  });

  test('are read from the newest to the oldest', async () => {
    const ids: number[] = [];
    const list = connected.client.fills.list({ product_id: 'BTC-USD', limit: 3 });
    for await (const { trade_id } of list) ids.push(trade_id);
    expect(ids).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(connected.testServer.received.map(({ query }) => query)).toEqual([
      { product_id: 'BTC-USD', limit: 3 },
      { product_id: 'BTC-USD', limit: 3, after: '5' },
      { product_id: 'BTC-USD', limit: 3, after: '2' },
    ]);
  });

  test('are read page by page', async () => {
    const sizes: number[] = [];
    for await (const page of connected.client.fills.list({ limit: 3 }).pages())
      sizes.push(page.length);
    expect(sizes).toEqual([3, 3, 1]);
  });

  test('are read backwards to newer ones', async () => {
    const ids: number[] = [];
    const list = connected.client.fills.list({ after: '3', limit: 2 });
    for await (const page of list.back().pages()) ids.push(...page.map(({ trade_id }) => trade_id));
    expect(ids).toEqual([2, 1, 4, 3, 6, 5, 7]);
  });

  test('continue to older ones from a request for newer ones', async () => {
    const ids: number[] = [];
    const list = connected.client.fills.list({ before: '2', limit: 2 });
    for await (const { trade_id } of list) ids.push(trade_id);
    expect(ids).toEqual([4, 3, 2, 1]);
  });

  test('end with an empty page, despite its cursor', async () => {
    connected.testServer.instead.set('listFills', (_, respond) =>
      respond['ok']?.([], { 'CB-AFTER': '1' }),
    );
    const ids: number[] = [];
    for await (const { trade_id } of connected.client.fills.list()) ids.push(trade_id);
    expect(ids).toEqual([]);
    expect(connected.testServer.entered).toEqual(['listFills']);
  });

  test('contain at most 1000 items', async () => {
    const outcome = await connected.client.fills.list.result({ limit: 1001 });
    expect(outcome).toMatchObject({ kind: 'failure', when: 400 });
    expect(connected.testServer.entered).toEqual([]);
    expect(await connected.client.fills.list({ limit: 1000 })).toHaveLength(7);
  });

  test('return their cursors in the outcome of one page', async () => {
    const outcome = await connected.client.fills.list.result({ after: '6', limit: 2 });
    if (!outcome.ok) throw new Error('it was to succeed');
    expect(outcome.headers).toEqual({ 'CB-AFTER': '4', 'CB-BEFORE': '5' });
  });
});

test('exist for every list that grows', () => {
  const paged = [...described.values()].filter(({ isPaged }) => isPaged).map(({ id }) => id);
  expect(paged.sort()).toEqual([
    'listAccountLedger',
    'listConversions',
    'listFills',
    'listOrders',
    'listReports',
    'listStakeWraps',
    'listTravelRules',
  ]);
});

test('of other lists are read in the same way', async () => {
  const { client, testServer } = inMemory();
  for (const id of ['listOrders', 'listConversions', 'listTravelRules', 'listReports']) {
    testServer.instead.set(id, ({ query = {} }, respond) =>
      query['after'] === undefined
        ? respond['ok']?.([{ id: '1' }], { 'CB-AFTER': 'a' })
        : respond['ok']?.([{ id: '2' }]),
    );
  }
  const { orders, conversions, travelRules, reports } = client;
  for (const list of [orders.list(), conversions.list(), travelRules.list(), reports.list()]) {
    const ids: string[] = [];
    for await (const item of list) ids.push(item.id);
    expect(ids).toEqual(['1', '2']);
  }
});
