// Watches what ccxt can watch over the feed, while orders are placed, filled and cancelled over REST.
import ccxt from 'ccxt';
import { call, report } from './calls.mjs';

const { URL, FEED_URL, OWNER, OTHER, STRANGER } = process.env;
const urls = { api: { public: URL, private: URL, ws: FEED_URL } };
async function clientOf(credentials) {
  const client = new ccxt.pro.coinbaseexchange({ ...JSON.parse(credentials), urls });
  // Without it ccxt connects to nothing but wss:.
  await client.loadHttpProxyAgent();
  return client;
}

/** Repeats a call until its value is as wanted. */
async function until(watch, isWanted) {
  for (;;) {
    const value = await watch();
    if (isWanted(value)) return value;
  }
}

const symbol = 'BTC/USD';
const owner = await clientOf(OWNER);
const other = await clientOf(OTHER);
await owner.loadMarkets();
await other.createOrder(symbol, 'limit', 'sell', 4, 110);
await owner.createOrder(symbol, 'limit', 'buy', 1, 110);

// What is there already.
await call('watchOrderBook', () => owner.watchOrderBook(symbol));
await call('watchTicker', () => owner.watchTicker(symbol));

const ended = new Map();
const watched = [
  call('watchOrders', () =>
    until(
      () => owner.watchOrders(symbol),
      (orders) => {
        for (const { id, status } of orders) if (status !== 'open') ended.set(id, status);
        return ended.size === 2;
      },
    ),
  ),
  call('watchMyTrades', () => owner.watchMyTrades(symbol)),
  call('watchTrades', () => owner.watchTrades(symbol)),
  call('watchOrderBookForSymbols', () =>
    until(
      () => owner.watchOrderBookForSymbols([symbol]),
      ({ asks }) => asks[0]?.[1] === 2.5,
    ),
  ),
];
// Subscriptions of a connection are made in their order, and this one is on the connection of the user's channels.
await call('watchTicker with a key', () => owner.watchTicker(symbol, owner.authenticate()));

const bid = await call('createOrder', () => owner.createOrder(symbol, 'limit', 'buy', 1, 90));
await call('cancelOrder', () => owner.cancelOrder(bid.id, symbol));
await call('createOrder filled', () => owner.createOrder(symbol, 'limit', 'buy', 0.5, 110));
await Promise.all(watched);
await call('ended orders', () => Object.fromEntries(ended));
await call('fetchOrderBook', () => owner.fetchOrderBook(symbol));

const stranger = await clientOf(STRANGER);
await call('unknown key', () => stranger.watchOrders(symbol));
await call('book with an unknown key', () => stranger.watchOrderBook(symbol));
await Promise.all([owner, other, stranger].map((client) => client.close()));
report();
