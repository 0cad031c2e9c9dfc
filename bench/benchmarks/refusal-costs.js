import { createHmac } from 'node:crypto';

const authority = 'exchange.example.com';
const origin = { surface: 'bench', caller: '' };

/** Processor time of requests to the exchange's REST API, in microseconds: of an order that is accepted, and of what is refused. */
export async function requestCosts(sandbox, count) {
  const { exchangeSurface, exchangeSecretsOf } = sandbox;
  const core = await leadingCore(sandbox);
  const execute = (type, data) => core.loop.execute(type, data, origin).result;
  const { id: organization } = execute('tenancy.create-organization', { name: 'Bench' });
  const { profile } = execute('users.create', { organization, name: 'Bench', country: 'US' });
  execute('ledger.credit', { profile: profile.id, currency: 'USD', amount: '1000000000000' });
  const permissions = ['view', 'trade'];
  const { name } = execute('users.create-key', {
    profile: profile.id,
    label: 'bench',
    permissions,
  });
  const key = { name, ...exchangeSecretsOf(core, name) };
  const surface = (hasRateLimits) =>
    exchangeSurface(core, { authorities: [authority], hasRateLimits });
  const free = surface(false);
  // It ends at once, so that the number of open orders stays what it is.
  const order = {
    type: 'limit',
    side: 'buy',
    product_id: 'BTC-USD',
    price: '100',
    size: '1',
    time_in_force: 'IOC',
  };
  const good = () => signed(key, JSON.stringify(order));
  const kinds = {
    'accepted order': [free, good, 200],
    'price that is too precise': [
      free,
      () => signed(key, JSON.stringify({ ...order, price: '1.123456789' })),
      400,
    ],
    'member of a wrong type': [free, () => signed(key, JSON.stringify({ ...order, size: 1 })), 400],
    'malformed JSON': [free, () => signed(key, '{"type":'), 400],
    'without a signature': [
      free,
      () => ({ ...good(), headers: ['Content-Type', 'application/json'] }),
      401,
    ],
    'wrong signature': [free, () => ({ ...good(), body: '{}' }), 401],
    'above the rate limit': [surface(true), good, 429],
  };
  const rows = [];
  for (const [name, [handler, request, status]] of Object.entries(kinds)) {
    await spent(handler, request, { count: Math.ceil(count / 2), status });
    rows.push({ name, figure: await spent(handler, request, { count, status }) });
  }
  await core.close();
  return rows;
}

/** Processor time of messages to the exchange's feed, in microseconds: of a subscription, and of what is refused. */
export async function feedCosts(sandbox, count) {
  const core = await leadingCore(sandbox);
  const unlimited = { rate: 1e9, burst: 1e9 };
  const feeds = sandbox.startFeed(core, {
    limits: { connections: unlimited, messages: unlimited, subscriptionsPerKey: 1e6 },
    onError(error) {
      throw error;
    },
  });
  const subscribe = { type: 'subscribe', channels: ['ticker'], product_ids: ['BTC-USD'] };
  const kinds = {
    subscription: subscribe,
    'malformed JSON': '{"type":',
    'unknown channel': { ...subscribe, channels: ['nothing'] },
    'unknown product': { ...subscribe, product_ids: ['NO-SUCH'] },
    'member of a wrong type': { ...subscribe, product_ids: 'BTC-USD' },
    'wrong signature': { ...subscribe, key: 'k', passphrase: 'p', timestamp: '1', signature: 's' },
  };
  const rows = [];
  for (const [name, message] of Object.entries(kinds)) {
    const frame = typeof message === 'string' ? message : JSON.stringify(message);
    await framesSpent(feeds, frame, Math.ceil(count / 2));
    rows.push({ name, figure: await framesSpent(feeds, frame, count) });
  }
  await feeds.close();
  await core.close();
  return rows;
}

/** Sends one message again and again, each on a connection of its own, and returns the microseconds that each takes. */
async function framesSpent(feeds, frame, count) {
  const before = process.cpuUsage();
  for (let index = 0; index < count; index += 1) {
    const request = { scheme: 'ws', authority, target: '/', headers: [], protocols: [] };
    let events;
    await new Promise((answered) => {
      const socket = {
        buffered: 0,
        send: answered,
        sendShared: answered,
        close: answered,
        terminate: answered,
      };
      events = feeds.accept({ ...request, peer: { address: '192.0.2.1' } }, socket);
      events.frame(frame);
    });
    events.closed({ code: 1006, reason: '' });
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

async function leadingCore({ openCore, memoryJournal }) {
  const core = await openCore({
    journal: memoryJournal(),
    seed: Buffer.from('bench'),
    time: 'real',
    onFailure(error) {
      throw error;
    },
  });
  await core.lead();
  return core;
}

/** Sends requests, sixteen at a time unless they are held back, and returns the microseconds that each takes. */
async function spent(handler, request, { count, status }) {
  const requests = Array.from({ length: count }, request);
  const before = process.cpuUsage();
  const permitted = status === 429 ? 200 : status;
  const size = status === 429 ? count : 16;
  for (let at = 0; at < count; at += size) {
    const responses = await Promise.all(requests.slice(at, at + size).map(handler));
    for (const response of responses)
      // While they are sent, the limit permits a few more.
      if (response.status !== status && response.status !== permitted)
        throw new Error(`status ${response.status} instead of ${status}: ${response.body}`);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

function signed({ name, secret, passphrase }, body) {
  const timestamp = String(Date.now() / 1000);
  const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${timestamp}POST/orders${body}`)
    .digest('base64');
  const headers = {
    'Content-Type': 'application/json',
    'CB-ACCESS-KEY': name,
    'CB-ACCESS-SIGN': signature,
    'CB-ACCESS-TIMESTAMP': timestamp,
    'CB-ACCESS-PASSPHRASE': passphrase,
  };
  return {
    method: 'POST',
    target: '/orders',
    scheme: 'https',
    authority,
    headers: Object.entries(headers).flat(),
    body,
    peer: { address: '192.0.2.1' },
  };
}
