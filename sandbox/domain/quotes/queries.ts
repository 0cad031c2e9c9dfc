import type { View } from '../subject.js';
import type { AskedQuote } from './events.js';
import type { QuoteRequestRow, QuoteRow, QuotesState } from './state.js';

/** What reports say of a request. */
export function askedQuote(request: QuoteRequestRow): AskedQuote {
  const { id, product, size, deadline, makers, makerRate } = request;
  return { id, product, size, deadline, makers, makerRate };
}

/** The quotes for a request, in the order of their arrival. */
export function quotesFor(
  { quotesByRequest }: View<QuotesState>,
  request: string,
): readonly QuoteRow[] {
  return quotesByRequest.rows(request);
}
