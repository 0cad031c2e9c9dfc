import type { OrderSide } from '@platform/exchange';
import { limits } from '@platform/exchange-fix-5.0';
import { type Decimal, isMultiple, one, parseDecimal } from '../numbers.js';
import { Postings } from '../ledger/postings.js';
import { checkState } from '../orders/checks.js';
import type { ProductRow } from '../products/state.js';
import type { Refusal } from '../refusals.js';
import { sessionKey } from '../sessions/state.js';
import { accept, type CommandType, type Decide, refuse } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { millisecond } from '../time.js';
import { decideClosing } from './closing.js';
import { event } from './events.js';
import { askedQuote } from './queries.js';
import { quoteKey, type QuoteRequestRow, type QuoteRow } from './state.js';

/** A quote, with amounts as the texts of the message. */
export interface QuoteMessage {
  /** Id of the session. */
  readonly session: string;
  readonly profile: string;
  /** Id of the request. */
  readonly request: string;
  readonly product: string;
  /** Identifier of the maker. */
  readonly quoteId: string;
  /** Price at which the maker buys, and the size. */
  readonly bid?: string | undefined;
  readonly bidSize?: string | undefined;
  /** Price at which the maker sells, and the size. */
  readonly offer?: string | undefined;
  readonly offerSize?: string | undefined;
}

/** Commands of the subject `quotes`. */
export interface QuotesCommands {
  /** A FIX session wants to receive requests for quotes (quotes-1). */
  readonly 'quotes.register': CommandType<
    { readonly session: string; readonly profile: string; readonly reference: string },
    undefined,
    never
  >;
  /** Asks all makers for quotes (quotes-1). The best one is taken when their time is over. */
  readonly 'quotes.request': CommandType<
    {
      readonly profile: string;
      readonly product: string;
      readonly side: OrderSide;
      readonly size: string;
    },
    QuoteRequestRow,
    | 'not-found'
    | 'forbidden'
    | 'unknown-product'
    | 'product-state'
    | 'form'
    | 'increment'
    | 'insufficient-funds'
  >;
  /** A maker quotes (quotes-2). */
  readonly 'quotes.quote': CommandType<
    QuoteMessage,
    QuoteRow,
    'not-found' | 'state' | 'form' | 'increment' | 'already-exists'
  >;
  /** Due: the time of a request is over (quotes-3). */
  readonly 'quotes.close': CommandType<{ readonly reference: string }, undefined, 'not-found'>;
}

export const quotesCommands: {
  readonly [Name in keyof QuotesCommands]: Decide<QuotesCommands[Name], DomainState>;
} = {
  'quotes.register'({ state }, maker) {
    const before = state.quotes.makers.get(maker.session);
    return before?.reference === maker.reference
      ? accept(undefined)
      : accept(undefined, event('quotes.maker-registered', maker));
  },

  'quotes.request'({ state, random, now }, { profile, product: productId, side, size: text }) {
    const owner = state.users.profiles.get(profile);
    if (owner === undefined) return refuse('not-found', { what: 'profile' });
    if (!owner.isActive) return refuse('forbidden', {});
    const product = state.products.products.get(productId);
    if (product === undefined) return refuse('unknown-product', {});
    const { makerFeeBps } = product;
    if (makerFeeBps === undefined)
      return refuse('form', { member: 'product', problem: 'has no quotes' });
    const problem = checkState(product, { kind: 'limit', postOnly: true });
    if (problem !== undefined) return { refusal: problem };
    const size = sizeOf(product, text);
    if (typeof size !== 'bigint') return { refusal: size };
    const postings = new Postings(state.ledger, random);
    if (side === 'sell' && postings.available(profile, product.base) < size)
      return refuse('insufficient-funds', { what: product.base });
    const request = {
      id: random.uuid(),
      profile,
      product: productId,
      side,
      size,
      makerRate: makerFeeBps / 10_000n,
      deadline: now + limits.quoteResponseTime * millisecond,
      makers: makersFor(state, profile),
    };
    return accept(
      { ...request, status: 'open', createdAt: now },
      event('quotes.requested', request),
    );
  },

  'quotes.quote'({ state, random, now }, message) {
    const { session, profile, quoteId } = message;
    const request = state.quotes.requests.get(message.request.toLowerCase());
    // A request is known to those who were asked, in this session or a former one of the key.
    const isAsked = request?.makers.some((maker) => sessionKey(maker) === sessionKey(session));
    if (request === undefined || isAsked !== true || request.product !== message.product)
      return refuse('not-found', { what: 'quote request' });
    if (request.status !== 'open') return refuse('state', { what: 'quote request', state: 'over' });
    const bid = priceOf(state, request, 'bid', message);
    if (isRefusal(bid)) return { refusal: bid };
    const offer = priceOf(state, request, 'offer', message);
    if (isRefusal(offer)) return { refusal: offer };
    if (bid === undefined && offer === undefined)
      return refuse('form', { member: 'bid', problem: 'or an offer is required' });
    if (state.quotes.quotesByKey.get(quoteKey(request.id, profile)) !== undefined)
      return refuse('already-exists', { what: 'quote of the profile' });
    const quote = { id: random.uuid(), quoteId, session, profile, bid, offer };
    return accept(
      { ...quote, request: request.id, status: 'active', createdAt: now },
      event('quotes.received', { quote: { ...quote, request: askedQuote(request) } }),
    );
  },

  'quotes.close': decideClosing,
};

/** The sessions that a request goes to: those of other profiles than the taker's, because a profile does not trade with itself. */
function makersFor({ quotes }: DomainState, taker: string): readonly string[] {
  return [...quotes.makers.rows()]
    .filter(({ profile }) => profile !== taker)
    .map(({ session }) => session);
}

function sizeOf(
  { baseIncrement }: ProductRow,
  text: string,
): Decimal | Refusal<'form' | 'increment'> {
  const size = parseDecimal(text);
  if (size === undefined || size <= 0n)
    return { code: 'form', data: { member: 'size', problem: 'must be a decimal above zero' } };
  return isMultiple(size, baseIncrement)
    ? size
    : { code: 'increment', data: { member: 'size', isSmall: size < baseIncrement } };
}

/** The price of one side of a quote, which must be for the whole size (quotes-2); `undefined` if the maker does not quote the side. */
function priceOf(
  { products }: DomainState,
  { product: id, size }: QuoteRequestRow,
  member: 'bid' | 'offer',
  message: QuoteMessage,
): Decimal | undefined | Refusal<'form' | 'increment'> {
  const text = message[member];
  if (text === undefined) return undefined;
  const price = parseDecimal(text);
  if (price === undefined || price <= 0n)
    return { code: 'form', data: { member, problem: 'must be a decimal above zero' } };
  const sizeMember = `${member}Size` as const;
  if (parseDecimal(message[sizeMember] ?? '') !== size)
    return { code: 'form', data: { member: sizeMember, problem: 'must be that of the request' } };
  const increment = products.products.get(id)?.quoteIncrement ?? one;
  return isMultiple(price, increment)
    ? price
    : { code: 'increment', data: { member: 'price', isSmall: price < increment } };
}

function isRefusal<Code extends 'form' | 'increment'>(
  value: Decimal | undefined | Refusal<Code>,
): value is Refusal<Code> {
  return typeof value === 'object';
}
