import type { Entry } from '../../../sandbox/domain/engine.js';
import type { OrdersEvents } from '../../../sandbox/domain/orders/events.js';

type Writers = { readonly [Name in keyof OrdersEvents]: (data: OrdersEvents[Name]) => string };

const writers: Writers = {
  'orders.received': ({ order, sequence }) => `${sequence} received ${order.id}`,
  'orders.activated': ({ order }) => `activated ${order.id}`,
  'orders.rejected': ({ order }) => `rejected ${order.id}`,
  'orders.triggered': ({ id, sequence }) => `${sequence} triggered ${id}`,
  'orders.opened': ({ id, sequence, price, progress }) =>
    `${sequence} opened ${id} ${price} ${progress.shown}`,
  'orders.matched': ({ sequence, trade, maker, taker, price, size }) =>
    `${sequence} matched ${trade} ${maker.id} ${taker.id} ${price} ${size} ${maker.fee} ${taker.fee}`,
  'orders.changed': ({ sequence, id, reason, newPrice, price, ...data }) =>
    `${sequence} changed ${id} ${reason} ${data.oldSize ?? data.oldFunds} ${data.newSize ?? data.newFunds} ${newPrice ?? price ?? ''}`,
  'orders.done': ({ sequence, id, reason, cancelReason, remaining }) =>
    `${sequence} done ${id} ${reason}${cancelReason === undefined ? '' : ` ${cancelReason}`} ${remaining ?? ''}`,
  'orders.quote-traded': ({ trade, maker, taker, price, size }) =>
    `quote-traded ${trade} ${maker.id} ${taker.id} ${price} ${size} ${maker.fee}`,
  'orders.forgotten': () => '',
};

/** What an entry says about orders, in the reference's own words. */
export function linesOf({ events }: Entry): readonly string[] {
  return events
    .filter(({ type }) => Object.hasOwn(writers, type))
    .map(({ type, data }) => writers[type as keyof Writers](data as never))
    .filter((line) => line !== '');
}
