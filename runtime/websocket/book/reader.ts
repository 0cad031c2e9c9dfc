import type {
  BookDescriptor,
  ChangesDescriptor,
  LevelsBookDescriptor,
  OrdersBookDescriptor,
  OrderUpdateDescriptor,
  SidesDescriptor,
} from '../descriptor.js';
import { compilePointer, type Getter } from '../../core/pointer.js';
import { LevelBook, type LevelBookView, type LevelRow, type Side } from './level-book.js';
import { OrderBook } from './order-book.js';

/** Effect of a message on a book. */
export type BookEffect = 'snapshot' | 'update' | 'nothing' | 'unreadable';

/** A book with the functions that update it. */
export interface MaintainedBook<View extends LevelBookView = LevelBookView> {
  readonly book: View;
  /** Applies a message of the channel. */
  readonly apply: (message: string, value: unknown) => BookEffect;
  /** Applies the response of an operation. Returns true if it could be parsed. */
  readonly replace: (snapshot: unknown) => boolean;
}

/** Creates an empty book with the updates that the description defines. */
export function createBook(
  descriptor: BookDescriptor,
): MaintainedBook<LevelBook> | MaintainedBook<OrderBook> {
  return descriptor.kind === 'levels' ? createLevelBook(descriptor) : createOrderBook(descriptor);
}

/** Creates an empty book of price levels. */
export function createLevelBook({
  snapshot,
  update,
}: LevelsBookDescriptor): MaintainedBook<LevelBook> {
  const book = new LevelBook();
  const rowsOf = sidesReader(snapshot);
  const change = 'changes' in update ? changesReader(update) : sidesUpdater(update);
  const replace = (value: unknown): boolean => {
    const rows = rowsOf(value);
    return rows !== undefined && book.replace(rows.bids, rows.asks);
  };
  return {
    book,
    replace,
    apply(message, value) {
      if (message === update.message) return change(book, value) ? 'update' : 'unreadable';
      if (message !== snapshot.message) return 'nothing';
      return replace(value) ? 'snapshot' : 'unreadable';
    },
  };
}

/** Creates an empty book of orders. */
export function createOrderBook({
  snapshot,
  updates,
}: OrdersBookDescriptor): MaintainedBook<OrderBook> {
  const book = new OrderBook();
  const rowsOf = ordersReader(snapshot);
  const updaters = new Map(
    Object.entries(updates).map(([message, update]) => [message, orderUpdater(update)]),
  );
  const replace = (value: unknown): boolean => {
    const rows = rowsOf(value);
    if (rows === undefined) return false;
    book.clear();
    return rows.every(({ id, side, price, size }) => book.add(id, side, price, size));
  };
  return {
    book,
    replace,
    apply(message, value) {
      const update = updaters.get(message);
      if (update !== undefined) return update(book, value) ? 'update' : 'unreadable';
      if (message !== snapshot.message) return 'nothing';
      return replace(value) ? 'snapshot' : 'unreadable';
    },
  };
}

interface BothSides {
  readonly bids: readonly LevelRow[];
  readonly asks: readonly LevelRow[];
}

function sidesReader({
  bids,
  asks,
  price,
  size,
}: SidesDescriptor): (value: unknown) => BothSides | undefined {
  const [bidsOf, asksOf] = [compilePointer(bids), compilePointer(asks)];
  const rowOf = pairReader(compilePointer(price), compilePointer(size));
  return (value) => {
    const sides = { bids: bidsOf(value), asks: asksOf(value) };
    if (!Array.isArray(sides.bids) || !Array.isArray(sides.asks)) return undefined;
    return { bids: sides.bids.map(rowOf), asks: sides.asks.map(rowOf) };
  };
}

function pairReader(price: Getter, size: Getter): (row: unknown) => LevelRow {
  return (row) => [textOf(price(row)), textOf(size(row))];
}

/** Prepares updates by side. A side that a message omits stays the same. */
function sidesUpdater(sides: SidesDescriptor): (book: LevelBook, value: unknown) => boolean {
  const [bidsOf, asksOf] = [compilePointer(sides.bids), compilePointer(sides.asks)];
  const rowOf = pairReader(compilePointer(sides.price), compilePointer(sides.size));
  const set = (book: LevelBook, side: Side, rows: unknown): boolean => {
    if (rows === undefined) return true;
    if (!Array.isArray(rows)) return false;
    let isReadable = true;
    for (const row of rows) {
      const [price, size] = rowOf(row);
      isReadable = book.set(side, price, size) && isReadable;
    }
    return isReadable;
  };
  return (book, value) => {
    const [bids, asks] = [bidsOf(value), asksOf(value)];
    if (bids === undefined && asks === undefined) return false;
    return set(book, 'bid', bids) && set(book, 'ask', asks);
  };
}

function changesReader(update: ChangesDescriptor): (book: LevelBook, value: unknown) => boolean {
  const changesOf = compilePointer(update.changes);
  const [sideOf, priceOf, sizeOf] = [update.side, update.price, update.size].map(compilePointer);
  const { bid, ask } = update;
  return (book, value) => {
    const changes = changesOf(value);
    if (!Array.isArray(changes)) return false;
    let isReadable = true;
    for (const row of changes) {
      const side = sideOf?.(row);
      if (side !== bid && side !== ask) isReadable = false;
      else {
        const [price, size] = [textOf(priceOf?.(row)), textOf(sizeOf?.(row))];
        isReadable = book.set(side === bid ? 'bid' : 'ask', price, size) && isReadable;
      }
    }
    return isReadable;
  };
}

interface OrderRow {
  readonly id: string;
  readonly side: Side;
  readonly price: string;
  readonly size: string;
}

function ordersReader(
  snapshot: OrdersBookDescriptor['snapshot'],
): (value: unknown) => readonly OrderRow[] | undefined {
  const [bidsOf, asksOf] = [compilePointer(snapshot.bids), compilePointer(snapshot.asks)];
  const idOf = compilePointer(snapshot.id);
  const rowOf = pairReader(compilePointer(snapshot.price), compilePointer(snapshot.size));
  const read = (side: Side, row: unknown): OrderRow => {
    const [price, size] = rowOf(row);
    return { id: textOf(idOf(row)), side, price, size };
  };
  return (value) => {
    const [bids, asks] = [bidsOf(value), asksOf(value)];
    if (!Array.isArray(bids) || !Array.isArray(asks)) return undefined;
    return [...bids.map((row) => read('bid', row)), ...asks.map((row) => read('ask', row))];
  };
}

function orderUpdater(update: OrderUpdateDescriptor): (book: OrderBook, value: unknown) => boolean {
  const idOf = compilePointer(update.id);
  switch (update.does) {
    case 'add': {
      const [sideOf, priceOf, sizeOf] = [update.side, update.price, update.size].map(
        compilePointer,
      );
      return (book, value) => {
        const side = sideOf?.(value);
        if (side !== update.bid && side !== update.ask) return false;
        const [price, size] = [textOf(priceOf?.(value)), textOf(sizeOf?.(value))];
        return book.add(textOf(idOf(value)), side === update.bid ? 'bid' : 'ask', price, size);
      };
    }
    case 'remove':
      return (book, value) => {
        book.remove(textOf(idOf(value)));
        return true;
      };
    case 'reduce': {
      const sizeOf = compilePointer(update.size);
      return (book, value) => book.reduce(textOf(idOf(value)), textOf(sizeOf(value)));
    }
    case 'change': {
      const [sizeOf, priceOf] = [update.size, update.price].map((pointer) =>
        pointer === undefined ? undefined : compilePointer(pointer),
      );
      return (book, value) =>
        book.change(
          textOf(idOf(value)),
          optionalText(sizeOf?.(value)),
          optionalText(priceOf?.(value)),
        );
    }
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

function optionalText(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : textOf(value);
}
