import type { OrderSide } from '@platform/exchange';
import type { Decimal } from '../numbers.js';
import type { RankedCursor } from '../ranked.js';
import type { View } from '../subject.js';
import { groupOf, isOpen, type OrderRow, type OrdersState } from './state.js';

/** One side of the book while a decision changes it. */
interface WorkingSide {
  /** Orders of the state. Those that are gone or have another place by now are skipped. */
  readonly cursor: RankedCursor<OrderRow>;
  /** Orders that have entered meanwhile, the best one last. */
  readonly entered: Entered[];
}

/** An order that has entered the book at a place. */
interface Entered {
  readonly id: string;
  readonly price: Decimal;
  readonly priority: number;
}

/**
 * The orders of one product as they are while a decision is made: those of the state, with the changes so far. The state is not touched.
 *
 * Best orders are only ever taken from the top, so each side walks through the state's book once, however long the decision is.
 */
export class WorkingBook {
  readonly #state: View<OrdersState>;
  readonly #product: string;
  readonly #changed = new Map<string, OrderRow>();
  readonly #sides: Record<OrderSide, WorkingSide | undefined> = { buy: undefined, sell: undefined };
  /** Orders that wait for a stop price below and above the market. */
  #losses: RankedCursor<OrderRow> | undefined;
  #entries: RankedCursor<OrderRow> | undefined;
  /** Stop prices of orders that have arrived meanwhile. */
  #arrivedStops: string[] | undefined;

  constructor(state: View<OrdersState>, product: string) {
    this.#state = state;
    this.#product = product;
  }

  /** @throws {Error} if there is no such order */
  get(id: string): OrderRow {
    const row = this.#changed.get(id) ?? this.#state.orders.get(id);
    if (row === undefined) throw new Error(`There is no order ${id}.`);
    return row;
  }

  /** Adds an order that has arrived. */
  add(row: OrderRow): void {
    this.#changed.set(row.id, row);
    if (row.kind === 'tpsl') this.#arrivedStops = [...(this.#arrivedStops ?? []), row.id];
  }

  /** Replaces an order. */
  set(row: OrderRow): void {
    const { id, side, price, priority } = row;
    if (priority !== 0 && price !== undefined && priority !== this.get(id).priority)
      this.#enter(side, { id, price, priority });
    this.#changed.set(id, row);
  }

  /** The first order of a side; `undefined` if it is empty. */
  best(side: OrderSide): OrderRow | undefined {
    const { cursor, entered } = this.#side(side);
    const known = this.#firstKnown(cursor);
    const recent = this.#lastEntered(entered);
    if (known === undefined || recent === undefined) return known ?? recent;
    // Of two with the same price, the one of the state came first.
    return isBetter(side, recent.price ?? 0n, known.price ?? 0n) ? recent : known;
  }

  /** Orders whose stop price a trade has reached, by arrival. Each is returned once. */
  takeTriggered(price: Decimal): readonly string[] {
    const { stops } = this.#state;
    const losses = (this.#losses ??= stops.cursor(groupOf(this.#product, 'loss'), 'down'));
    const entries = (this.#entries ??= stops.cursor(groupOf(this.#product, 'entry'), 'up'));
    const triggered: OrderRow[] = [];
    while (losses.row?.stopPrice !== undefined && price <= losses.row.stopPrice) {
      triggered.push(losses.row);
      losses.advance();
    }
    while (entries.row?.stopPrice !== undefined && price >= entries.row.stopPrice) {
      triggered.push(entries.row);
      entries.advance();
    }
    triggered.sort((left, right) => left.arrival - right.arrival);
    return [...triggered.map(({ id }) => id), ...this.#takeArrived(price)];
  }

  /** An order that arrived in this decision is the latest of all. */
  #takeArrived(price: Decimal): readonly string[] {
    const arrived = this.#arrivedStops ?? [];
    const isReached = (id: string): boolean => {
      const { stop, stopPrice = 0n } = this.get(id);
      return stop === 'loss' ? price <= stopPrice : price >= stopPrice;
    };
    const taken = arrived.filter(isReached);
    if (taken.length > 0) this.#arrivedStops = arrived.filter((id) => !taken.includes(id));
    return taken;
  }

  #side(side: OrderSide): WorkingSide {
    const known = this.#sides[side];
    if (known !== undefined) return known;
    const cursor = this.#state.book.cursor(
      groupOf(this.#product, side),
      side === 'buy' ? 'down' : 'up',
    );
    const created = { cursor, entered: [] };
    this.#sides[side] = created;
    return created;
  }

  #firstKnown(cursor: RankedCursor<OrderRow>): OrderRow | undefined {
    for (;;) {
      const { row } = cursor;
      if (row === undefined) return undefined;
      const changed = this.#changed.get(row.id);
      if (changed === undefined) return row;
      if (changed.priority === row.priority) return changed;
      cursor.advance();
    }
  }

  #lastEntered(entered: Entered[]): OrderRow | undefined {
    for (;;) {
      const last = entered.at(-1);
      if (last === undefined) return undefined;
      const row = this.get(last.id);
      if (isOpen(row) && row.priority === last.priority) return row;
      entered.pop();
    }
  }

  #enter(side: OrderSide, order: Entered): void {
    const { entered } = this.#side(side);
    let low = 0;
    let high = entered.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = entered[middle];
      // The newest of a price is before the others, because the best one is last.
      if (other !== undefined && isBetter(side, order.price, other.price)) low = middle + 1;
      else high = middle;
    }
    entered.splice(low, 0, order);
  }
}

/** True if an order of a side is filled before another because of its price. */
function isBetter(side: OrderSide, price: Decimal, other: Decimal): boolean {
  return side === 'buy' ? price > other : price < other;
}
