import {
  createExchangeFix42OrderEntryInitiator,
  type ExchangeFix42OrderEntryTypes,
  logonKey as logonKey42,
} from '@platform/exchange-fix-4.2';
import {
  createExchangeFix50OrderEntryInitiator,
  type ExchangeFix50OrderEntryTypes,
  logonKey as logonKey50,
  type NewOrderSingle,
} from '@platform/exchange-fix-5.0';
import {
  createExchangeFixMarketDataIncrementsInitiator,
  createExchangeFixMarketDataSnapshotsInitiator,
  logonKey as logonKeyMarketData,
} from '@platform/exchange-fix-market-data';
import type { FixInitiator, FixTypes } from '@tallystick/runtime/fix';
import { openFix } from '@tallystick/runtime/fix/node';
import { ClientBook } from '../exchange/fix-client-book.js';
import type { TestKey, Trader } from '../exchange/traders.js';
import type { Ending, Lane, Random } from './load.js';
import { oneOf } from './load.js';
import type { Place } from './place.js';

/** The product that is traded over FIX, and its price. */
export const fixProduct = 'BTC-USD';
const middle = 60_000;

/** Orders that a session leaves open, at most. */
const maxOpen = 30;

type Initiator50 = FixInitiator<ExchangeFix50OrderEntryTypes>;
type Initiator42 = FixInitiator<ExchangeFix42OrderEntryTypes>;

/** A session that trades. */
export interface TradingSession {
  readonly lane: Lane;
  /** Ends it with a Logout, and begins it again with the same key. */
  reconnect(): Promise<void>;
  close(): Promise<void>;
}

/** Begins a session of FIX 5.0 SP2 or 4.2 whose lane places, modifies and cancels orders. */
export async function tradingSession(
  place: Place,
  { key }: Trader,
  {
    version,
    rate,
    name,
  }: { readonly version: '5.0' | '4.2'; readonly rate: number; readonly name: string },
): Promise<TradingSession> {
  const { random } = place;
  // The messages that are sent have the same members in both versions.
  const join = (): Promise<Initiator50> =>
    version === '5.0'
      ? join50(place, key, 'cancel on disconnect')
      : (join42(place, key) as object as Promise<Initiator50>);
  let fix = await join();
  let open: string[] = [];
  const reconnect = async (): Promise<void> => {
    await fix.close();
    open = [];
    fix = await join();
  };
  const about = { symbol: fixProduct, side: '1', orderQty: '1' } as const;
  const run = async (): Promise<Ending> => {
    const chance = random();
    const clOrdId = crypto.randomUUID();
    const oldest = open[0];
    if (oldest !== undefined && (open.length > maxOpen || chance < 0.3)) {
      open.shift();
      const cancel = {
        type: 'OrderCancelRequest',
        symbol: fixProduct,
        origClOrdId: oldest,
        clOrdId,
      };
      return endingOf(await fix.request({ ...cancel, side: '1' } as const as never));
    }
    if (oldest !== undefined && chance < 0.4) {
      open.shift();
      const price = String(middle - Math.ceil(random() * 60));
      const change = { type: 'OrderCancelReplaceRequest', ordType: '2', ...about, price };
      const report = await fix.request({ ...change, clOrdId, origClOrdId: oldest } as never);
      if (endingOf(report) === 'done') open.push(clOrdId);
      return endingOf(report);
    }
    const order = orderOf(random, clOrdId);
    const report = await fix.request(order);
    if (endingOf(report) === 'done' && order.timeInForce === undefined) open.push(clOrdId);
    return endingOf(report);
  };
  return {
    lane: { name, rate, run },
    reconnect,
    close: () => fix.close(),
  };
}

/** Orders near the price: most rest, some are filled at once, and some are refused. */
function orderOf(random: Random, clOrdId: string): NewOrderSingle {
  const side = oneOf(random, ['1', '2'] as const);
  const sign = side === '1' ? -1 : 1;
  const away = Math.ceil(random() * 50);
  const own = { type: 'NewOrderSingle', symbol: fixProduct, clOrdId, side, ordType: '2' } as const;
  const resting = {
    ...own,
    price: String(middle + sign * away),
    orderQty: String(1 + Math.floor(random() * 3)),
  };
  const crossing = { ...resting, price: String(middle - sign * away) };
  const order = oneOf<object>(random, [
    resting,
    resting,
    resting,
    resting,
    { ...crossing, timeInForce: '3' },
    { ...crossing, timeInForce: '4' },
    // Refused: the price is too precise.
    { ...resting, price: `${middle}.123456789`, timeInForce: '3' },
    // Refused: there is not so much money.
    { ...resting, orderQty: '1000000000', timeInForce: '3' },
  ]);
  return order as NewOrderSingle;
}

/** The first report on a request says whether it was refused: as an order, as a cancellation, or as a message. */
function endingOf(report: object): Ending {
  const { execType, type } = report as { readonly execType?: string; readonly type?: string };
  return type === 'ExecutionReport' && execType !== '8' ? 'done' : 'refused';
}

function baseOf(
  { fixPorts }: Place,
  gateway: string,
  { name }: TestKey,
): {
  readonly open: ReturnType<typeof openFix>;
  readonly address: { readonly host: string; readonly port: number };
  readonly senderCompId: string;
  readonly reconnect: false;
} {
  const address = { host: '127.0.0.1', port: fixPorts[gateway] ?? 0 };
  return { open: openFix(), address, senderCompId: name, reconnect: false };
}

async function opened<Types extends FixTypes>(
  fix: FixInitiator<Types>,
): Promise<FixInitiator<Types>> {
  await fix.opened();
  return fix;
}

/** Joins with the fields of the Logon that ask for drop copies, or to cancel the orders of the session when it ends. */
function join50(
  place: Place,
  key: TestKey,
  asked: 'drop copy' | 'cancel on disconnect',
): Promise<Initiator50> {
  const signer = logonKey50({ key: key.name, ...key });
  return opened(
    createExchangeFix50OrderEntryInitiator({
      ...baseOf(place, 'orders-5.0', key),
      logonFields: [[553, key.name], asked === 'drop copy' ? [9406, 'Y'] : [8013, 'S']],
      sign: (field) => signer.sign(field),
    }),
  );
}

function join42(place: Place, key: TestKey): Promise<Initiator42> {
  const signer = logonKey42({ key: key.name, ...key });
  return opened(
    createExchangeFix42OrderEntryInitiator({
      ...baseOf(place, 'orders-4.2', key),
      sign: (field) => signer.sign(field),
    }),
  );
}

/** A session that gets the reports of all sessions of its profile, and begins again now and then. */
export class DropCopy {
  readonly #place: Place;
  readonly #key: TestKey;
  #fix: Initiator50 | undefined;
  reports = 0;

  constructor(place: Place, { key }: Trader) {
    this.#place = place;
    this.#key = key;
  }

  async reconnect(): Promise<void> {
    await this.#fix?.close();
    const fix = await join50(this.#place, this.#key, 'drop copy');
    this.#fix = fix;
    void (async () => {
      for await (const _ of fix.messages()) this.reports += 1;
    })().catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#fix?.close();
  }
}

/** A session of market data with the book that it builds. */
export class MarketDataSession {
  readonly name: string;
  readonly #place: Place;
  readonly #key: TestKey;
  readonly #gateway: 'snapshots' | 'increments';
  #fix: { close(): Promise<void> } | undefined;
  book: ClientBook = new ClientBook();
  /** False if the session has ended, as that of a client that a slow machine keeps from sending heartbeats. Its book is the last one. */
  isOpen = false;
  messages = 0;

  constructor(place: Place, { key }: Trader, gateway: 'snapshots' | 'increments') {
    this.name = `FIX market data, ${gateway}`;
    this.#place = place;
    this.#key = key;
    this.#gateway = gateway;
  }

  /** Ends the session, and begins another one with another book. */
  async reconnect(): Promise<void> {
    await this.#fix?.close();
    const signer = logonKeyMarketData({ key: this.#key.name, ...this.#key });
    const options = {
      ...baseOf(this.#place, this.#gateway, this.#key),
      logonFields: [[553, this.#key.name] as const],
      sign: (field: never) => signer.sign(field),
    } as const;
    const book = new ClientBook();
    this.book = book;
    const fix = await (this.#gateway === 'snapshots'
      ? opened(createExchangeFixMarketDataSnapshotsInitiator(options as never))
      : opened(createExchangeFixMarketDataIncrementsInitiator(options as never)));
    this.#fix = fix;
    this.isOpen = true;
    void (async () => {
      try {
        for await (const { message } of fix.messages()) {
          this.messages += 1;
          book.receive(message);
        }
      } finally {
        if (this.#fix === fix) this.isOpen = false;
      }
    })().catch(() => undefined);
    await fix.send({
      type: 'MarketDataRequest',
      mdReqId: 'soak',
      subscriptionRequestType: '1',
      relatedSym: [{ symbol: fixProduct }],
    } as never);
  }

  async close(): Promise<void> {
    await this.#fix?.close();
  }
}
