import type { Cursors } from '@tallystick/runtime/http/server';
import type { Fill } from '@platform/exchange';
import type { FillsHandlers } from '@platform/exchange/server';
import { filtered, type ReadPage } from '../../domain/filtered.js';
import { printDecimal } from '../../domain/numbers.js';
import { type FillRow, groupOf } from '../../domain/orders/state.js';
import { printInstant } from '../../domain/time.js';
import type { Core } from '../../server/core.js';
import { newestFirst } from './walks.js';
import { type ExchangePrincipals, type Positions, profileIdOf, userOf } from './requests.js';
import { say } from './say.js';
import { boundsOf, uuidOf } from './values.js';

/** Handlers of the operation about fills: those of the key's profile (fills-2). */
export function fillsHandlers(
  { loop }: Core,
  cursors: Cursors<'listFills', Positions>,
): FillsHandlers<ExchangePrincipals> {
  return {
    async listFills(request, respond) {
      const { order_id: order, product_id: product, market_type: market, limit } = request.query;
      const requested = await cursors.listFills(request);
      const profile = profileIdOf(request);
      if (order === undefined && product === undefined) {
        const data = { member: 'order_id', problem: 'or product_id is required' };
        return say('listFills', { code: 'form', data });
      }
      const { fillsByOrder, fillsByProduct } = loop.state.orders;
      const bounds = boundsOf<FillRow>(request.query);
      const all: ReadPage<FillRow> = (range) =>
        order === undefined
          ? fillsByProduct.page(groupOf(profile, product ?? ''), { ...range, ...bounds })
          : fillsByOrder.page(uuidOf(order), { ...range, ...bounds });
      const isListed = (row: FillRow): boolean =>
        row.profile === profile &&
        (product === undefined || row.product === product) &&
        (market === undefined || row.marketType === market);
      const { rows, headers } = await newestFirst(requested, limit, filtered(all, isListed));
      const { id: user } = userOf(loop.state, request);
      return respond.ok(
        rows.map((row) => fillBody(row, user)),
        headers,
      );
    },
  };
}

function fillBody(row: FillRow, user: string): Fill {
  return {
    trade_id: row.trade,
    product_id: row.product,
    order_id: row.order,
    user_id: user,
    profile_id: row.profile,
    side: row.side,
    liquidity: row.liquidity,
    price: printDecimal(row.price),
    size: printDecimal(row.size),
    fee: printDecimal(row.fee),
    usd_volume: printDecimal(row.usdVolume),
    market_type: row.marketType,
    created_at: printInstant(row.createdAt),
    settled: true,
  };
}
