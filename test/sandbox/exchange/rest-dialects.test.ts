import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreateOrderRequest } from '@platform/exchange';
import { type TestSandbox, testSandbox } from '../sandbox.js';
import { addresses } from './money.js';
import { refusalOf, rich, testTrader, type Trader } from './traders.js';

/** What public clients send in a form of their own. */
let sandbox: TestSandbox;
let ada: Trader;
beforeAll(async () => {
  sandbox = await testSandbox({ hasRateLimits: false });
  ada = await testTrader(sandbox, { funds: { ...rich, ETH: '100' } });
});
afterAll(() => sandbox.close());

const bid = { side: 'buy', product_id: 'BTC-USD', price: '90' } as const;

test('orders-1: an order without a type is a limit order', async () => {
  const { orders } = ada.exchange;
  expect(await orders.create({ ...bid, size: '1' })).toMatchObject({ type: 'limit', price: '90' });
  expect(await orders.create({ ...bid, funds: '50' })).toMatchObject({
    type: 'limit',
    funds: '50',
  });
  const refused = async (changes: object): Promise<unknown> =>
    // The compiler refuses them, too.
    refusalOf(await orders.create.result({ ...bid, ...changes } as object as CreateOrderRequest));
  expect(await refused({})).toEqual([400, expect.stringContaining('"size"')]);
  expect(await refused({ type: 'iceberg', size: '1' })).toEqual([
    400,
    expect.stringContaining('body/type'),
  ]);
});

test('book-13: the body of a cancellation may name the product with a slash', async () => {
  const { orders } = ada.exchange;
  const { id } = await orders.create({ ...bid, size: '1' });
  const named = async (product_id: string): Promise<unknown> =>
    refusalOf(await orders.cancel.result(id, { product_id }));
  expect(await named('ETH/USD')).toEqual([404, 'order not found']);
  expect(await named('BTC USD')).toEqual([400, expect.stringContaining('body/product_id')]);
  const query = { product_id: 'BTC-USD' };
  expect(await orders.cancel(id, { product_id: 'BTC/USD' }, { query })).toBe(id);
});

test('transfers-1: the amount may be a number, unless it has more digits than numbers keep', async () => {
  const { withdrawals } = ada.exchange;
  const eth = { currency: 'ETH', crypto_address: addresses.evm };
  for (const [amount, text] of [
    [1, '1'],
    [0.0025, '0.0025'],
    [1.25, '1.25'],
    [20, '20'],
  ] as const)
    expect(await withdrawals.createCrypto({ ...eth, amount })).toMatchObject({ amount: text });
  const refused = async (amount: number): Promise<unknown> =>
    refusalOf(await withdrawals.createCrypto.result({ ...eth, amount }));
  expect(await refused(0.1 + 0.2)).toEqual([
    400,
    'amount must be a string if it has more than 15 digits',
  ]);
  expect(await refused(0)).toEqual([400, 'amount must be above zero']);
  for (const amount of [1e300, 1e-19, -1])
    expect(await refused(amount)).toEqual([400, expect.any(String)]);
});
