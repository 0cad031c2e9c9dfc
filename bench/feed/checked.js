// How many tickers a client takes and checks for a second of CPU, beside what a person would write: JSON.parse, a look at the type and at the
// sequence number. The same frames in turns, in one process, handed over without a network.
const [, , module, count] = process.argv;
const { ExchangeFeed, exchangeFeedChecks } = await import(module);

const frames = Array.from({ length: 20_000 }, (_, index) =>
  JSON.stringify({
    type: 'ticker',
    sequence: 10_000_000 + index,
    product_id: 'BTC-USD',
    price: '64231.17',
    open_24h: '63011.00',
    volume_24h: '1204.10000000',
    low_24h: '62800.00',
    high_24h: '64900.55',
    volume_30d: '41020.70000000',
    best_bid: '64231.16',
    best_bid_size: '0.02150000',
    best_ask: '64231.18',
    best_ask_size: '0.11000000',
    side: 'buy',
    time: '2026-11-20T14:03:07.123456Z',
    trade_id: 500_000 + index,
    last_size: '0.00120000',
  }),
);

let sum = 0;
let seen = 0;
const take = (message) => {
  seen += 1;
  sum += message.sequence;
};

/** A client whose connection is this program. */
async function client() {
  let events;
  const feed = new ExchangeFeed({
    checks: exchangeFeedChecks,
    reconnect: false,
    onEvent: (event) => {
      if (event.kind === 'invalid-message') throw new Error('a ticker is not valid');
    },
    open: async (_request, given) => {
      events = given;
      return {
        send: (text) => {
          const { channels, product_ids = ['BTC-USD'] } = JSON.parse(text);
          const listed = channels.map((each) => ({
            name: each.name ?? each,
            product_ids: each.product_ids ?? product_ids,
          }));
          queueMicrotask(() =>
            events.frame(JSON.stringify({ type: 'subscriptions', channels: listed })),
          );
        },
        sendShared() {},
        buffered: 0,
        ping() {},
        close() {},
        terminate() {},
      };
    },
  });
  await feed.subscribe('ticker', { keys: ['BTC-USD'], onMessage: take });
  return () => {
    for (const frame of frames) events.frame(frame);
  };
}

function byHand() {
  const last = new Map();
  for (const frame of frames) {
    const message = JSON.parse(frame);
    if (message.type !== 'ticker') continue;
    const before = last.get(message.product_id);
    if (before !== undefined && message.sequence <= before) continue;
    last.set(message.product_id, message.sequence);
    take(message);
  }
}

const rounds = 9;
const repeats = Math.max(1, Math.round(Number(count) / frames.length / rounds));
const best = {};
for (let round = 0; round < rounds; round += 1) {
  for (const name of ['tallystick', 'by hand']) {
    let used = 0;
    for (let index = 0; index < repeats; index += 1) {
      // The numbers start again: a client of its own for each turn.
      const receive = name === 'by hand' ? byHand : await client();
      seen = 0;
      const started = process.cpuUsage();
      receive();
      const { user, system } = process.cpuUsage(started);
      used += user + system;
      if (seen !== frames.length) throw new Error(`${name} took ${seen} messages`);
    }
    // The first rounds warm up.
    if (round > 1) {
      best[name] = Math.max(best[name] ?? 0, (repeats * frames.length) / (used / 1e6));
    }
  }
}
console.log(JSON.stringify({ ...best, sum }));
process.exit(0);
