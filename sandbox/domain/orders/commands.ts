import { Postings } from '../ledger/postings.js';
import {
  accept,
  type CommandType,
  type Context,
  type Decide,
  type DomainEvent,
  refuse,
} from '../subject.js';
import type { DomainState } from '../subjects.js';
import { event } from './events.js';
import { Execution } from './execution.js';
import { cancelReasons } from './sides.js';
import { decideModification, type ModifyCode, type ModifyRequest } from './modification.js';
import { decidePlacement, type PlaceCode } from './placement.js';
import { findOrder, type OrderName } from './queries.js';
import type { OrderRequest } from './request.js';
import { isOpen, type OrderRow } from './state.js';

/** Commands of the subject `orders`. */
export interface OrdersCommands {
  /** Places an order. The result is the order as it was accepted, not as it was filled (orders-13). */
  readonly 'orders.place': CommandType<OrderRequest, OrderRow, PlaceCode>;
  /** Cancels an order by its id or its client's id (book-13). */
  readonly 'orders.cancel': CommandType<
    OrderName & { readonly profile: string; readonly product?: string | undefined },
    OrderRow,
    'not-found' | 'already-done'
  >;
  /** Cancels the open orders of a profile, of one product or one FIX session if it is given. The result are the orders as they were. */
  readonly 'orders.cancel-all': CommandType<
    {
      readonly profile: string;
      readonly product?: string | undefined;
      readonly session?: string | undefined;
    },
    readonly OrderRow[],
    never
  >;
  /** Changes the size, the price or both of an open limit order (book-12). The result is the order after it. */
  readonly 'orders.modify': CommandType<ModifyRequest, OrderRow, ModifyCode>;
  /** The time of an order has come. */
  readonly 'orders.expire': CommandType<{ readonly reference: string }, undefined, 'already-done'>;
  /** An order is too old to be read (orders-15). */
  readonly 'orders.forget': CommandType<{ readonly reference: string }, undefined, never>;
}

export const ordersCommands: {
  readonly [Name in keyof OrdersCommands]: Decide<OrdersCommands[Name], DomainState>;
} = {
  'orders.place': decidePlacement,

  'orders.cancel'(context, { profile, product, ...name }) {
    const order = findOrder(context.state.orders, profile, name);
    if (order === undefined || (product !== undefined && product !== order.product))
      return refuse('not-found', { what: 'order' });
    if (!isOpen(order)) return refuse('already-done', {});
    return accept(order, ...cancelOrders(context, [order]));
  },

  'orders.cancel-all'(context, { profile, product, session }) {
    const orders = context.state.orders.openByProfile
      .rows(profile)
      .filter((order) => product === undefined || order.product === product)
      .filter((order) => session === undefined || order.session === session);
    return accept(orders, ...cancelOrders(context, orders));
  },

  'orders.modify': decideModification,

  'orders.expire'(context, { reference }) {
    const order = context.state.orders.orders.get(reference);
    if (order === undefined || !isOpen(order)) return refuse('already-done', {});
    return accept(undefined, ...cancelOrders(context, [order], cancelReasons.time));
  },

  'orders.forget': (_, { reference }) =>
    accept(undefined, event('orders.forgotten', { id: reference })),
};

/** Cancels orders, which may be of several products. */
export function cancelOrders(
  context: Context<DomainState>,
  orders: readonly OrderRow[],
  reason?: string,
): readonly DomainEvent[] {
  const { state, random } = context;
  const postings = new Postings(state.ledger, random);
  const executions = new Map<string, Execution>();
  for (const order of orders) {
    const product = state.products.products.get(order.product);
    if (product === undefined) throw new Error(`The product ${order.product} has an order.`);
    const execution = executions.get(product.id) ?? new Execution(context, product, postings);
    executions.set(product.id, execution);
    execution.done(order, 'canceled', reason);
  }
  return [...[...executions.values()].flatMap(({ events }) => events), ...postings.events()];
}
