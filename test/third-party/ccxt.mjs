// Calls what the unified API of ccxt has for the exchange, over REST.
import ccxt from 'ccxt';
import { call, report } from './calls.mjs';

const { URL, OWNER, OTHER, VIEWER, STRANGER, ADDRESS } = process.env;
const api = { public: URL, private: URL };
const clientOf = (credentials) =>
  new ccxt.coinbaseexchange({ ...JSON.parse(credentials), urls: { api } });
const owner = clientOf(OWNER);
const other = clientOf(OTHER);
const symbol = 'BTC/USD';

await call('loadMarkets', () => owner.loadMarkets());
await call('fetchTime', () => owner.fetchTime());
await call('fetchAccounts', () => owner.fetchAccounts());
await call('fetchBalance', () => owner.fetchBalance());

// Orders that rest, and are found and cancelled under both identifiers.
const clientOrderId = crypto.randomUUID();
const bid = await call('createOrder limit', () =>
  owner.createOrder(symbol, 'limit', 'buy', 0.5, 90, { clientOrderId }),
);
const ask = await call('createOrder post-only', () =>
  other.createOrder(symbol, 'limit', 'sell', 2, 110, { postOnly: true }),
);
const stop = await call('createOrder stop', () =>
  owner.createOrder(symbol, 'limit', 'sell', 0.25, 79, { stopPrice: 80 }),
);
const good = await call('createOrder until', () =>
  owner.createOrder(symbol, 'limit', 'buy', 0.5, 80, { timeInForce: 'GTT', cancel_after: 'hour' }),
);
await call('fetchOrder', () => owner.fetchOrder(bid.id));
await call('fetchOrder by client id', () =>
  owner.fetchOrder(undefined, undefined, { clientOrderId }),
);
await call('fetchOpenOrders', () => owner.fetchOpenOrders(symbol));
await call('fetchOrderBook', () => owner.fetchOrderBook(symbol));
await call('fetchOrderBook level 1', () => owner.fetchOrderBook(symbol, undefined, { level: 1 }));
await call('fetchOrderBook level 3', () => owner.fetchOrderBook(symbol, undefined, { level: 3 }));
await call('cancelOrder', () => owner.cancelOrder(good.id, symbol));
await call('cancelOrder by client id', () =>
  owner.cancelOrder(undefined, symbol, { clientOrderId }),
);

// Orders that trade.
await call('createOrder market by size', () => owner.createOrder(symbol, 'market', 'buy', 0.5));
await call('createOrder market by cost', () =>
  owner.createOrder(symbol, 'market', 'buy', undefined, undefined, { funds: '110.66' }),
);
const filled = await call('createOrder crossing', () =>
  owner.createOrder(symbol, 'limit', 'buy', 0.25, 111),
);
await call('createOrder immediate', () =>
  owner.createOrder(symbol, 'limit', 'buy', 0.25, 109, { timeInForce: 'IOC' }),
);
await call('createOrder all or nothing', () =>
  owner.createOrder(symbol, 'limit', 'buy', 0.125, 110, { timeInForce: 'FOK' }),
);
await call('fetchTicker', () => owner.fetchTicker(symbol));
await call('fetchMyTrades', () => owner.fetchMyTrades(symbol));
await call('fetchMyTrades limited', () => owner.fetchMyTrades(symbol, undefined, 1));
await call('fetchOrderTrades', () => owner.fetchOrderTrades(filled.id, symbol));
await call('fetchOrders', () => owner.fetchOrders(symbol));
await call('fetchClosedOrders', () => owner.fetchClosedOrders(symbol));
await call('fetchLedger', () => owner.fetchLedger('BTC'));
await call('fetchBalance after trades', () => owner.fetchBalance());
await call('withdraw', () => owner.withdraw('ETH', 1, ADDRESS, undefined, { network: 'ethereum' }));
await call('trading volumes', () => owner.privateGetUsersUserIdTradingVolumes({ user_id: 'self' }));
await call('wrapped assets', () => owner.publicGetWrappedAssets());
await call('conversion fees', () => owner.privateGetConversionsFees());
await call('profiles', () => owner.privateGetProfiles());
await call('report', () =>
  owner.privatePostReports({
    type: 'fills',
    fills: { product_id: 'BTC-USD', start_date: '2025-01-01', end_date: '2027-12-31' },
  }),
);
await call('travel rule', () =>
  owner.privatePostTravelRules({
    address: ADDRESS,
    originator_name: 'Ada',
    originator_country: 'US',
  }),
);

// What the exchange refuses.
const refused = (name, ...order) => call(name, () => owner.createOrder(symbol, ...order));
await refused('insufficient funds', 'limit', 'buy', 1000000, 100);
await call('too precise', () =>
  owner.privatePostOrders({
    type: 'limit',
    side: 'buy',
    product_id: 'BTC-USD',
    price: '90.001',
    size: '1',
  }),
);
await refused('too small', 'limit', 'buy', 0.000001, 90);
await call('leading zero', () =>
  owner.privatePostOrders({
    type: 'limit',
    side: 'buy',
    product_id: 'BTC-USD',
    price: '090',
    size: '1',
  }),
);
await call('size and funds', () =>
  owner.privatePostOrders({
    type: 'market',
    side: 'buy',
    product_id: 'BTC-USD',
    funds: '90',
    size: '1',
  }),
);
await refused('client id', 'limit', 'buy', 0.5, 70, { clientOrderId: 'taken' });
await refused('client id taken', 'limit', 'buy', 0.5, 70, { clientOrderId: 'taken' });
await refused('post-only that would trade', 'limit', 'buy', 0.125, 110, { postOnly: true });
await call('unknown order', () => owner.fetchOrder(crypto.randomUUID()));
await call('cancel unknown order', () => owner.cancelOrder(crypto.randomUUID(), symbol));
await call('cancel done order', () => owner.cancelOrder(filled.id, symbol));
await call('order of another profile', () => owner.fetchOrder(ask.id));
await call('unknown product', () => owner.publicGetProductsIdBook({ id: 'NO-USD' }));
await call('order of unknown product', () =>
  owner.privatePostOrders({
    type: 'limit',
    side: 'buy',
    product_id: 'NO-USD',
    price: '9',
    size: '1',
  }),
);
await call('wrong address', () =>
  owner.withdraw('ETH', 1, '0x1', undefined, { network: 'ethereum' }),
);
await call('view only', () => clientOf(VIEWER).createOrder(symbol, 'limit', 'buy', 1, 90));
await call('unknown key', () => clientOf(STRANGER).fetchBalance());
const { secret } = JSON.parse(OTHER);
await call('wrong secret', () =>
  clientOf(JSON.stringify({ ...JSON.parse(OWNER), secret })).fetchBalance(),
);
await call('wrong passphrase', () =>
  clientOf(JSON.stringify({ ...JSON.parse(OWNER), password: 'other' })).fetchBalance(),
);
// Without its own pace, the client is too fast for the exchange.
const hasty = clientOf(OWNER);
hasty.enableRateLimit = false;
await call('too fast', () =>
  Promise.all(Array.from({ length: 60 }, () => hasty.privateGetProfiles())),
);

// Operations that the platform's interface does not have.
await call('fetchTrades', () => owner.fetchTrades(symbol));
await call('fetchOHLCV', () => owner.fetchOHLCV(symbol));
await call('fetchTickers', () => owner.fetchTickers([symbol]));
await call('fetchTradingFees', () => owner.fetchTradingFees());
await call('fetchDeposits', () => owner.fetchDeposits());
await call('createDepositAddress', () => owner.createDepositAddress('BTC'));
await call('cancelAllOrders', () => owner.cancelAllOrders(symbol));
await call('cancelOrder stop', () => owner.cancelOrder(stop.id, symbol));
report();
