// Measures the tickers that a client receives and validates per second of CPU, beside an implementation by hand: JSON.parse, and a comparison
// of type and sequence number, with and without validating the properties. The same frames alternate in one process, without a network.
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

/** A client whose connection is simulated by this program. */
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

const decimal = /^-?[0-9]+(?:\.[0-9]+)?$/;
const instant =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const isDecimal = (value) => typeof value === 'string' && decimal.test(value);
const isOptionalDecimal = (value) => value === undefined || isDecimal(value);

/** True for a date-time of RFC 3339 on an existing day, without leap seconds. */
function isInstant(value) {
  if (typeof value !== 'string' || !instant.test(value)) return false;
  const day = Number(value.slice(8, 10));
  if (day <= 28) return true;
  return day <= new Date(Date.UTC(value.slice(0, 4), value.slice(5, 7), 0)).getUTCDate();
}

/** Validates a ticker, property by property. */
function isTicker(message) {
  return (
    typeof message === 'object' &&
    message !== null &&
    message.type === 'ticker' &&
    Number.isInteger(message.sequence) &&
    typeof message.product_id === 'string' &&
    isDecimal(message.price) &&
    isOptionalDecimal(message.open_24h) &&
    isOptionalDecimal(message.volume_24h) &&
    isOptionalDecimal(message.low_24h) &&
    isOptionalDecimal(message.high_24h) &&
    isOptionalDecimal(message.volume_30d) &&
    isDecimal(message.best_bid) &&
    isOptionalDecimal(message.best_bid_size) &&
    isDecimal(message.best_ask) &&
    isOptionalDecimal(message.best_ask_size) &&
    (message.side === undefined || message.side === 'buy' || message.side === 'sell') &&
    (message.time === undefined || isInstant(message.time)) &&
    (message.trade_id === undefined || Number.isInteger(message.trade_id)) &&
    isOptionalDecimal(message.last_size)
  );
}

function byHand(isWanted) {
  const last = new Map();
  for (const frame of frames) {
    const message = JSON.parse(frame);
    if (!isWanted(message)) continue;
    const before = last.get(message.product_id);
    if (before !== undefined && message.sequence <= before) continue;
    last.set(message.product_id, message.sequence);
    take(message);
  }
}

/** Functions that process all frames, by candidate. Sequence numbers start again, so each turn has a new client. */
const candidates = {
  tallystick: client,
  'checked by hand': () => () => byHand(isTicker),
  'by hand': () => () => byHand((message) => message.type === 'ticker'),
};
const rounds = 9;
const repeats = Math.max(1, Math.round(Number(count) / frames.length / rounds));
const best = {};
for (let round = 0; round < rounds; round += 1) {
  for (const [name, start] of Object.entries(candidates)) {
    let used = 0;
    for (let index = 0; index < repeats; index += 1) {
      const receive = await start();
      seen = 0;
      const started = process.cpuUsage();
      receive();
      const { user, system } = process.cpuUsage(started);
      used += user + system;
      if (seen !== frames.length) throw new Error(`${name} took ${seen} messages`);
    }
    // The first rounds are a warm-up.
    if (round > 1) {
      best[name] = Math.max(best[name] ?? 0, (repeats * frames.length) / (used / 1e6));
    }
  }
}
console.log(JSON.stringify({ ...best, sum }));
process.exit(0);
