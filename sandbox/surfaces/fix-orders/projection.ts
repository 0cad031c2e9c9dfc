import type { Entry } from '../../domain/engine.js';
import type { MatchedSide, OrdersEvents } from '../../domain/orders/events.js';
import { isOpen } from '../../domain/orders/state.js';
import type { DomainState } from '../../domain/subjects.js';
import type { Happening, OrderChange, ReportedOrder } from './changes.js';

type Events = {
  readonly [Name in keyof OrdersEvents]: { readonly type: Name; readonly data: OrdersEvents[Name] };
}[keyof OrdersEvents];

/** The last fills of an entry: of each order that it fills completely, the number of the event. */
type LastFills = ReadonlyMap<string, number>;

/**
 * Open orders as they were after the last committed entry. The state may be ahead of it: a report of a fill must not show a price that the
 * order got later.
 */
export class Projection {
  readonly #orders = new Map<string, ReportedOrder>();

  /** @param state after the last committed entry */
  constructor(state: DomainState) {
    this.reload(state);
  }

  /** Begins again with a state. */
  reload({ orders }: DomainState): void {
    this.#orders.clear();
    for (const row of orders.orders.rows()) if (isOpen(row)) this.#orders.set(row.id, row);
  }

  /** Applies a committed entry. Returns the changes of orders that it reports, in order. */
  changesOf(entry: Entry): readonly OrderChange[] {
    const changes: OrderChange[] = [];
    const events = entry.events as readonly Events[];
    const lastFills = lastFillsOf(events);
    for (const [index, event] of events.entries()) {
      const about = { execId: `${entry.number}-${index}`, at: entry.at };
      for (const change of this.#follow(event, entry, { lastFills, index }))
        changes.push({ ...about, ...change });
    }
    return changes;
  }

  #follow(
    event: Events,
    entry: Entry,
    place: { readonly lastFills: LastFills; readonly index: number },
  ): readonly (Pick<OrderChange, 'order' | 'happening' | 'sequence'> & Partial<OrderChange>)[] {
    switch (event.type) {
      case 'orders.received': {
        const { order, sequence } = event.data;
        this.#orders.set(order.id, order);
        return [{ order, happening: { kind: 'accepted' }, sequence }];
      }
      case 'orders.activated': {
        const { order } = event.data;
        this.#orders.set(order.id, order);
        return [{ order, happening: { kind: 'accepted' } }];
      }
      case 'orders.rejected': {
        const { order, reason: text } = event.data;
        return [{ order, happening: { kind: 'rejected', text } }];
      }
      case 'orders.opened': {
        const { id, progress } = event.data;
        this.#change(id, progress);
        return [];
      }
      case 'orders.matched':
        return this.#match(event.data, entry, place);
      case 'orders.changed': {
        const { id, clientId, newPrice, size, progress, sequence } = event.data;
        const order = this.#change(id, {
          ...progress,
          clientId,
          ...(newPrice === undefined ? {} : { price: newPrice }),
          ...(size === undefined ? {} : { size }),
        });
        const happening = changeOf(event.data);
        if (order === undefined || happening === undefined) return [];
        return [{ order, happening, sequence }];
      }
      case 'orders.done': {
        const { id, sequence } = event.data;
        const order = this.#change(id, { left: 0n });
        this.#orders.delete(id);
        if (order === undefined) return [];
        const happening = endOf(event.data, entry);
        return [{ order, happening, sequence }];
      }
      default:
        return [];
    }
  }

  #match(
    data: OrdersEvents['orders.matched'],
    entry: Entry,
    { lastFills, index }: { readonly lastFills: LastFills; readonly index: number },
  ): readonly (Pick<OrderChange, 'order' | 'happening' | 'sequence'> & {
    readonly execId: string;
  })[] {
    const { maker, taker, price, size, trade, sequence } = data;
    const sides = [
      [maker, taker],
      [taker, maker],
    ] as const;
    return sides.flatMap(([side, { id: other }]) => {
      const order = this.#change(side.id, progressOf(side));
      if (order === undefined) return [];
      const isTaker = side === taker;
      const isLast = lastFills.get(side.id) === index;
      const happening = {
        kind: 'filled',
        size,
        price,
        trade,
        isTaker,
        fee: side.fee,
        other,
        isLast,
      };
      // A session with the reports of a user may see both sides of a trade.
      const execId = `${entry.number}-${index}-${isTaker ? 'T' : 'M'}`;
      return [{ order, happening: happening as Happening, sequence, execId }];
    });
  }

  #change(id: string, changes: Partial<ReportedOrder>): ReportedOrder | undefined {
    const order = this.#orders.get(id);
    if (order === undefined) return undefined;
    const changed = { ...order, ...changes };
    this.#orders.set(id, changed);
    return changed;
  }
}

function progressOf({ filled, value, left, clientId }: MatchedSide): Partial<ReportedOrder> {
  return { filled, value, left, clientId };
}

function lastFillsOf(events: readonly Events[]): LastFills {
  const last = new Map<string, number>();
  const filled = new Set<string>();
  for (const [index, { type, data }] of events.entries()) {
    if (type === 'orders.matched') {
      last.set(data.maker.id, index);
      last.set(data.taker.id, index);
    } else if (type === 'orders.done' && data.reason === 'filled') filled.add(data.id);
  }
  for (const id of last.keys()) if (!filled.has(id)) last.delete(id);
  return last;
}

function changeOf({
  reason,
  oldClientId,
  clientId,
}: OrdersEvents['orders.changed']): Happening | undefined {
  switch (reason) {
    case 'modify_order':
      return { kind: 'replaced', before: oldClientId ?? clientId };
    case 'STP':
      return { kind: 'restated', what: 'size' };
    case 'tpsl_triggered':
      return { kind: 'restated', what: 'price' };
    case 'remainder_after_modification':
      return undefined;
  }
}

function endOf(
  { id, reason, cancelReason: text }: OrdersEvents['orders.done'],
  { command }: Entry,
): Happening {
  if (reason === 'filled') return { kind: 'complete' };
  const { reference } = command.data as { readonly reference?: string };
  const isExpiry = command.type === 'orders.expire' && reference === id;
  return { kind: isExpiry ? 'expired' : 'canceled', text };
}
