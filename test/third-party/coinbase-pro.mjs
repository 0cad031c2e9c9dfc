// Calls what coinbase-pro has for the exchange: REST, the feed, and its book, which it builds from both.
import { once } from 'node:events';
import pro from 'coinbase-pro';
import { call, report } from './calls.mjs';

const { AuthenticatedClient, OrderbookSync, PublicClient, WebsocketClient } = pro;
const { URL, FEED_URL, OWNER, OTHER, VIEWER, STRANGER, ADDRESS } = process.env;
const keyOf = (credentials) => {
  const { apiKey: key, secret, password: passphrase } = JSON.parse(credentials);
  return { key, secret, passphrase };
};
const clientOf = (credentials) => {
  const { key, secret, passphrase } = keyOf(credentials);
  return new AuthenticatedClient(key, secret, passphrase, URL);
};
const product_id = 'BTC-USD';
const everyone = new PublicClient(URL);
const owner = clientOf(OWNER);
const other = clientOf(OTHER);

await call('getProducts', () => everyone.getProducts());
await call('getCurrencies', () => everyone.getCurrencies());
await call('getTime', () => everyone.getTime());
const accounts = await call('getAccounts', () => owner.getAccounts());
const { id: account } = accounts.find(({ currency }) => currency === 'BTC');
await call('getAccount', () => owner.getAccount(account));

const client_oid = crypto.randomUUID();
const bid = await call('buy', () =>
  owner.buy({ price: '90.00', size: '1', product_id, client_oid }),
);
await call('sell', () => other.sell({ price: '110.00', size: '4', product_id, post_only: true }));
await call('getOrder', () => owner.getOrder(bid.id));
await call('getOrders', () => owner.getOrders({ product_id, status: ['open', 'active'] }));
await call('getProductOrderBook', () => everyone.getProductOrderBook(product_id, { level: 2 }));

// A book that is built from `full`, and the channels of the owner.
const book = new OrderbookSync([product_id], URL, FEED_URL, keyOf(OWNER));
await once(book, 'synced');
const heard = { sequence: -1 };
book.on('message', ({ sequence = -1 }) => {
  heard.sequence = Math.max(heard.sequence, sequence);
});
const messages = [];
const feed = new WebsocketClient([product_id], FEED_URL, keyOf(OWNER), {
  channels: ['user', 'matches', 'ticker', 'level2'],
});
feed.on('message', (message) => messages.push(message));
/** Resolves as soon as a message of a type has arrived. */
async function received(type) {
  for (;;) {
    const message = messages.find((each) => each.type === type);
    if (message !== undefined) return message;
    await once(feed, 'message');
  }
}
await call('snapshot', () => received('snapshot'));
await call('subscriptions', () => received('subscriptions'));

await call('placeOrder', () =>
  owner.placeOrder({ side: 'buy', type: 'market', funds: '110.66', product_id }),
);
await call('cancelOrder', () => owner.cancelOrder(bid.id));
await call('heartbeat', () => received('heartbeat'));
await call('match', () => received('match'));
await call('done', () => received('done'));
await call('ticker', () => received('ticker'));
await call('l2update', () => received('l2update'));
feed.unsubscribe({ channels: ['user', 'matches', 'ticker', 'level2', 'heartbeat'] });
const { sequence } = await call('book of REST', () =>
  everyone.getProductOrderBook(product_id, { level: 3 }),
);
while (heard.sequence < sequence) await once(book, 'message');
await call('OrderbookSync', () => book.books[product_id].state());
feed.disconnect();
book.disconnect();

await call('getFills', () => owner.getFills({ product_id }));
await call('getFills limited', () => owner.getFills({ product_id, limit: 1 }));
await call('getAccountHistory', () => owner.getAccountHistory(account));
await call('getProductTicker', () => everyone.getProductTicker(product_id));
await call('getProduct24HrStats', () => everyone.getProduct24HrStats(product_id));
await call('withdrawCrypto', () =>
  owner.withdrawCrypto({ amount: '1', currency: 'ETH', crypto_address: ADDRESS }),
);

await call('insufficient funds', () => owner.buy({ price: '90', size: '1000000', product_id }));
await call('too precise', () => owner.buy({ price: '90.001', size: '1', product_id }));
await call('unknown order', () => owner.getOrder(crypto.randomUUID()));
await call('cancel done order', () => owner.cancelOrder(bid.id));
await call('unknown product', () => everyone.getProductOrderBook('NO-USD', {}));
await call('view only', () => clientOf(VIEWER).buy({ price: '90', size: '1', product_id }));
await call('unknown key', () => clientOf(STRANGER).getAccounts());
await call('feed with an unknown key', async () => {
  const stranger = new WebsocketClient([product_id], FEED_URL, keyOf(STRANGER));
  const [error] = await once(stranger, 'error').catch((refusal) => [refusal]);
  stranger.disconnect();
  throw Object.assign(new Error(error.message), { code: error.reason });
});
report();
