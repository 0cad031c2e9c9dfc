import type { Decimal } from '../../domain/numbers.js';
import { PriceLevels } from './price-levels.js';

/** Side of an order. */
export type Side = 'buy' | 'sell';

/** An order as the book shows it. */
export interface ShownOrder {
  readonly id: string;
  readonly side: Side;
  readonly price: Decimal;
  /** Size that the book shows, which for an iceberg is that of its slice. */
  readonly size: Decimal;
}

/** A price level after a change; without any size, it is gone. */
export type ChangedLevel = readonly [side: Side, price: Decimal, size: Decimal];

/**
 * The book of a product, as its committed events make it. Every change returns the levels that it affected, each once.
 *
 * It treats events as clients do. A match takes from the maker what it shows, and a further `open` of an iceberg adds the next slice. An
 * order whose new price meets the other side is about to trade: it is not in the book until it is opened again, or is changed and does not
 * meet it.
 */
export class ShownBook {
  readonly bids: PriceLevels = new PriceLevels('bids');
  readonly asks: PriceLevels = new PriceLevels('asks');
  readonly #orders = new Map<string, ShownOrder>();
  readonly #incoming = new Map<string, ShownOrder>();
  #changed: ChangedLevel[] = [];

  /** An order as it is shown, or will be after it has traded; `undefined` if it is not on the book. */
  order(id: string): ShownOrder | undefined {
    return this.#orders.get(id) ?? this.#incoming.get(id);
  }

  /** Shows an order, or the next slice of one. */
  open(order: ShownOrder): readonly ChangedLevel[] {
    this.#remove(order.id);
    this.#add(order);
    return this.#levels();
  }

  /** Takes a trade from what the maker shows. */
  match(maker: string, size: Decimal): readonly ChangedLevel[] {
    const order = this.#orders.get(maker);
    if (order === undefined) return [];
    this.#remove(maker);
    if (order.size > size) this.#add({ ...order, size: order.size - size });
    return this.#levels();
  }

  /** Shows an order with another size or price. */
  change(id: string, size: Decimal, price: Decimal): readonly ChangedLevel[] {
    const order = this.order(id);
    if (order === undefined) return [];
    this.#remove(id);
    const next = { ...order, size, price };
    if (this.#meets(next)) this.#incoming.set(id, next);
    else this.#add(next);
    return this.#levels();
  }

  /** Removes an order, if the book shows it. */
  done(id: string): readonly ChangedLevel[] {
    this.#remove(id);
    return this.#levels();
  }

  /** The levels that have changed since the last call. */
  #levels(): readonly ChangedLevel[] {
    const changed = this.#changed;
    this.#changed = [];
    return changed.filter(
      ([side, price], index) =>
        !changed.slice(index + 1).some((later) => later[0] === side && later[1] === price),
    );
  }

  #add(order: ShownOrder): void {
    this.#orders.set(order.id, order);
    this.#shift(order.side, order.price, order.size);
  }

  #remove(id: string): void {
    this.#incoming.delete(id);
    const order = this.#orders.get(id);
    if (order === undefined) return;
    this.#orders.delete(id);
    this.#shift(order.side, order.price, -order.size);
  }

  #shift(side: Side, price: Decimal, by: Decimal): void {
    const levels = side === 'buy' ? this.bids : this.asks;
    this.#changed.push([side, price, levels.change(price, by)]);
  }

  /** True if an order could trade with the other side. */
  #meets({ side, price }: ShownOrder): boolean {
    const [best] = (side === 'buy' ? this.asks : this.bids).best ?? [];
    if (best === undefined) return false;
    return side === 'buy' ? price >= best : price <= best;
  }
}
