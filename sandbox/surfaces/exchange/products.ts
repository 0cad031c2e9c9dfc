import type { Product, ProductBook, ProductStats, ProductTicker } from '@platform/exchange';
import type { ProductsHandlers, RfqHandlers } from '@platform/exchange/server';
import { conversionVolume } from '../../domain/conversions/queries.js';
import { type Decimal, printDecimal } from '../../domain/numbers.js';
import {
  bestLevel,
  bookLevels,
  type BookLevel,
  bookOrders,
  marketOf,
  tickerOf,
} from '../../domain/orders/queries.js';
import { statisticsOf, volumesOf } from '../../domain/orders/statistics.js';
import { listProducts, productOf } from '../../domain/products/queries.js';
import type { ProductRow } from '../../domain/products/state.js';
import { day, printInstant } from '../../domain/time.js';
import type { Core } from '../../server/core.js';
import { say } from './say.js';

/** Handlers of the operations about products, which need no key (products-1). */
export function productsHandlers(core: Core): ProductsHandlers & RfqHandlers {
  const { loop } = core;
  const unknown = { code: 'unknown-product', data: {} } as const;
  return {
    listProducts: (_, respond) => respond.ok(listProducts(loop.state.products).map(productBody)),

    getProductBook({ path, query }, respond) {
      const { products, orders } = loop.state;
      const product = productOf(products, path.product_id);
      if (product === undefined) return say('getProductBook', unknown);
      const { sequence, at } = marketOf(orders, product.id);
      const side = (which: 'buy' | 'sell'): ProductBook['bids'] =>
        bookSide(core, product.id, which, query.level);
      return respond.ok({
        bids: side('buy'),
        asks: side('sell'),
        sequence,
        time: printInstant(Math.max(loop.now, at)),
        auction_mode: false,
        auction: null,
      });
    },

    getProductTicker({ path }, respond) {
      const { products, orders } = loop.state;
      const product = productOf(products, path.product_id);
      if (product === undefined) return say('getProductTicker', unknown);
      const ticker = tickerOf(orders, product.id, loop.now);
      if (ticker === undefined)
        return say('getProductTicker', { code: 'not-found', data: { what: 'trade' } });
      const { last, bid, ask, volume24h, quoteVolume24h } = ticker;
      const body: ProductTicker = {
        trade_id: last.trade,
        price: printDecimal(last.price),
        size: printDecimal(last.size),
        time: printInstant(last.at),
        bid: printDecimal(bid?.price ?? 0n),
        ask: printDecimal(ask?.price ?? 0n),
        volume: printDecimal(volume24h),
        rfq_volume: printDecimal(quoteVolume24h),
      };
      return respond.ok(body);
    },

    getProductStats({ path }, respond) {
      const { products, orders, conversions } = loop.state;
      const id = productOf(products, path.product_id)?.id;
      if (id === undefined) return say('getProductStats', unknown);
      const { now } = loop;
      const { open, high, low, last, volume24h, volume30d } = statisticsOf(orders, id, now);
      const quotes = volumesOf(orders.quoteTradesByProduct, id, now);
      const converted = (days: number): string =>
        printDecimal(conversionVolume(conversions, id, now - days * day));
      const price = (name: 'open' | 'high' | 'low' | 'last', value: Decimal | undefined): object =>
        value === undefined ? {} : { [name]: printDecimal(value) };
      const body: ProductStats = {
        ...price('open', open),
        ...price('high', high),
        ...price('low', low),
        ...price('last', last),
        volume: printDecimal(volume24h),
        volume_30day: printDecimal(volume30d),
        rfq_volume_24hour: printDecimal(quotes.volume24h),
        rfq_volume_30day: printDecimal(quotes.volume30d),
        conversions_volume_24hour: converted(1),
        conversions_volume_30day: converted(30),
      };
      return respond.ok(body);
    },

    listRfqProducts(_, respond) {
      const listed = listProducts(loop.state.products).flatMap(({ id, base, quote, makerFeeBps }) =>
        makerFeeBps === undefined
          ? []
          : [
              {
                id,
                base_currency: base,
                quote_currency: quote,
                maker_fee_bps: printDecimal(makerFeeBps),
              },
            ],
      );
      return respond.ok(listed);
    },
  };
}

function bookSide(
  { loop }: Core,
  product: string,
  side: 'buy' | 'sell',
  level: string,
): ProductBook['bids'] {
  const { orders } = loop.state;
  switch (level) {
    case 'L3':
    case '3':
      return bookOrders(orders, product, side).map(({ id, price = 0n, shown }) => [
        printDecimal(price),
        printDecimal(shown),
        id,
      ]);
    case 'L2':
    case '2':
      return bookLevels(orders, product, side).map(levelBody);
    default: {
      const best = bestLevel(orders, product, side);
      return best === undefined ? [] : [levelBody(best)];
    }
  }
}

function levelBody({ price, size, count }: BookLevel): readonly [string, string, number] {
  return [printDecimal(price), printDecimal(size), count];
}

/** A product, as the REST API and the status channel of the feed have it. */
export function productBody(row: ProductRow): Product {
  const { highBidLimitPercentage: limit } = row;
  return {
    id: row.id,
    base_currency: row.base,
    quote_currency: row.quote,
    display_name: row.displayName,
    base_increment: printDecimal(row.baseIncrement),
    quote_increment: printDecimal(row.quoteIncrement),
    min_market_funds: printDecimal(row.minMarketFunds),
    max_market_funds: printDecimal(row.maxMarketFunds),
    high_bid_limit_percentage: limit === null ? '' : printDecimal(limit),
    max_slippage_percentage: printDecimal(row.maxSlippage),
    fx_stablecoin: row.fxStablecoin,
    margin_enabled: row.marginEnabled,
    post_only: row.postOnly,
    limit_only: row.limitOnly,
    cancel_only: row.cancelOnly,
    trading_disabled: row.tradingDisabled,
    auction_mode: false,
    status: row.status,
    status_message: row.statusMessage,
  };
}
