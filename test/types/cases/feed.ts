import { ExchangeFeed, exchangeKey, feedKey } from '@platform/exchange';
import { createExchangeFeedServer, feedKeyVerifier } from '@platform/exchange/feed-server';
import type { DoneMessage, OpenMessage, TickerMessage } from '@platform/exchange/types';

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
declare const done: DoneMessage;
declare const open: OpenMessage;
const profile_id = 'a3a1bd1f-2f6c-4d3b-9a1f-0d6a3c2e7b55';
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
  // Parameters of a channel are present for publishers and subscribers.
  server.publish('user', 'BTC-USD', { ...done, profile_id }),
  server.publish('full', 'BTC-USD', done),
  feed.subscribe('user', { keys, onMessage: (message) => message.profile_id.length }),
  feed.subscribe('user', {
    keys,
    onMessage: (message) => (message.type === 'done' ? message.reason : message.profile_id),
  }),
];

export const wrong: readonly unknown[] = [
  feed.subscribe('prices'), // error: 2345
  feed.subscribe('ticker'), // error: 2554
  feed.subscribe('status', { keys }), // error: 2322
  feed.subscribe('ticker', {}), // error: 2345
  feed.subscribe('matches', { keys, onMessage: ({ volume }) => volume }), // error: 2339
  feed.levelBook('ticker', 'BTC-USD'), // error: 2345
  feed.levelBook('full', 'BTC-USD'), // error: 2345
  feed.orderBook('level2', 'BTC-USD'), // error: 2345
  server.publish('matches', 'BTC-USD', ticker), // error: 2345
  server.publish('user', 'BTC-USD', done), // error: 2379
  server.publish('user', 'BTC-USD', { ...open, profile_id: undefined }), // error: 2322
  feed.subscribe('full', { keys, onMessage: ({ profile_id: mine }) => mine.length }), // error: 18048
  createExchangeFeedServer(uncounted, { verify }), // error: 2345
  // The description has no heartbeat there.
  createExchangeFeedServer(misplaced, { verify }), // error: 2345
  createExchangeFeedServer(channels), // error: 2554
  createExchangeFeedServer(channels, {}), // error: 2741
  createExchangeFeedServer({ ticker: {} }, { verify }), // error: 2740
  // Signers of requests do not sign messages.
  new ExchangeFeed({ credentials: exchangeKey(credentials) }), // error: 2322
];
