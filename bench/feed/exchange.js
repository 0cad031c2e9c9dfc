// Measures the feed of the sandbox with 1,000 subscribers of trades and prices: each market order is decided, matched, committed in memory
// and sent as two messages, which are checked. By hand, the same two messages are serialised once and sent to each client, and nothing else.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocketServer } from 'ws';
import { measureSending } from './measure-sending.js';

const [, , sandbox, name, mode, count] = process.argv;
const { memoryJournal, openCore, serveFeed, startFeed } = await import(sandbox);
const subscribers = 1000;
const channels = ['matches', 'ticker'];
const request = JSON.stringify({ type: 'subscribe', channels, product_ids: ['BTC-USD'] });
const http = createServer();
const { publish, ready } = name === 'sandbox' ? await ofSandbox() : byHand();

/** A sandbox with a large order on its book, of which each trade takes a little. */
async function ofSandbox() {
  const seed = Buffer.from('bench');
  const core = await openCore({
    journal: memoryJournal(),
    seed,
    time: 'real',
    onFailure: (error) => {
      throw error;
    },
  });
  await core.lead();
  const origin = { surface: 'bench', caller: 'bench' };
  const execute = (type, data) => {
    const outcome = core.loop.execute(type, data, origin);
    if (!outcome.ok) throw new Error(`${type}: ${outcome.refusal.code}`);
    return outcome.result;
  };
  const organization = execute('tenancy.create-organization', { name: 'Acme' }).id;
  const [maker, taker] = ['maker', 'taker'].map((who) => {
    const user = execute('users.create', { organization, name: who, country: 'US' });
    const profile = user.profile.id;
    for (const currency of ['USD', 'BTC'])
      execute('ledger.credit', { profile, currency, amount: '100000000000' });
    return profile;
  });
  const order = { product: 'BTC-USD', surface: 'bench' };
  execute('orders.place', {
    ...order,
    profile: maker,
    side: 'sell',
    type: 'limit',
    price: '100',
    size: '1000000',
  });
  const unlimited = { rate: 1e6, burst: 1e6 };
  const joined = new Set();
  const feeds = startFeed(core, {
    limits: { connections: unlimited, messages: unlimited, subscriptionsPerKey: 1e6 },
    onError: (error) => {
      throw error;
    },
  });
  serveFeed(http, (given, socket) => {
    const events = feeds.accept(given, socket);
    return {
      ...events,
      frame(frame) {
        events.frame(frame);
        joined.add(socket);
      },
    };
  });
  return {
    publish: () =>
      execute('orders.place', {
        ...order,
        profile: taker,
        side: 'buy',
        type: 'market',
        size: '0.01',
      }),
    ready: () => joined.size === subscribers,
  };
}

function byHand() {
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  const clients = new Set();
  server.on('connection', (socket) => socket.on('message', () => clients.add(socket)));
  return {
    publish(sequence) {
      const time = new Date().toISOString();
      const trade = {
        trade_id: sequence,
        sequence,
        maker_order_id: 'd0c5340b-6d6c-49d9-b567-48c4bfca13d2',
        taker_order_id: 'a3a1bd1f-2f6c-4d3b-9a1f-0d6a3c2e7b55',
        time,
        product_id: 'BTC-USD',
        size: '0.01',
        price: '100',
        side: 'sell',
      };
      const texts = [
        { type: 'match', ...trade },
        {
          type: 'ticker',
          sequence,
          product_id: 'BTC-USD',
          price: '100',
          open_24h: '100',
          volume_24h: '123.45',
          low_24h: '100',
          high_24h: '100',
          volume_30d: '123.45',
          best_bid: '0',
          best_bid_size: '0',
          best_ask: '100',
          best_ask_size: '999999.99',
          side: 'buy',
          time,
          trade_id: sequence,
          last_size: '0.01',
        },
      ].map((message) => JSON.stringify(message));
      for (const client of clients) for (const text of texts) client.send(text);
    },
    ready: () => clients.size === subscribers,
  };
}

if (mode === 'saturation')
  await measureSending({
    http,
    subscribers,
    text: request,
    ready,
    publish,
    count: Number(count),
    together: 1,
    frames: subscribers * channels.length,
  });

await new Promise((resolve) => http.listen(0, '127.0.0.1', 2048, resolve));
const crowd = spawn(
  process.execPath,
  [
    join(import.meta.dirname, 'exchange-listeners.js'),
    String(http.address().port),
    String(subscribers),
    request,
  ],
  { stdio: ['pipe', 'pipe', 'inherit'] },
);
while (!ready()) await new Promise((resolve) => setTimeout(resolve, 10));
// The clients have a lot to do while they connect.
await new Promise((resolve) => setTimeout(resolve, 3000));
const started = process.cpuUsage();
const begun = performance.now();
for (let sent = 0; sent < Number(count); sent += 1) {
  publish(10_000_000 + sent);
  // 50 trades a second are 100 messages a second for each subscriber.
  const next = begun + (sent + 1) * 20;
  // What is late still leaves a turn for what has to be sent.
  do await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
  while (performance.now() < next);
}
const { user, system } = process.cpuUsage(started);
const cpu = (user + system) / 1000 / (performance.now() - begun);
const lines = createInterface({ input: crowd.stdout });
setTimeout(() => crowd.stdin.end('\n'), 500);
const [line] = await new Promise((resolve) => lines.once('line', (text) => resolve([text])));
console.log(JSON.stringify({ ...JSON.parse(line), cpu }));
process.exit(0);
