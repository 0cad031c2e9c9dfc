import type { QuoteDetails, QuoteRequestDetails } from '@platform/sandbox-control';
import type { ExchangeHandlers } from '@platform/sandbox-control/server';
import { type Decimal, printDecimal } from '../domain/numbers.js';
import { quotesFor } from '../domain/quotes/queries.js';
import type { QuoteRequestRow, QuoteRow } from '../domain/quotes/state.js';
import { printInstant } from '../domain/time.js';
import type { Core } from '../server/core.js';
import { origin } from './origin.js';
import { say } from './say-money.js';

/** Handlers about requests for quotes, which no surface of the exchange has an operation for (quotes-1). */
export function quotesHandlers({
  loop,
}: Core): Pick<ExchangeHandlers, 'requestQuotes' | 'getQuoteRequest'> {
  const bodyOf = (request: QuoteRequestRow): QuoteRequestDetails => ({
    id: request.id,
    profileId: request.profile,
    product: request.product,
    side: request.side,
    size: printDecimal(request.size),
    status: request.status,
    deadline: printInstant(request.deadline),
    createdAt: printInstant(request.createdAt),
    makers: request.makers.length,
    quotes: quotesFor(loop.state.quotes, request.id).map(quoteBody),
  });
  return {
    requestQuotes({ path, body }, respond) {
      const data = { profile: path.profileId, ...body };
      const outcome = loop.execute('quotes.request', data, origin);
      return outcome.ok
        ? respond.created(bodyOf(outcome.result))
        : say('requestQuotes', outcome.refusal);
    },

    getQuoteRequest({ path }, respond) {
      const request = loop.state.quotes.requests.get(path.quoteRequestId.toLowerCase());
      return request === undefined
        ? say('getQuoteRequest', { code: 'not-found', data: { what: 'quote request' } })
        : respond.ok(bodyOf(request));
    },
  };
}

function quoteBody({ id, profile, quoteId, bid, offer, status }: QuoteRow): QuoteDetails {
  const price = (name: 'bid' | 'offer', value: Decimal | undefined): object =>
    value === undefined ? {} : { [name]: printDecimal(value) };
  const prices = { ...price('bid', bid), ...price('offer', offer) };
  return { id, profileId: profile, quoteId, ...prices, status };
}
