import type { OrderSide } from '@platform/exchange';
import { Postings } from '../ledger/postings.js';
import { house } from '../ledger/state.js';
import { type Decimal, multiply, roundTo } from '../numbers.js';
import { event as orderEvent, type OrdersEvents } from '../orders/events.js';
import { creditSale } from '../orders/settlement.js';
import { opposite } from '../orders/sides.js';
import { usdValue } from '../prices.js';
import { currencyOf } from '../products/queries.js';
import type { ProductRow } from '../products/state.js';
import { accept, type Context, type Decision, type DomainEvent, refuse } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { event, type ReportedQuote } from './events.js';
import { askedQuote, quotesFor } from './queries.js';
import type { QuoteRequestRow, QuoteRow } from './state.js';

/** A quote with its price for the side that the request needs. */
interface Offer {
  readonly quote: QuoteRow;
  readonly price: Decimal;
}

/** What a quote's trade moves. */
type Trade = OrdersEvents['orders.quote-traded'];

/**
 * Decides a request when its time is over (quotes-3): the best price wins, and among equal prices the first. A maker that cannot pay is
 * rejected, and the next one is taken. If the taker cannot pay, or the product is not traded any more, nobody is chosen.
 */
export function decideClosing(
  { state, random }: Context<DomainState>,
  { reference }: { readonly reference: string },
): Decision<undefined, 'not-found'> {
  const request = state.quotes.requests.get(reference);
  const product = state.products.products.get(request?.product ?? '');
  if (request?.status !== 'open' || product === undefined)
    return refuse('not-found', { what: 'quote request' });
  const postings = new Postings(state.ledger, random);
  const events: DomainEvent[] = [];
  const quotes = quotesFor(state.quotes, request.id);
  const waiting = new Set(quotes);
  const change = (
    quote: QuoteRow,
    status: 'selected' | 'rejected' | 'canceled' | 'expired',
    side?: OrderSide,
  ): void => {
    waiting.delete(quote);
    events.push(event('quotes.changed', { quote: reported(quote, request), status, side }));
  };
  const isTraded = (): boolean => {
    if (!isOpen(product)) return false;
    for (const { quote, price } of ranked(quotes, request)) {
      const trade = tradeOf(state, product, request, { quote, price });
      if (!canPay(postings, product, trade, 'maker')) {
        change(quote, 'rejected');
        continue;
      }
      if (!canPay(postings, product, trade, 'taker')) return false;
      events.push(orderEvent('orders.quote-traded', trade));
      settle(state, postings, product, trade);
      change(quote, 'selected', trade.side);
      return true;
    }
    return false;
  };
  const status = isTraded() ? 'traded' : 'expired';
  for (const quote of waiting) change(quote, status === 'traded' ? 'canceled' : 'expired');
  events.push(event('quotes.closed', { request: askedQuote(request), status }));
  return accept(undefined, ...events, ...postings.events());
}

function reported(
  { id, quoteId, session, profile, bid, offer }: QuoteRow,
  request: QuoteRequestRow,
): ReportedQuote {
  return { id, quoteId, session, profile, bid, offer, request: askedQuote(request) };
}

/** True while a product is traded. */
function isOpen({ status, tradingDisabled, cancelOnly }: ProductRow): boolean {
  return status === 'online' && !tradingDisabled && !cancelOnly;
}

/** The quotes that offer what the taker wants, the best one first. */
function ranked(quotes: readonly QuoteRow[], { side }: QuoteRequestRow): readonly Offer[] {
  const offers = quotes.flatMap((quote): readonly Offer[] => {
    const price = side === 'buy' ? quote.offer : quote.bid;
    return price === undefined ? [] : [{ quote, price }];
  });
  // Sorting keeps the order of equal prices.
  return offers.toSorted(({ price: left }, { price: right }) => {
    const [first, second] = side === 'buy' ? [left, right] : [right, left];
    return first < second ? -1 : first > second ? 1 : 0;
  });
}

/** The trade of a quote. Only the maker pays a fee, which is rounded up. */
function tradeOf(
  state: DomainState,
  product: ProductRow,
  request: QuoteRequestRow,
  { quote, price }: Offer,
): Trade {
  const { size, makerRate } = request;
  const value = multiply(price, size, 'exact');
  const precision = currencyOf(state.products, product.quote)?.precision ?? 1n;
  const usdVolume = usdValue(state, product.quote, value) ?? 0n;
  const fee = roundTo(multiply(value, makerRate, 'up'), precision, 'up');
  return {
    product: product.id,
    trade: (state.orders.quoteTradesByProduct.last(product.id)?.trade ?? 0) + 1,
    price,
    size,
    side: opposite(request.side),
    usdVolume,
    maker: { id: quote.id, profile: quote.profile, fee, rate: makerRate },
    taker: { id: request.id, profile: request.profile, fee: 0n, rate: 0n },
  };
}

/** What one side of a trade does. */
function sideOf({ side }: Trade, who: 'maker' | 'taker'): OrderSide {
  return who === 'maker' ? side : opposite(side);
}

function canPay(
  postings: Postings,
  { base, quote }: ProductRow,
  trade: Trade,
  who: 'maker' | 'taker',
): boolean {
  const { price, size } = trade;
  const { profile, fee } = trade[who];
  const value = multiply(price, size, 'exact');
  const funds = postings.available(profile, quote);
  return sideOf(trade, who) === 'buy'
    ? funds >= value + fee
    : postings.available(profile, base) >= size && funds + value >= fee;
}

/** Moves the money of a trade (quotes-4). */
function settle(state: DomainState, postings: Postings, product: ProductRow, trade: Trade): void {
  const { base, quote, id: productId } = product;
  const value = multiply(trade.price, trade.size, 'exact');
  for (const who of ['maker', 'taker'] as const) {
    const { id, profile, fee } = trade[who];
    const details = { orderId: id, productId, tradeId: String(trade.trade) };
    const isSale = sideOf(trade, who) === 'sell';
    const sign = isSale ? -1n : 1n;
    postings.post(profile, base, sign * trade.size, 'rfq_match', details);
    postings.post(profile, quote, -sign * value, 'rfq_match', details);
    postings.move(profile, house.fees, quote, fee, 'rfq_fee', details);
    if (isSale)
      creditSale(state, postings, { profile, currency: quote, amount: value - fee, details });
  }
}
