import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ExchangeClient } from '@platform/exchange';
import { type TestSandbox, testSandbox } from '../sandbox.js';
import { exchangeOf, refusalOf, rich, stepToAge, testTrader, type Trader } from './traders.js';

const product = 'BTC-USD';

describe('products and currencies', () => {
  let sandbox: TestSandbox;
  let open: ExchangeClient;
  beforeAll(async () => {
    sandbox = await testSandbox({ hasRateLimits: false });
    open = new ExchangeClient({ baseUrl: sandbox.url });
  });
  afterAll(async () => {
    await sandbox.close();
  });

  test('products-1: products, books, statistics, currencies and products for quotes need no key', async () => {
    const bitcoin = (await open.products.list()).find(({ id }) => id === product);
    expect(bitcoin).toEqual({
      id: product,
      base_currency: 'BTC',
      quote_currency: 'USD',
      display_name: product,
      base_increment: '0.00000001',
      quote_increment: '0.01',
      min_market_funds: '1',
      max_market_funds: '1000000',
      high_bid_limit_percentage: '5',
      max_slippage_percentage: '0.02',
      fx_stablecoin: false,
      margin_enabled: false,
      post_only: false,
      limit_only: false,
      cancel_only: false,
      trading_disabled: false,
      auction_mode: false,
      status: 'online',
      status_message: '',
    });
    const usdc = (await open.currencies.list()).find(({ id }) => id === 'USDC');
    expect(usdc).toMatchObject({ name: 'USD Coin', max_precision: '0.000001', status: 'online' });
    expect(usdc?.supported_networks?.map(({ id }) => id)).toContain('base');
    expect(await open.rfq.listProducts()).toContainEqual({
      id: product,
      base_currency: 'BTC',
      quote_currency: 'USD',
      maker_fee_bps: '2',
    });
    expect(await open.products.getBook(product)).toMatchObject({ bids: [], asks: [], sequence: 0 });
    expect(await open.products.getStats(product)).toEqual({
      volume: '0',
      volume_30day: '0',
      rfq_volume_24hour: '0',
      rfq_volume_30day: '0',
      conversions_volume_24hour: '0',
      conversions_volume_30day: '0',
    });
  });

  test('products-1: there is no ticker before the first trade', async () => {
    expect(refusalOf(await open.products.getTicker.result(product))).toEqual([404, 'NotFound']);
  });

  test('products-2: an unknown product is 404, and identifiers are case-sensitive', async () => {
    const unknown = [404, 'Product not found'];
    for (const id of ['NO-USD', 'USD-BTC']) {
      expect(refusalOf(await open.products.getBook.result(id))).toEqual(unknown);
      expect(refusalOf(await open.products.getTicker.result(id))).toEqual(unknown);
      expect(refusalOf(await open.products.getStats.result(id))).toEqual(unknown);
    }
    expect(refusalOf(await open.products.getStats.result('btc-usd'))).toEqual([
      400,
      expect.stringContaining('product_id'),
    ]);
  });

  test('book-5: a level that does not exist is refused in the words that clients know', async () => {
    const response = await fetch(`${sandbox.url}/products/${product}/book?level=4`);
    expect([response.status, await response.json()]).toEqual([
      400,
      { message: 'unexpected level: _' },
    ]);
  });

  test('control-2: the control plane creates and changes products and currencies', async () => {
    const { exchange } = sandbox.control;
    const currency = { id: 'NEW', name: 'New', precision: '0.001' };
    expect(await exchange.createCurrency(currency)).toMatchObject({
      ...currency,
      status: 'online',
    });
    expect(refusalOf(await exchange.createCurrency.result(currency))).toMatchObject({ 0: 409 });
    const increments = { baseIncrement: '0.001', quoteIncrement: '0.5' };
    const added = { base: 'NEW', quote: 'USD', ...increments, highBidLimitPercentage: null };
    expect(await exchange.createProduct(added)).toMatchObject({ id: 'NEW-USD', ...added });
    expect((await open.products.list()).find(({ id }) => id === 'NEW-USD')).toMatchObject({
      base_increment: '0.001',
      quote_increment: '0.5',
      high_bid_limit_percentage: '',
    });
    expect(refusalOf(await exchange.createProduct.result(added))).toMatchObject({ 0: 409 });
    expect(
      refusalOf(await exchange.createProduct.result({ ...added, base: 'NONE' })),
    ).toMatchObject({ 0: 400 });
    const change = { status: 'delisted', message: 'gone' };
    expect(await exchange.updateCurrency('NEW', change)).toMatchObject(change);
    expect((await open.currencies.list()).find(({ id }) => id === 'NEW')).toMatchObject(change);
    expect(await exchange.updateProduct('NEW-USD', { cancelOnly: true })).toMatchObject({
      cancelOnly: true,
      ...increments,
    });
    expect(refusalOf(await exchange.updateProduct.result('NONE', {}))).toMatchObject({ 0: 404 });
    expect(refusalOf(await exchange.updateCurrency.result('NONE', {}))).toMatchObject({ 0: 404 });
  });
});

describe('prices', () => {
  let sandbox: TestSandbox;
  let ada: Trader;
  let bob: Trader;
  let open: ExchangeClient;
  afterEach(async () => {
    await sandbox.close();
  });

  async function start(): Promise<void> {
    sandbox = await testSandbox({ hasRateLimits: false });
    // Only the sandbox's time is stepped: credentials have that of the system.
    await sandbox.control.clock.freeze();
    // Prices in these tests differ by more than a bid may.
    await sandbox.control.exchange.updateProduct(product, { highBidLimitPercentage: null });
    open = new ExchangeClient({ baseUrl: sandbox.url });
    ada = await testTrader(sandbox, { funds: rich });
    bob = await testTrader(sandbox, { funds: rich });
  }

  function place(
    { exchange }: Trader,
    side: 'buy' | 'sell',
    price: string,
    size: string,
    more: object = {},
  ): ReturnType<typeof exchange.orders.create> {
    return exchange.orders.create({
      type: 'limit',
      side,
      product_id: product,
      price,
      size,
      ...more,
    });
  }

  async function trade(price: string, size: string): Promise<void> {
    await place(ada, 'sell', price, size);
    await place(bob, 'buy', price, size);
  }

  const step = (milliseconds: number): Promise<unknown> =>
    sandbox.control.clock.step({ milliseconds });
  const day = 24 * 3_600_000;

  test('book-5: levels 1, 2 and 3 show one book, with its time and sequence', async () => {
    await start();
    const orders = [
      await place(ada, 'buy', '99', '1'),
      await place(bob, 'buy', '99', '0.5'),
      await place(bob, 'buy', '98', '2'),
      await place(ada, 'sell', '101', '10', { max_floor: '4' }),
      await place(ada, 'sell', '102', '1'),
    ];
    const ids = orders.map(({ id }) => id);
    const { sequence, time, ...first } = await open.products.getBook(product, { level: 'L1' });
    expect(first).toEqual({
      bids: [['99', '1.5', 2]],
      asks: [['101', '4', 1]],
      auction_mode: false,
      auction: null,
    });
    expect(Date.parse(time ?? '')).not.toBeNaN();
    const second = await open.products.getBook(product, { level: '2' });
    expect(second).toMatchObject({
      sequence,
      bids: [
        ['99', '1.5', 2],
        ['98', '2', 1],
      ],
      asks: [
        ['101', '4', 1],
        ['102', '1', 1],
      ],
    });
    const third = await open.products.getBook(product, { level: 'L3' });
    expect(third).toMatchObject({
      sequence,
      bids: [
        ['99', '1', ids[0]],
        ['99', '0.5', ids[1]],
        ['98', '2', ids[2]],
      ],
      asks: [
        ['101', '4', ids[3]],
        ['102', '1', ids[4]],
      ],
    });
    await trade('99.5', '1');
    const later = await open.products.getBook(product);
    expect(later.sequence).toBeGreaterThan(sequence);
  });

  test('products-1: the ticker has the last trade, the best prices and the volume of 24 hours', async () => {
    await start();
    await trade('100', '2');
    const { time } = await open.products.getTicker(product);
    await stepToAge(sandbox, time, day);
    await trade('101', '0.25');
    await place(bob, 'buy', '99', '1');
    const ticker = await open.products.getTicker(product);
    expect(ticker).toMatchObject({
      trade_id: 2,
      price: '101',
      size: '0.25',
      bid: '99',
      ask: '0',
      volume: '2.25',
      rfq_volume: '0',
    });
    await step(1);
    expect(await open.products.getTicker(product)).toMatchObject({ volume: '0.25' });
  });

  test('products-1: statistics are about the last 24 hours and 30 days', async () => {
    await start();
    await trade('100', '1');
    await step(day / 2);
    await trade('110', '2');
    await trade('90', '4');
    await trade('105', '8');
    const inFirstDay = { open: '100', high: '110', low: '90', last: '105', volume: '15' };
    expect(await open.products.getStats(product)).toMatchObject(inFirstDay);
    await step(day / 2 + 1000);
    expect(await open.products.getStats(product)).toMatchObject({
      ...inFirstDay,
      volume: '14',
      volume_30day: '15',
    });
    await step(day);
    expect(await open.products.getStats(product)).toMatchObject({
      open: '105',
      high: '105',
      low: '105',
      last: '105',
      volume: '0',
      volume_30day: '15',
    });
    await step(30 * day);
    expect(await open.products.getStats(product)).toMatchObject({ volume_30day: '0' });
  });

  test('products-1, conversions-3: conversions are a volume of their own, in the base currency', async () => {
    await start();
    await trade('100', '1');
    const { money } = sandbox.control;
    await money.convert(bob.profileId, { from: 'BTC', to: 'USD', amount: '0.25' });
    expect(await open.products.getStats(product)).toMatchObject({
      volume: '1',
      conversions_volume_24hour: '0.25',
      conversions_volume_30day: '0.25',
    });
    await step(day + 1);
    expect(await open.products.getStats(product)).toMatchObject({
      conversions_volume_24hour: '0',
      conversions_volume_30day: '0.25',
    });
    await step(29 * day);
    expect(await open.products.getStats(product)).toMatchObject({ conversions_volume_30day: '0' });
  });

  test('products-3: aggregated volumes are the sum of the individual ones', async () => {
    await start();
    const { control, url } = sandbox;
    const { id } = await control.exchange.createProfile(ada.userId, { name: 'second' });
    await control.exchange.transferFunds(ada.userId, {
      fromProfileId: ada.profileId,
      toProfileId: id,
      currency: 'BTC',
      amount: '5',
    });
    const key = await control.exchange.createKey(id, { label: 'second' });
    const second = { ...ada, exchange: exchangeOf(url, key) };
    await trade('100', '1');
    await step(2 * day);
    await place(second, 'sell', '200', '2');
    await place(bob, 'buy', '200', '2');
    const volumes = await ada.exchange.users.getTradingVolumes('self');
    expect(volumes).toEqual({
      user_id: ada.userId,
      aggregated: { volume_24hour: '400', volume_30day: '500' },
      individual: [
        { profile_id: ada.profileId, volume_24hour: '0', volume_30day: '100' },
        { profile_id: id, volume_24hour: '400', volume_30day: '400' },
      ],
    });
    expect(await second.exchange.users.getTradingVolumes(ada.userId)).toEqual(volumes);
    expect(refusalOf(await ada.exchange.users.getTradingVolumes.result(bob.userId))).toEqual([
      404,
      'NotFound',
    ]);
  });
});
