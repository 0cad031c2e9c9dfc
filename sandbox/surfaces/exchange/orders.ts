import type { Cursors } from '@tallystick/runtime/http/server';
import type {
  CancelOrderByClientOidHandlerRequest,
  CancelOrderHandlerRequest,
  OrdersHandlers,
} from '@platform/exchange/server';
import { findOrder } from '../../domain/orders/queries.js';
import type { Core } from '../../server/core.js';
import { orderBody, orderRequestOf } from './order-body.js';
import { listOrders } from './order-list.js';
import {
  type ExchangePrincipals,
  isOwnProfile,
  originOf,
  type Positions,
  profileIdOf,
} from './requests.js';
import { say } from './say.js';
import { uuidOf } from './values.js';

/** Handlers of the operations about orders. */
export function ordersHandlers(
  { loop }: Core,
  cursors: Cursors<'listOrders', Positions>,
): OrdersHandlers<ExchangePrincipals> {
  const noOrder = { code: 'not-found', data: { what: 'order' } } as const;
  const forbidden = { code: 'forbidden', data: {} } as const;
  return {
    async listOrders(request, respond) {
      const requested = await cursors.listOrders(request);
      const { query } = request;
      if (!isOwnProfile(request, query.profile_id)) return say('listOrders', forbidden);
      const profile = profileIdOf(request);
      const { rows, headers } = await listOrders(loop.state.orders, profile, query, requested);
      return respond.ok(rows.map(orderBody), headers);
    },

    createOrder(request, respond) {
      if (!isOwnProfile(request, request.body.profile_id)) return say('createOrder', forbidden);
      const data = orderRequestOf(request.body, profileIdOf(request));
      const outcome = loop.execute('orders.place', data, originOf(request));
      return outcome.ok
        ? respond.ok(orderBody(outcome.result))
        : say('createOrder', outcome.refusal);
    },

    getOrder(request, respond) {
      const name = { id: uuidOf(request.path.order_id) };
      const order = findOrder(loop.state.orders, profileIdOf(request), name);
      return order === undefined ? say('getOrder', noOrder) : respond.ok(orderBody(order));
    },

    cancelOrder(request, respond) {
      if (!isOwnProfile(request, ...profilesOf(request))) return say('cancelOrder', forbidden);
      const id = uuidOf(request.path.order_id);
      const product = productOf(request);
      if (product === null) return say('cancelOrder', noOrder);
      const data = { profile: profileIdOf(request), product, id };
      const outcome = loop.execute('orders.cancel', data, originOf(request));
      return outcome.ok ? respond.ok(outcome.result.id) : say('cancelOrder', outcome.refusal);
    },

    getOrderByClientOid(request, respond) {
      const name = { clientId: request.path.client_oid };
      const order = findOrder(loop.state.orders, profileIdOf(request), name);
      return order === undefined
        ? say('getOrderByClientOid', noOrder)
        : respond.ok(orderBody(order));
    },

    cancelOrderByClientOid(request, respond) {
      if (!isOwnProfile(request, ...profilesOf(request)))
        return say('cancelOrderByClientOid', forbidden);
      const { client_oid: clientId } = request.path;
      const product = productOf(request);
      if (product === null) return say('cancelOrderByClientOid', noOrder);
      const data = { profile: profileIdOf(request), product, clientId };
      const outcome = loop.execute('orders.cancel', data, originOf(request));
      return outcome.ok
        ? respond.ok(outcome.result.clientId ?? clientId)
        : say('cancelOrderByClientOid', outcome.refusal);
    },
  };
}

type CancelRequest = Pick<
  CancelOrderHandlerRequest | CancelOrderByClientOidHandlerRequest,
  'query' | 'body'
>;

function profilesOf({ query, body }: CancelRequest): readonly (string | undefined)[] {
  return [query.profile_id, body?.profile_id];
}

/** The product that a cancellation names, in the query or in the body; `null` if they name two: no order is of both. */
function productOf({ query, body }: CancelRequest): string | undefined | null {
  const inBody = body?.product_id?.replace('/', '-');
  const named = [query.product_id, inBody].filter((each) => each !== undefined);
  const [first, second = first] = named;
  return first === second ? first : null;
}
