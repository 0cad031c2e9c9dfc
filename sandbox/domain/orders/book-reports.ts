import type { OrderSide } from '@platform/exchange';
import type { Decimal } from '../numbers.js';
import type { OrdersEvents } from './events.js';

/**
 * What an event does to the book of its product, order by order, as market data over FIX reports it: each report has the next number of the
 * product (market-data-2).
 *
 * `change` keeps the place of an order among those with its price. An order that loses its place leaves the book and enters it again.
 */
export type BookReport = { readonly product: string } & (
  | {
      readonly kind: 'trade';
      readonly trade: number;
      readonly price: Decimal;
      readonly size: Decimal;
      /** Side of the order that met the book. */
      readonly aggressor: OrderSide;
    }
  | {
      readonly kind: 'new' | 'change' | 'delete';
      readonly order: string;
      readonly side: OrderSide;
      readonly price: Decimal;
      /** What the book shows; 0 for an order that leaves it. */
      readonly size: Decimal;
      readonly reason?: string | undefined;
    }
);

/** Number of the reports of an event. */
export function countBookReports(
  ...[type, data]: {
    readonly [Name in keyof OrdersEvents]: readonly [type: Name, data: OrdersEvents[Name]];
  }[keyof OrdersEvents]
): number {
  switch (type) {
    case 'orders.opened':
      return 1;
    case 'orders.matched':
      return 2;
    case 'orders.changed':
      return data.isOnBook ? (data.keepsPriority ? 1 : 2) : 0;
    case 'orders.done':
      return data.isOnBook && data.shown > 0n ? 1 : 0;
    default:
      return 0;
  }
}

/** The reports of an event, in order. Events of other subjects have none. */
export function bookReportsOf(type: string, data: unknown): readonly BookReport[] {
  switch (type) {
    case 'orders.opened':
      return opened(data as OrdersEvents[typeof type]);
    case 'orders.matched':
      return matched(data as OrdersEvents[typeof type]);
    case 'orders.changed':
      return changed(data as OrdersEvents[typeof type]);
    case 'orders.done':
      return done(data as OrdersEvents[typeof type]);
    default:
      return [];
  }
}

function opened(data: OrdersEvents['orders.opened']): readonly BookReport[] {
  const { id: order, product, side, price, progress } = data;
  return [{ kind: 'new', product, order, side, price, size: progress.shown }];
}

function matched(data: OrdersEvents['orders.matched']): readonly BookReport[] {
  const { product, side, price, size, trade, maker } = data;
  const aggressor = side === 'buy' ? 'sell' : 'buy';
  const kind = maker.shown > 0n ? 'change' : 'delete';
  return [
    { kind: 'trade', product, trade, price, size, aggressor },
    { kind, product, order: maker.id, side, price, size: maker.shown, reason: 'match' },
  ];
}

function changed(data: OrdersEvents['orders.changed']): readonly BookReport[] {
  const { id: order, product, side, isOnBook, keepsPriority, progress, reason } = data;
  const price = data.newPrice ?? data.price;
  if (!isOnBook || price === undefined) return [];
  const { shown: size } = progress;
  if (keepsPriority) return [{ kind: 'change', product, order, side, price, size, reason }];
  const before = data.oldPrice ?? price;
  return [
    { kind: 'delete', product, order, side, price: before, size: 0n, reason },
    { kind: 'new', product, order, side, price, size, reason },
  ];
}

function done(data: OrdersEvents['orders.done']): readonly BookReport[] {
  const { id: order, product, side, isOnBook, shown, price, reason } = data;
  if (!isOnBook || shown === 0n || price === undefined) return [];
  return [{ kind: 'delete', product, order, side, price, size: 0n, reason }];
}
