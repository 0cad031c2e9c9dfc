import type { OrderSide, QuoteStatus } from '@platform/exchange';
import type { Decimal } from '../numbers.js';
import { groupOf } from '../orders/state.js';
import { type Index, Table, type UniqueIndex } from '../tables.js';
import type { Instant } from '../time.js';

/** A FIX session that receives requests for quotes, from its registration until it ends (quotes-1). */
export interface MakerRow {
  /** Id of the session. */
  readonly session: string;
  readonly profile: string;
  /** Identifier of the registration, which the client chose. */
  readonly reference: string;
}

/** How a request has ended: with a trade or without one. `open` until its deadline. */
export type QuoteRequestStatus = 'open' | 'traded' | 'expired';

/** A request for quotes. */
export interface QuoteRequestRow {
  readonly id: string;
  /** The profile that wants to trade: the taker. */
  readonly profile: string;
  readonly product: string;
  /** What the taker does. Makers are not told. */
  readonly side: OrderSide;
  readonly size: Decimal;
  /** The fee of the maker, as a fraction of the trade's value. */
  readonly makerRate: Decimal;
  /** Last moment at which a quote is accepted. */
  readonly deadline: Instant;
  /** Sessions that are asked. */
  readonly makers: readonly string[];
  readonly status: QuoteRequestStatus;
  readonly createdAt: Instant;
}

/** A quote for a request: prices at which the maker buys, sells or both. */
export interface QuoteRow {
  readonly id: string;
  /** Id of the request. */
  readonly request: string;
  /** Identifier of the maker. */
  readonly quoteId: string;
  /** Id of the session that has sent it. */
  readonly session: string;
  readonly profile: string;
  /** Price at which the maker buys. */
  readonly bid?: Decimal | undefined;
  /** Price at which the maker sells. */
  readonly offer?: Decimal | undefined;
  readonly status: QuoteStatus;
  readonly createdAt: Instant;
}

/** State of the subject `quotes`. */
export interface QuotesState {
  /** By id of the session. */
  readonly makers: Table<MakerRow>;
  /** By id. */
  readonly requests: Table<QuoteRequestRow>;
  /** By id. */
  readonly quotes: Table<QuoteRow>;
  /** By id of the request, in the order of their arrival. */
  readonly quotesByRequest: Index<QuoteRow>;
  /** By {@link quoteKey}. */
  readonly quotesByKey: UniqueIndex<QuoteRow>;
}

export function createQuotes(): QuotesState {
  const quotes = new Table<QuoteRow>();
  return {
    makers: new Table<MakerRow>(),
    requests: new Table<QuoteRequestRow>(),
    quotes,
    quotesByRequest: quotes.index(({ request }) => request),
    quotesByKey: quotes.unique(({ request, profile }) => quoteKey(request, profile)),
  };
}

/** Key of the only quote of a profile for a request. */
export function quoteKey(request: string, profile: string): string {
  return groupOf(request, profile);
}
