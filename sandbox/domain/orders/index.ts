import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { ordersCommands, type OrdersCommands } from './commands.js';
import { ordersEvents, type OrdersEvents } from './events.js';
import { createOrders, type OrdersState } from './state.js';

/** Orders, the book on which they meet, and their trades and fills. */
export const orders: Subject<OrdersState, OrdersCommands, OrdersEvents, DomainState> = {
  create: createOrders,
  commands: ordersCommands,
  events: ordersEvents,
};
