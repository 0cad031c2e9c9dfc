import { canQuoteStatusTransition, type OrderSide, type QuoteStatus } from '@platform/exchange';
import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import type {
  MakerRow,
  QuoteRequestRow,
  QuoteRequestStatus,
  QuoteRow,
  QuotesState,
} from './state.js';

/** A request, as it is made. */
export type NewQuoteRequest = Omit<QuoteRequestRow, 'status' | 'createdAt'>;

/** What reports on a request and its quotes say of it, because the state may be ahead when they are sent. */
export type AskedQuote = Pick<
  QuoteRequestRow,
  'id' | 'product' | 'size' | 'deadline' | 'makers' | 'makerRate'
>;

/** A quote with its request, as reports show it. */
export type ReportedQuote = Omit<QuoteRow, 'request' | 'status' | 'createdAt'> & {
  readonly request: AskedQuote;
};

/** Events of the subject `quotes`. The trade of a quote is an event of the subject `orders`. */
export interface QuotesEvents {
  readonly 'quotes.maker-registered': MakerRow;
  readonly 'quotes.maker-removed': { readonly session: string };
  readonly 'quotes.requested': NewQuoteRequest;
  /** A quote was accepted in time. */
  readonly 'quotes.received': { readonly quote: ReportedQuote };
  /** It is known what becomes of a quote. */
  readonly 'quotes.changed': {
    readonly quote: ReportedQuote;
    readonly status: Exclude<QuoteStatus, 'active'>;
    /** What the maker does, of a quote that was selected. */
    readonly side?: OrderSide | undefined;
  };
  readonly 'quotes.closed': {
    readonly request: AskedQuote;
    readonly status: Exclude<QuoteRequestStatus, 'open'>;
  };
}

export const event: EventMaker<QuotesEvents> = makeEvent;

/** Command that decides a request when its time is over. */
const close = 'quotes.close';

export const quotesEvents: {
  readonly [Name in keyof QuotesEvents]: EventType<QuotesState, QuotesEvents[Name]>;
} = {
  'quotes.maker-registered': {
    version: 1,
    apply: ({ makers }, maker) => makers.set(maker.session, maker),
  },
  'quotes.maker-removed': {
    version: 1,
    apply: ({ makers }, { session }) => void makers.delete(session),
  },
  'quotes.requested': {
    version: 1,
    apply({ requests }, request, { at, due }) {
      const { id, deadline } = request;
      requests.set(id, { ...request, status: 'open', createdAt: at });
      // A quote of the deadline itself counts (quotes-2).
      due.set(close, id, deadline + 1);
    },
  },
  'quotes.received': {
    version: 1,
    apply({ quotes }, { quote }, { at }) {
      const request = quote.request.id;
      quotes.set(quote.id, { ...quote, request, status: 'active', createdAt: at });
    },
  },
  'quotes.changed': {
    version: 1,
    apply({ quotes }, { quote: { id }, status }) {
      const row = quotes.get(id);
      // Decisions change active quotes only, so anything else is an error of the engine (shape-3).
      if (row === undefined || !canQuoteStatusTransition(row.status, status))
        throw new Error(`The quote "${id}" cannot become ${status}.`);
      quotes.set(id, { ...row, status });
    },
  },
  'quotes.closed': {
    version: 1,
    apply({ requests }, { request: { id }, status }) {
      const row = requests.get(id);
      if (row !== undefined) requests.set(id, { ...row, status });
    },
  },
};
