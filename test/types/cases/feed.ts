import { ExchangeFeed, exchangeKey, feedKey } from '@platform/exchange';
import { createExchangeFeedServer, feedKeyVerifier } from '@platform/exchange/feed-server';
import type { TickerMessage } from '@platform/exchange/types';

const credentials = { key: 'key', secret: 'c2VjcmV0', passphrase: 'words' };
const feed = new ExchangeFeed({ server: 'direct', credentials: feedKey(credentials) });
const verify = feedKeyVerifier({ keys: { key: credentials } });
const channels = {
  heartbeat: {},
  ticker: {},
  ticker_batch: {},
  matches: {},
  full: {},
  user: {},
  level2: {},
  level2_batch: {},
  level3: {},
  status: {},
  balance: {},
  rfq_matches: {},
  auctionfeed: {},
};
const server = createExchangeFeedServer(channels, { verify });
const time = '2025-01-28T09:30:00.123456Z';
const beating = { ...channels, heartbeat: { heartbeat: () => ({ sequence: 1, time }) } };
const uncounted = { ...channels, heartbeat: { heartbeat: () => ({ time }) } };
const misplaced = { ...channels, ticker: { heartbeat: () => ({ sequence: 1, time }) } };
declare const ticker: TickerMessage;
const keys = ['BTC-USD'];

/** Channels by name, keys where they are needed, books where they are kept. */
export const right: readonly unknown[] = [
  feed.subscribe('ticker', { keys }),
  feed.subscribe('status'),
  feed.subscribe('rfq_matches'),
  feed.subscribe('matches', { keys, onMessage: ({ trade_id }) => trade_id.toFixed() }),
  feed.subscribe('full', { keys, onSnapshot: ({ bids }) => bids.length }),
  feed.levelBook('level2', 'BTC-USD'),
  feed.orderBook('full', 'BTC-USD'),
  // The server fills in constants and the key.
  createExchangeFeedServer(beating, { verify }),
  server.publish('ticker', 'BTC-USD', ticker),
  server.publish('ticker', 'BTC-USD', ticker, {
    to: ({ principal }) => principal?.keyName === 'key',
  }),
];

export const wrong: readonly unknown[] = [
  feed.subscribe('prices'), // error: 2345
  feed.subscribe('ticker'), // error: 2554
  feed.subscribe('ticker', {}), // error: 2345
  feed.subscribe('matches', { keys, onMessage: ({ volume }) => volume }), // error: 2339
  feed.levelBook('ticker', 'BTC-USD'), // error: 2345
  feed.levelBook('full', 'BTC-USD'), // error: 2345
  feed.orderBook('level2', 'BTC-USD'), // error: 2345
  server.publish('matches', 'BTC-USD', ticker), // error: 2345
  createExchangeFeedServer(uncounted, { verify }), // error: 2345
  // The description has no heartbeat there.
  createExchangeFeedServer(misplaced, { verify }), // error: 2345
  createExchangeFeedServer(channels), // error: 2554
  createExchangeFeedServer(channels, {}), // error: 2741
  createExchangeFeedServer({ ticker: {} }, { verify }), // error: 2740
  // What signs requests signs no messages.
  new ExchangeFeed({ credentials: exchangeKey(credentials) }), // error: 2322
];
