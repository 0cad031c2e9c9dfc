import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestSandbox, testSandbox } from '../sandbox.js';
import { exchangeOf, refusalOf, rich, stepToAge, testTrader, type Trader } from './traders.js';

const product = 'BTC-USD';
const day = 24 * 3_600_000;

let sandbox: TestSandbox;
let ada: Trader;
let bob: Trader;
beforeEach(async () => {
  sandbox = await testSandbox({ hasRateLimits: false });
  // Only the sandbox's time is stepped: credentials have that of the system.
  await sandbox.control.clock.freeze();
  ada = await testTrader(sandbox, { funds: rich });
  bob = await testTrader(sandbox, { funds: rich });
});
afterEach(async () => {
  await sandbox.close();
});

function place(
  { exchange }: Trader,
  side: 'buy' | 'sell',
  price: string,
  size: string,
): ReturnType<typeof exchange.orders.create> {
  return exchange.orders.create({ type: 'limit', side, product_id: product, price, size });
}

async function accountIn({ exchange }: Trader, currency: string) {
  const found = (await exchange.accounts.list()).find((each) => each.currency === currency);
  return found ?? expect.fail(`There is no account in ${currency}.`);
}

describe('accounts', () => {
  test('tenancy-1: a profile has one account in every currency', async () => {
    const currencies = await ada.exchange.currencies.list();
    const accounts = await ada.exchange.accounts.list();
    expect(accounts.map(({ currency }) => currency)).toEqual(currencies.map(({ id }) => id));
    expect(await accountIn(ada, 'USD')).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      currency: 'USD',
      display_name: 'USD',
      balance: '1000000',
      hold: '0',
      available: '1000000',
      profile_id: ada.profileId,
      trading_enabled: true,
    });
  });

  test('tenancy-8: an account of another profile is unknown', async () => {
    const { id } = await accountIn(ada, 'USD');
    expect(await ada.exchange.accounts.get(id.replaceAll('-', '').toUpperCase())).toMatchObject({
      id,
    });
    for (const unknown of [id, randomUUID()]) {
      expect(refusalOf(await bob.exchange.accounts.get.result(unknown))).toEqual([404, 'NotFound']);
      expect(refusalOf(await bob.exchange.accounts.listLedger.result(unknown))).toEqual([
        404,
        'NotFound',
      ]);
    }
    const { profileId } = bob;
    const query = { profile_id: profileId };
    expect(refusalOf(await ada.exchange.accounts.listLedger.result(id, query))).toEqual([
      403,
      'Forbidden',
    ]);
  });

  test('P2: an open order holds a part of the balance', async () => {
    await place(ada, 'sell', '100', '2.5');
    expect(await accountIn(ada, 'BTC')).toMatchObject({
      balance: '100',
      hold: '2.5',
      available: '97.5',
    });
  });
});

describe('the ledger', () => {
  async function ledger(
    trader: Trader,
    currency: string,
    query: Parameters<typeof trader.exchange.accounts.listLedger>[1] = {},
  ): Promise<
    readonly { readonly type: string; readonly amount: string; readonly balance: string }[]
  > {
    const { id } = await accountIn(trader, currency);
    const found = [];
    for await (const entry of trader.exchange.accounts.listLedger(id, query)) found.push(entry);
    return found;
  }

  test('ledger-1: a fill and its fee are two entries, with the balance after each', async () => {
    const sale = await place(ada, 'sell', '100', '2');
    const purchase = await place(bob, 'buy', '100', '2');
    const details = { product_id: product, trade_id: '1' };
    expect(await ledger(bob, 'USD')).toEqual([
      entry('3', 'fee', '-1.2', '999798.8', { ...details, order_id: purchase.id }),
      entry('2', 'match', '-200', '999800', { ...details, order_id: purchase.id }),
      entry('1', 'transfer', '1000000', '1000000', { transfer_type: 'deposit' }),
    ]);
    expect(await ledger(ada, 'USD')).toEqual([
      entry('3', 'fee', '-0.8', '1000199.2', { ...details, order_id: sale.id }),
      entry('2', 'match', '200', '1000200', { ...details, order_id: sale.id }),
      entry('1', 'transfer', '1000000', '1000000', { transfer_type: 'deposit' }),
    ]);
    expect(await ledger(ada, 'BTC')).toMatchObject([
      { type: 'match', amount: '-2', balance: '98' },
      { type: 'transfer', amount: '100' },
    ]);
  });

  function entry(
    id: string,
    type: string,
    amount: string,
    balance: string,
    details: object,
  ): object {
    return { id, type, amount, balance, details, created_at: expect.stringMatching(/Z$/) };
  }

  test('products-4: a sale of a user who prefers USDC is credited in USDC, and the ledgers say so', async () => {
    await ada.exchange.users.updateSettlementPreferences('self', { settlement_preference: 'USDC' });
    await place(bob, 'buy', '100', '2');
    const sale = await place(ada, 'sell', '100', '2');
    const details = { product_id: product, trade_id: '1', order_id: sale.id };
    expect((await ledger(ada, 'USD')).slice(0, 3)).toEqual([
      entry('4', 'conversion', '-198.8', '1000000', details),
      entry('3', 'fee', '-1.2', '1000198.8', details),
      entry('2', 'match', '200', '1000200', details),
    ]);
    expect(await ledger(ada, 'USDC')).toEqual([
      entry('1', 'conversion', '198.8', '198.8', details),
    ]);
    expect(await accountIn(ada, 'USDC')).toMatchObject({ balance: '198.8', available: '198.8' });
  });

  test('ledger-2: the sum of the amounts is the balance', async () => {
    await place(ada, 'sell', '100', '1');
    await place(ada, 'sell', '100.01', '1');
    await place(bob, 'buy', '101', '1.33333333');
    const cents = (text: string): number => Math.round(Number(text) * 100);
    const sum = (await ledger(bob, 'USD')).reduce((total, { amount }) => total + cents(amount), 0);
    expect(sum).toBe(cents((await accountIn(bob, 'USD')).balance));
  });

  test('ledger-3: without dates it covers exactly the last day; both ends of a period belong to it', async () => {
    const credit = { currency: 'ETH', amount: '1' };
    await sandbox.control.exchange.creditProfile(ada.profileId, credit);
    const [first] = await ledger(ada, 'ETH');
    // Steps are milliseconds, and entries have microseconds: the entry is just old enough, and then older.
    await stepToAge(sandbox, String(Object(first).created_at), day);
    expect(await ledger(ada, 'ETH')).toHaveLength(1);
    await sandbox.control.clock.step({ milliseconds: 1 });
    expect(await ledger(ada, 'ETH')).toHaveLength(0);
    const at = String(Object(first).created_at);
    expect(await ledger(ada, 'ETH', { start_date: at })).toHaveLength(1);
    expect(await ledger(ada, 'ETH', { end_date: at })).toHaveLength(1);
    expect(await ledger(ada, 'ETH', { start_date: at, end_date: at })).toHaveLength(1);
    const micro = (by: number): string =>
      at.replace(
        /(\d{6})Z$/,
        (_, digits: string) => `${String(Number(digits) + by).padStart(6, '0')}Z`,
      );
    expect(await ledger(ada, 'ETH', { start_date: micro(1) })).toHaveLength(0);
    expect(await ledger(ada, 'ETH', { end_date: micro(-1) })).toHaveLength(0);
  });

  test('pages-2: a walk has every row once, in pages of any size', async () => {
    for (let count = 0; count < 7; count += 1)
      await sandbox.control.exchange.creditProfile(ada.profileId, { currency: 'SOL', amount: '1' });
    for (const limit of [1, 2, 3, 7, 1000])
      expect((await ledger(ada, 'SOL', { limit })).map(({ balance }) => balance)).toEqual([
        '7',
        '6',
        '5',
        '4',
        '3',
        '2',
        '1',
      ]);
  });
});

describe('fills', () => {
  async function fills(
    trader: Trader,
    query: Parameters<typeof trader.exchange.fills.list>[0],
  ): Promise<readonly object[]> {
    const found = [];
    for await (const fill of trader.exchange.fills.list(query)) found.push(fill);
    return found;
  }

  test('fills-1: a trade has one fill for each side', async () => {
    const sale = await place(ada, 'sell', '100', '2');
    const purchase = await place(bob, 'buy', '100', '2');
    const trade = {
      trade_id: 1,
      product_id: product,
      price: '100',
      size: '2',
      usd_volume: '200',
      market_type: 'spot',
      created_at: expect.stringMatching(/Z$/),
      settled: true,
    };
    expect(await fills(ada, { order_id: sale.id })).toEqual([
      {
        ...trade,
        order_id: sale.id,
        user_id: ada.userId,
        profile_id: ada.profileId,
        side: 'sell',
        liquidity: 'M',
        fee: '0.8',
      },
    ]);
    expect(await fills(bob, { product_id: product })).toEqual([
      {
        ...trade,
        order_id: purchase.id,
        user_id: bob.userId,
        profile_id: bob.profileId,
        side: 'buy',
        liquidity: 'T',
        fee: '1.2',
      },
    ]);
  });

  test('fills-2: they are listed by order or by product, newest first and over pages, and those of others are not', async () => {
    const sale = await place(ada, 'sell', '100', '5');
    for (let count = 0; count < 3; count += 1) await place(bob, 'buy', '100', '1');
    const trades = (listed: readonly object[]): unknown[] =>
      listed.map((fill) => Object(fill).trade_id as unknown);
    for (const limit of [1, 2, 1000]) {
      expect(trades(await fills(ada, { order_id: sale.id, limit }))).toEqual([3, 2, 1]);
      expect(trades(await fills(ada, { product_id: product, limit }))).toEqual([3, 2, 1]);
    }
    expect(await fills(ada, { product_id: 'ETH-USD' })).toEqual([]);
    expect(await fills(ada, { order_id: sale.id, product_id: 'ETH-USD' })).toEqual([]);
    expect(await fills(bob, { order_id: sale.id })).toEqual([]);
    expect(await fills(ada, { product_id: product, market_type: 'rfq' })).toEqual([]);
    expect(await fills(ada, { product_id: product, end_date: '2020-01-01' })).toEqual([]);
    expect(refusalOf(await ada.exchange.fills.list.result({}))).toEqual([
      400,
      'order_id or product_id is required',
    ]);
  });

  test('fees-1: the rates depend on the volume of 30 days when the taker arrives', async () => {
    await place(ada, 'sell', '10000', '2');
    const [first, second] = [
      await place(bob, 'buy', '10000', '1'),
      await place(bob, 'buy', '10000', '1'),
    ];
    expect(await fills(bob, { order_id: first.id })).toMatchObject([{ fee: '60' }]);
    expect(await fills(bob, { order_id: second.id })).toMatchObject([{ fee: '40' }]);
  });
});

describe('funds', () => {
  test('control-2: the control plane credits and debits a profile, to no less than nothing', async () => {
    const { exchange } = sandbox.control;
    const debit = { currency: 'USD', amount: '-999999.99' };
    expect(await exchange.creditProfile(ada.profileId, debit)).toMatchObject({
      profileId: ada.profileId,
      currency: 'USD',
      balance: '0.01',
      hold: '0',
    });
    expect(refusalOf(await exchange.creditProfile.result(ada.profileId, debit))).toMatchObject([
      409,
      {},
    ]);
    for (const [profileId, currency] of [
      ['none', 'USD'],
      [ada.profileId, 'NONE'],
    ] as const)
      expect(
        refusalOf(await exchange.creditProfile.result(profileId, { currency, amount: '1' }))[0],
      ).toBe(404);
    expect(
      refusalOf(
        await exchange.creditProfile.result(ada.profileId, { currency: 'USD', amount: '0' }),
      )[0],
    ).toBe(400);
  });

  test('control-2: funds are moved between profiles of a user; a profile with funds stays active', async () => {
    const { exchange } = sandbox.control;
    const { id } = await exchange.createProfile(ada.userId, { name: 'second' });
    const move = { fromProfileId: ada.profileId, toProfileId: id, currency: 'BTC', amount: '40' };
    await exchange.transferFunds(ada.userId, move);
    await place(ada, 'sell', '100', '30');
    expect(await accountIn(ada, 'BTC')).toMatchObject({ balance: '60', hold: '30' });
    const key = await exchange.createKey(id, { label: 'second' });
    const second = { ...ada, exchange: exchangeOf(sandbox.url, key) };
    expect(await accountIn(second, 'BTC')).toMatchObject({ balance: '40' });
    const status = async (changes: object, user = ada.userId): Promise<unknown> =>
      refusalOf(await exchange.transferFunds.result(user, { ...move, ...changes }))[0];
    expect(await status({})).toBe(409);
    expect(await status({ amount: '0' })).toBe(400);
    expect(await status({ toProfileId: ada.profileId })).toBe(400);
    expect(await status({ currency: 'NONE' })).toBe(404);
    expect(await status({ toProfileId: bob.profileId })).toBe(404);
    expect(await status({}, bob.userId)).toBe(404);
    expect(refusalOf(await exchange.deactivateProfile.result(ada.userId, id))[0]).toBe(409);
    const back = { ...move, fromProfileId: id, toProfileId: ada.profileId };
    await exchange.transferFunds(ada.userId, back);
    expect(await exchange.deactivateProfile(ada.userId, id)).toMatchObject({ isActive: false });
    expect(await accountIn(second, 'BTC')).toMatchObject({ trading_enabled: false });
  });
});
