// Measures the frames that a server sends per second of CPU: each event to 1,000 subscribers of three channels, in two messages, one of which
// has a property that only its owners receive. By hand, each distinct copy is serialised once.
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { measureSending } from './measure-sending.js';
import { tickerOf } from './ticker.js';

const [, , runtime, name, count] = process.argv;
const { feedServer, serveFeed } = await import(runtime);
const subscribers = 1000;
const types = (...names) => names.map((type) => [type, [{ pointer: '/type', const: type }]]);
const trades = {
  title: 'Trades',
  version: '1.0.0',
  servers: [{ url: 'ws://127.0.0.1/feed' }],
  variables: {},
  messages: {
    ...Object.fromEntries(
      types('subscribe', 'subscriptions', 'error', 'ticker').map(([type, match]) => [
        type,
        { match },
      ]),
    ),
    match: { match: [{ pointer: '/type', const: 'match' }], ownerOnly: ['user_id'] },
  },
  channels: Object.fromEntries(
    [
      ['matches', 'match'],
      ['full', 'match'],
      ['ticker', 'ticker'],
    ].map(([channel, message]) => [
      channel,
      {
        name: channel,
        messages: { [message]: {} },
        auth: 'optional',
        slowConsumer: { policy: 'disconnect', limit: 64_000_000 },
      },
    ]),
  ),
  events: {
    match: {
      messages: {
        match: { channels: { matches: 'all', full: 'all' } },
        ticker: { channels: { ticker: 'all' } },
      },
    },
  },
  control: {
    subscribe: {
      message: 'subscribe',
      template: { type: 'subscribe', channels: ['{channel}'], key: '{auth.key}' },
      read: { entries: '/channels', channel: '/name', auth: { key: '/key' } },
    },
    subscribed: {
      message: 'subscriptions',
      template: { type: 'subscriptions', channels: '{subscriptions}' },
      item: { name: '{channel}' },
    },
  },
};
const matchOf = (sequence) => ({
  type: 'match',
  sequence,
  product_id: 'BTC-USD',
  trade_id: sequence,
  price: '64231.170000',
  size: '0.02150000',
  side: 'buy',
  maker_order_id: 'd0c5340b-6d6c-49d9-b567-48c4bfca13d2',
});

const http = createServer();
let publish;
let ready;
if (name.startsWith('tallystick')) {
  const server = feedServer(
    trades,
    { matches: {}, full: {}, ticker: {} },
    { verify: ({ auth }) => ({ ok: true, principal: auth.key }), limits: {} },
  );
  serveFeed(http, server.accept, name.endsWith('writeInterval: 0') ? { writeInterval: 0 } : {});
  ready = () => server.subscribers('ticker') === subscribers;
  const owns = ({ principal }) => principal === 'ada';
  publish = (sequence) =>
    server.publish({
      event: 'match',
      messages: { match: matchOf(sequence), ticker: tickerOf(sequence) },
      owners: [{ owns, messages: { match: { user_id: 'ada' } } }],
    });
} else {
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  const clients = new Map();
  server.on('connection', (socket) =>
    socket.on('message', (data) => clients.set(socket, JSON.parse(data).key)),
  );
  ready = () => clients.size === subscribers;
  publish = (sequence) => {
    const match = matchOf(sequence);
    const all = JSON.stringify(match);
    const owned = JSON.stringify({ ...match, user_id: 'ada' });
    const ticker = JSON.stringify(tickerOf(sequence));
    for (const [socket, key] of clients) {
      socket.send(key === 'ada' ? owned : all);
      socket.send(ticker);
    }
  };
}
await measureSending({
  http,
  subscribers,
  text: '{"type":"subscribe","channels":["matches","full","ticker"],"key":"{key}"}',
  ready,
  publish,
  count: Number(count),
  together: 1,
  frames: subscribers * 2,
});
