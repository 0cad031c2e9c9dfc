import { createServer } from 'node:http';
import { createExchangeFix50OrderEntryInitiator, logonKey } from '@platform/exchange-fix-5.0';
import { openFix } from '@tallystick/runtime/fix/node';
import type { Trader } from '../exchange/traders.js';
import { FeedListener, wrongConnection } from './feed-load.js';
import {
  DropCopy,
  fixProduct,
  MarketDataSession,
  type TradingSession,
  tradingSession,
} from './fix-load.js';
import { type Load, patiently, Violation } from './load.js';
import { type Place, richTrader } from './place.js';
import { type Latencies, otherLanes, refusedLanes, restLane, restProduct } from './rest-load.js';

/** A tenth of the load that the exchange is made for, by surface: operations a second, and connections. */
export const tenth = {
  rest: { traders: 10, rate: 10 },
  fix50: { sessions: 8, rate: 80 },
  fix42: { sessions: 2, rate: 30 },
  listeners: 100,
} as const;

/** Everyone who uses the sandbox during a run. */
export interface Crowd {
  readonly listeners: readonly FeedListener[];
  readonly traders: readonly FeedListener[];
  readonly sessions: readonly MarketDataSession[];
  readonly latencies: Latencies;
  close(): Promise<void>;
}

/** Opens all connections, and adds what is done over them to the load. */
export async function openCrowd(place: Place, load: Load): Promise<Crowd> {
  const first = await richTrader(place);
  const others = await Promise.all(
    Array.from({ length: tenth.rest.traders }, () => richTrader(place)),
  );
  const [second = first] = others;
  const latencies: Latencies = [];
  for (const trader of others)
    load.add(restLane(place, trader, { rate: tenth.rest.rate, latencies }));
  for (const lane of refusedLanes(place, first)) load.add(lane);
  const receiver = await startReceiver();
  const { id: webhook = '' } = await patiently(() =>
    place.project.platform.webhooks.create({
      network_id: 'base',
      event_type: 'erc20_transfer',
      event_filters: [{ contract_address: '0x036cbd53842c5426634e7929541ec2318f3dcf7e' }],
      notification_uri: receiver.url,
    }),
  );
  for (const lane of otherLanes(place, second, webhook)) load.add(lane);
  // Without a snapshot it has the whole book only if it is there from the first order on.
  const sessions = [
    new MarketDataSession(place, first, 'increments'),
    new MarketDataSession(place, first, 'snapshots'),
    new MarketDataSession(place, second, 'snapshots'),
  ];
  for (const session of sessions) await patiently(() => session.reconnect());
  const trading = await tradingSessions(place, load);
  const dropCopy = new DropCopy(place, first);
  await patiently(() => dropCopy.reconnect());
  // A key has at most ten subscriptions to a channel of a product.
  const listeners = await Promise.all(
    Array.from({ length: tenth.listeners / 10 }, async () => {
      const trader = await richTrader(place);
      return Array.from(
        { length: 10 },
        () => new FeedListener(place, restProduct, trader, 'level2'),
      );
    }),
  ).then((each) => each.flat());
  const owners = [
    new FeedListener(place, fixProduct, first, 'all'),
    new FeedListener(place, restProduct, second, 'all'),
  ];
  for (const listener of [...owners, ...listeners]) await patiently(() => listener.reconnect());
  const inTurn = (name: string, rate: number, each: readonly (() => Promise<void>)[]): void => {
    let turn = 0;
    load.add({
      name,
      rate,
      concurrency: 1,
      async run() {
        turn += 1;
        await each[turn % each.length]?.();
        return 'done';
      },
    });
  };
  inTurn(
    'feed reconnections',
    1,
    listeners.map((each) => () => each.reconnect()),
  );
  inTurn(
    'feed reconnections with a key',
    0.1,
    owners.map((each) => () => each.reconnect()),
  );
  inTurn(
    'FIX market data reconnections',
    0.1,
    sessions.slice(1).map((each) => () => each.reconnect()),
  );
  inTurn('FIX drop copy reconnections', 0.1, [() => dropCopy.reconnect()]);
  inTurn(
    'FIX order entry reconnections',
    0.2,
    trading.map((each) => () => load.alone(each.lane, () => each.reconnect())),
  );
  load.add({
    name: 'feed connections with wrong messages',
    rate: 1,
    concurrency: 1,
    async run() {
      await wrongConnection(place);
      return 'refused';
    },
  });
  load.add({
    name: 'FIX Logons with a wrong signature',
    rate: 0.2,
    concurrency: 1,
    async run() {
      await wrongLogon(place, first);
      return 'refused';
    },
  });
  return {
    listeners,
    traders: owners,
    sessions,
    latencies,
    async close() {
      const open = [...listeners, ...owners, ...sessions, ...trading, dropCopy];
      await Promise.all(open.map((each) => each.close()));
      receiver.close();
    },
  };
}

async function tradingSessions(place: Place, load: Load): Promise<readonly TradingSession[]> {
  const made: TradingSession[] = [];
  for (const [version, { sessions, rate }] of [
    ['5.0', tenth.fix50],
    ['4.2', tenth.fix42],
  ] as const)
    for (let index = 0; index < sessions; index += 1) {
      const name = `FIX ${version} orders, modifications and cancellations`;
      const trader = await richTrader(place);
      const session = await patiently(() => tradingSession(place, trader, { version, rate, name }));
      load.add(session.lane);
      made.push(session);
    }
  return made;
}

/** A Logon that the sandbox refuses. */
async function wrongLogon({ fixPorts }: Place, { key }: Trader): Promise<void> {
  const signer = logonKey({ key: key.name, secret: key.secret, passphrase: 'wrong' });
  const fix = createExchangeFix50OrderEntryInitiator({
    open: openFix(),
    address: { host: '127.0.0.1', port: fixPorts['orders-5.0'] ?? 0 },
    senderCompId: key.name,
    reconnect: false,
    logonFields: [[553, key.name]],
    sign: (field) => signer.sign(field),
  });
  const isOpened = await fix.opened().then(
    () => true,
    () => false,
  );
  await fix.close();
  if (isOpened) throw new Violation('A Logon with a wrong passphrase was accepted.');
}

/** A receiver of webhooks that fails now and then, so that deliveries are tried again. It keeps nothing. */
async function startReceiver(): Promise<{ readonly url: string; close(): void }> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    request.resume();
    response.writeHead(count % 10 === 0 ? 500 : 204).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
