import {
  createExchangeFix50OrderEntryInitiator,
  type ExchangeFix50OrderEntryTypes,
  logonKey,
  type Quote,
  type QuoteRequest,
  QuoteStatus,
  type QuoteStatusReport,
} from '@platform/exchange-fix-5.0';
import type { FixInitiator } from '@tallystick/runtime/fix';
import { openFix } from '@tallystick/runtime/fix/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LedgerEntry } from '@platform/exchange';
import { type TestSandbox, testSandbox } from '../sandbox.js';
import { rich, testTrader, type Trader } from './traders.js';

const product = 'BTC-USD';

let sandbox: TestSandbox;
let taker: Trader;
let maker: Trader;
let fix: FixInitiator<ExchangeFix50OrderEntryTypes>;
/** Reports on quotes, in the order of their arrival. */
const reports: QuoteStatusReport[] = [];
let heard: () => void = () => undefined;
/** What the maker quotes for each request. */
let prices: Partial<Quote> = {};

beforeAll(async () => {
  sandbox = await testSandbox({ hasRateLimits: false });
  await sandbox.control.clock.freeze();
  taker = await testTrader(sandbox, { funds: rich });
  maker = await testTrader(sandbox, { funds: rich });
  const { name, secret, passphrase } = maker.key;
  const signer = logonKey({ key: name, secret, passphrase });
  fix = createExchangeFix50OrderEntryInitiator({
    open: openFix(),
    address: { host: '127.0.0.1', port: sandbox.fixPorts['orders-5.0'] ?? 0 },
    senderCompId: name,
    logonFields: [[553, name]],
    sign: (field) => signer.sign(field),
    reconnect: false,
    handlers: {
      QuoteRequest: (message) => fix.send(quoteFor(message)),
      QuoteStatusReport(report) {
        reports.push(report);
        heard();
      },
    },
  });
  await fix.opened();
  await fix.send({ type: 'RFQRequest', rfqReqId: 'all' });
  // AH has no reply: the one to the next message says that it is handled.
  await fix.request({ type: 'OrderStatusRequest', symbol: product, clOrdId: 'none' });
});

afterAll(async () => {
  await fix.close();
  await sandbox.close();
});

function quoteFor({ quoteReqId, relatedSym }: QuoteRequest): Quote {
  const [{ symbol = '', orderQty = '' } = {}] = relatedSym;
  const sizes = { bidSize: orderQty, offerSize: orderQty };
  const about = { type: 'Quote', quoteReqId, quoteId: `for ${quoteReqId}`, symbol };
  return { ...about, ...sizes, ...prices } as Quote;
}

/** Resolves to the next report on a quote. */
async function nextReport(): Promise<QuoteStatusReport> {
  for (;;) {
    const report = reports.shift();
    if (report !== undefined) return report;
    await new Promise<void>((resolve) => (heard = resolve));
  }
}

/** Requests quotes, and waits until the maker's is selected. Returns the id of the request. */
async function trade(side: 'buy' | 'sell', size: string, price: string): Promise<string> {
  prices = { bidPx: price, offerPx: price };
  const terms = { product, side, size };
  const { id } = await sandbox.control.exchange.requestQuotes(taker.profileId, terms);
  expect(await nextReport()).toMatchObject({ quoteReqId: id, quoteStatus: QuoteStatus.Active });
  await sandbox.control.clock.step({ milliseconds: 251 });
  expect(await nextReport()).toMatchObject({
    quoteReqId: id,
    quoteStatus: QuoteStatus.PendingEndTrade,
    side: side === 'buy' ? '2' : '1',
  });
  return id;
}

async function entriesOf({ exchange }: Trader, currency: string): Promise<readonly LedgerEntry[]> {
  const account = (await exchange.accounts.list()).find((each) => each.currency === currency);
  const entries: LedgerEntry[] = [];
  for await (const entry of exchange.accounts.listLedger(account?.id ?? '')) entries.push(entry);
  return entries;
}

async function fillsOf({ exchange }: Trader, query: object): Promise<readonly object[]> {
  const fills: object[] = [];
  for await (const fill of exchange.fills.list(query)) fills.push(fill);
  return fills;
}

describe('the trade of a quote', () => {
  let id: string;
  let stop: string;
  beforeAll(async () => {
    const order = { type: 'limit', product_id: product, price: '100', size: '1' } as const;
    await maker.exchange.orders.create({ ...order, side: 'sell' });
    await taker.exchange.orders.create({ ...order, side: 'buy' });
    const waiting = {
      ...order,
      side: 'sell',
      price: '80',
      stop_price: '95',
      stop: 'loss',
    } as const;
    ({ id: stop } = await taker.exchange.orders.create(waiting));
    id = await trade('buy', '2', '90.01');
  });

  test('quotes-4: it makes fills with the market type rfq, of which the maker pays a fee', async () => {
    const details = await sandbox.control.exchange.getQuoteRequest(id);
    expect(details).toMatchObject({ status: 'traded', makers: 1, side: 'buy', size: '2' });
    const [quote] = details.quotes;
    expect(quote).toMatchObject({ profileId: maker.profileId, status: 'selected', offer: '90.01' });
    const fill = { trade_id: 1, product_id: product, price: '90.01', size: '2', settled: true };
    const common = { ...fill, market_type: 'rfq', usd_volume: '180.02' };
    expect(await fillsOf(taker, { order_id: id })).toEqual([
      expect.objectContaining({ ...common, side: 'buy', liquidity: 'T', fee: '0', order_id: id }),
    ]);
    expect(await fillsOf(maker, { product_id: product, market_type: 'rfq' })).toEqual([
      expect.objectContaining({
        ...common,
        side: 'sell',
        liquidity: 'M',
        // 0.036004, rounded up.
        fee: '0.04',
        order_id: quote?.id,
      }),
    ]);
    expect(await fillsOf(maker, { order_id: id })).toEqual([]);
    expect(await fillsOf(taker, { product_id: product, market_type: 'spot' })).toHaveLength(1);
  });

  test('quotes-4: its ledger entries are rfq_match and rfq_fee', async () => {
    const about = { product_id: product, trade_id: '1' };
    const mine = { ...about, order_id: id };
    const [bought] = await entriesOf(taker, 'BTC');
    expect(bought).toMatchObject({ type: 'rfq_match', amount: '2', balance: '103', details: mine });
    const [paid] = await entriesOf(taker, 'USD');
    expect(paid).toMatchObject({ type: 'rfq_match', amount: '-180.02', details: mine });
    const [fee, received] = await entriesOf(maker, 'USD');
    expect(fee).toMatchObject({ type: 'rfq_fee', amount: '-0.04', details: about });
    expect(received).toMatchObject({ type: 'rfq_match', amount: '180.02', details: about });
    const [sold] = await entriesOf(maker, 'BTC');
    expect(sold).toMatchObject({ type: 'rfq_match', amount: '-2', balance: '97', details: about });
  });

  test('quotes-4, products-1: it counts only in the volumes of quotes, changes no price and triggers no stop', async () => {
    const { products, orders, users } = taker.exchange;
    const before = await products.getStats(product);
    expect(before).toMatchObject({
      last: '100',
      low: '100',
      volume: '1',
      volume_30day: '1',
      rfq_volume_24hour: '2',
      rfq_volume_30day: '2',
    });
    expect(await products.getTicker(product)).toMatchObject({
      trade_id: 1,
      price: '100',
      volume: '1',
      rfq_volume: '2',
    });
    expect(await orders.get(stop)).toMatchObject({ status: 'active' });
    const { aggregated } = await users.getTradingVolumes('self');
    expect(aggregated).toEqual({ volume_24hour: '100', volume_30day: '100' });
    await sandbox.control.clock.step({ milliseconds: 86_400_000 });
    expect(await products.getStats(product)).toMatchObject({
      volume: '0',
      rfq_volume_24hour: '0',
      rfq_volume_30day: '2',
    });
  });

  test('quotes-4: a sale is credited in the same way, and its report lists it', async () => {
    const sale = await trade('sell', '0.5', '120');
    const [credited] = await entriesOf(taker, 'USD');
    expect(credited).toMatchObject({ type: 'rfq_match', amount: '60', balance: '999779.38' });
    const fills = await fillsOf(taker, { order_id: sale });
    expect(fills).toEqual([expect.objectContaining({ trade_id: 2, side: 'sell', fee: '0' })]);
    const [paid, cost] = await entriesOf(maker, 'USD');
    expect([paid?.amount, cost?.amount]).toEqual(['-0.02', '-60']);
    const { reports: operations } = taker.exchange;
    const report = await operations.create({ type: 'rfq-fills', format: 'csv' });
    await sandbox.control.clock.step({ milliseconds: 5000 });
    const { file_url: url = '' } = await operations.get(report.id);
    const rows = (await (await fetch(url)).text()).trim().split(/\r?\n/);
    expect(rows.slice(1).map((row) => row.split(',').slice(0, 8))).toEqual([
      ['1', product, id, 'buy', 'T', '90.01', '2', '0'],
      ['2', product, sale, 'sell', 'T', '120', '0.5', '0'],
    ]);
  });
});

describe('requests of the control plane', () => {
  test('quotes-1: what is wrong with a request is said', async () => {
    const { exchange } = sandbox.control;
    const refused = async (changes: object, profile = taker.profileId): Promise<unknown> => {
      const terms = { product, side: 'buy', size: '1', ...changes } as const;
      const { status, value } = await exchange.requestQuotes.result(profile, terms);
      return [status, Object(value).message];
    };
    expect(await refused({ product: 'NO-SUCH' })).toEqual([404, 'There is no such product.']);
    expect(await refused({}, 'nobody')).toEqual([404, 'There is no such profile.']);
    expect(await refused({ product: 'SOL-USD' })).toEqual([400, 'body/product has no quotes']);
    expect(await refused({ size: '0' })).toEqual([400, 'body/size must be a decimal above zero']);
    expect(await refused({ size: '0.000000001' })).toEqual([
      400,
      "body/size must be a multiple of the product's increment",
    ]);
    expect(await refused({ side: 'sell', size: '1000' })).toEqual([
      409,
      'There is not enough BTC.',
    ]);
    for (const wrong of [{ side: 'both' }, { size: 1 }, { size: '-1' }, { price: '1' }])
      expect(await refused(wrong)).toMatchObject([400, expect.any(String)]);
    expect(await exchange.getQuoteRequest.result('none')).toMatchObject({ status: 404 });
    await exchange.updateProduct(product, { cancelOnly: true });
    expect(await refused({})).toEqual([409, 'The product is cancel-only.']);
    await exchange.updateProduct(product, { cancelOnly: false });
  });
});
