/** A feed with one channel of tickers, which all programs in this folder use. */
export const tickers = {
  title: 'Tickers',
  version: '1.0.0',
  servers: [{ url: 'ws://127.0.0.1/feed' }],
  variables: {},
  messages: {
    subscribe: { match: [{ pointer: '/type', const: 'subscribe' }] },
    subscriptions: { match: [{ pointer: '/type', const: 'subscriptions' }] },
    error: { match: [{ pointer: '/type', const: 'error' }] },
    ticker: { match: [{ pointer: '/type', const: 'ticker' }] },
    match: { match: [{ pointer: '/type', const: 'match' }] },
    open: { match: [{ pointer: '/type', const: 'open' }] },
  },
  channels: {
    ticker: {
      name: 'ticker',
      messages: { ticker: {} },
      keys: { name: 'product_ids', pointer: '/product_id', required: true },
      auth: 'none',
      sequence: { pointer: '/sequence', scope: 'key', mode: 'increasing' },
      slowConsumer: { policy: 'disconnect', limit: 64_000_000 },
    },
    full: { name: 'full', messages: { match: {}, open: {} }, auth: 'none' },
  },
  control: {
    subscribe: {
      message: 'subscribe',
      template: { type: 'subscribe', channels: [{ name: '{channel}', product_ids: '{keys}' }] },
      read: { entries: '/channels', channel: '/name', keys: { product_ids: '/product_ids' } },
    },
    subscribed: {
      message: 'subscriptions',
      template: { type: 'subscriptions', channels: '{subscriptions}' },
      item: { name: '{channel}', product_ids: '{keys}' },
    },
  },
};

/** Ticker whose JSON has 177 bytes if its sequence number has eight digits. */
export function tickerOf(sequence) {
  return {
    type: 'ticker',
    sequence,
    product_id: 'BTC-USD',
    price: '64231.170000',
    best_bid: '64231.16',
    best_bid_size: '0.02150000',
    best_ask: '64231.18',
    side: 'buy',
    id: '',
  };
}
