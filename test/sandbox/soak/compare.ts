import { connectExchange, getProductBook } from '@platform/exchange';
import type { LevelBookView, OrderBookView } from '@tallystick/runtime/websocket';
import { parseDecimal, printDecimal } from '../../../sandbox/domain/numbers.js';
import type { BookRow, EngineBook } from './messages.js';
import type { FeedListener } from './feed-load.js';
import type { MarketDataSession } from './fix-load.js';

/** A book of a client, in the words of {@link linesByOrder} or {@link linesByPrice}. */
export interface ClientLines {
  readonly name: string;
  readonly lines: () => readonly string[];
  readonly engine: (book: EngineBook) => readonly string[];
}

/** Milliseconds that messages may need until they have arrived. */
const patience = 300_000;

/** Compares books of clients with that of the engine, as soon as everything has arrived. Returns the names of those that differ. */
export async function differingBooks(
  book: EngineBook,
  clients: readonly ClientLines[],
): Promise<readonly string[]> {
  const until = performance.now() + patience;
  let left = clients;
  for (;;) {
    left = left.filter(({ lines, engine }) => String(lines()) !== String(engine(book)));
    if (left.length === 0 || performance.now() > until)
      return left.map(({ name }) => `${name} of ${book.product}`);
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
}

/** The books of a connection of the feed. */
export function booksOfListener(
  { levels, orders }: FeedListener,
  name: string,
): readonly ClientLines[] {
  return [
    ...[...levels].map(([channel, view]) => ({
      name: `${channel} of ${name}`,
      lines: () => linesOfLevels(view),
      engine: linesByPrice,
    })),
    ...[...orders].map(([channel, view]) => ({
      name: `${channel} of ${name}`,
      lines: () => linesOfOrders(view),
      engine: linesByOrder,
    })),
  ];
}

/** The book of a session of market data. */
export function bookOfSession(session: MarketDataSession): ClientLines {
  const { name } = session;
  return {
    name,
    lines: () => [
      String(session.book.number),
      `${session.book.faults.length} faults`,
      ...session.book.lines,
    ],
    engine: (book) => [String(book.reports), '0 faults', ...linesByOrder(book)],
  };
}

/** The books of REST, as they are now. */
export async function booksOfRest(url: string, product: string): Promise<readonly ClientLines[]> {
  const exchange = connectExchange({ baseUrl: url });
  const third = await getProductBook(exchange, product, { level: '3' });
  const second = await getProductBook(exchange, product, { level: '2' });
  const rows = (each: readonly (readonly unknown[])[]): readonly string[][] =>
    each.map((row) => row.map(String));
  const orders = [rows(third.bids), rows(third.asks)].flatMap((each, side) =>
    each.map(([price, size, id]) => `${side} ${id} ${size} @ ${price}`),
  );
  const levels = [rows(second.bids), rows(second.asks)].flatMap((each, side) =>
    each.map(([price, size]) => `${side} ${size} @ ${price}`),
  );
  return [
    { name: 'REST by order', lines: () => orders, engine: linesByOrder },
    { name: 'REST by price', lines: () => levels, engine: linesByPrice },
  ];
}

function linesByOrder({ bids, asks }: EngineBook): readonly string[] {
  return [bids, asks].flatMap((rows, side) =>
    rows.map(([price, size, id]) => `${side} ${id} ${size} @ ${price}`),
  );
}

function linesByPrice({ bids, asks }: EngineBook): readonly string[] {
  return [bids, asks].flatMap((rows, side) =>
    sums(rows).map(([price, size]) => `${side} ${size} @ ${price}`),
  );
}

function sums(rows: readonly BookRow[]): readonly (readonly [price: string, size: string])[] {
  const sizes = new Map<string, bigint>();
  for (const [price, size] of rows)
    sizes.set(price, (sizes.get(price) ?? 0n) + (parseDecimal(size) ?? 0n));
  return [...sizes].map(([price, size]) => [price, printDecimal(size)]);
}

function linesOfLevels(view: LevelBookView): readonly string[] {
  return (['bid', 'ask'] as const).flatMap((side, at) =>
    view.levels(side).map(({ price, size }) => `${at} ${size} @ ${price}`),
  );
}

function linesOfOrders(view: OrderBookView): readonly string[] {
  return (['bid', 'ask'] as const).flatMap((side, at) =>
    view.orders(side).map(({ price, size, id }) => `${at} ${id} ${size} @ ${price}`),
  );
}
