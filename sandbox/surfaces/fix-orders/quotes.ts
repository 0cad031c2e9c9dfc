import {
  BusinessRejectReason,
  type ExchangeFix50OrderEntryTypes,
  MiscFeeBasis,
  MiscFeeType,
  OrderCapacity,
  type Quote,
  type QuoteRequest,
  QuoteStatus,
  type QuoteStatusReport,
  type QuoteStatusReportFields,
  type RFQRequest,
  Side,
} from '@platform/exchange-fix-5.0';
import type { FixClient, FixHandledMessage, FixMessage } from '@tallystick/runtime/fix';
import type { Entry } from '../../domain/engine.js';
import { printDecimal } from '../../domain/numbers.js';
import type { AskedQuote, QuotesEvents, ReportedQuote } from '../../domain/quotes/events.js';
import { sessionKey, type SessionRow } from '../../domain/sessions/state.js';
import { orderTexts } from '../exchange/order-texts.js';
import { printFixTime } from '../fix/times.js';
import type { OrderCommands } from './commands.js';
import { present, printed } from './fields.js';
import type { Gateway, OrderTrader } from './gateway.js';
import { quoteText } from './say-quotes.js';

type Client = FixClient<ExchangeFix50OrderEntryTypes, OrderTrader>;
type Inbound<Message extends FixMessage> = FixHandledMessage<Message>;

type Event = {
  readonly [Name in keyof QuotesEvents]: { readonly type: Name; readonly data: QuotesEvents[Name] };
}[keyof QuotesEvents];

/** The QuoteStatus (297) that reports each status of a quote. */
const statuses = {
  selected: QuoteStatus.PendingEndTrade,
  canceled: QuoteStatus.Canceled,
  rejected: QuoteStatus.Rejected,
} as const;

/**
 * Requests for quotes over FIX 5.0 SP2. AH and S are one command each. What they change, and requests of others, is reported from the
 * journal; what is refused is answered when everything that the answer reflects is durable.
 */
export class Quotes {
  readonly #gateway: Gateway<ExchangeFix50OrderEntryTypes>;
  readonly #commands: OrderCommands;

  constructor(gateway: Gateway<ExchangeFix50OrderEntryTypes>, commands: OrderCommands) {
    this.#gateway = gateway;
    this.#commands = commands;
  }

  /** AH: the session receives requests from now on. There is no reply (quotes-1). */
  register(client: Client, message: RFQRequest, inbound: Inbound<RFQRequest>): void {
    const outcome = this.#commands.registerMaker(this.#gateway.sessionOf(client), message.rfqReqId);
    if (!outcome.ok) client.refuse(inbound, BusinessRejectReason.Other, quoteText(outcome.refusal));
  }

  /** S: a price for a request (quotes-2). */
  quote(client: Client, message: Quote, inbound: Inbound<Quote>): void {
    const outcome = this.#commands.quote(this.#gateway.sessionOf(client), message);
    if (outcome.ok) return;
    const { refusal } = outcome;
    const text = quoteText(refusal);
    if (refusal.code === 'forbidden') client.refuse(inbound, BusinessRejectReason.Other, text);
    else this.#gateway.reply(client, refusedQuote(message, text));
  }

  /** Sends what a committed entry says about requests and quotes to the sessions that it concerns. */
  follow({ events }: Entry): void {
    for (const event of events as readonly Event[]) this.#tell(event);
  }

  #tell(event: Event): void {
    switch (event.type) {
      case 'quotes.requested': {
        const { makers } = event.data;
        const message = quoteRequest(event.data);
        return this.#gateway.tell(({ id }) => makers.includes(id), message);
      }
      case 'quotes.received': {
        const { quote } = event.data;
        return this.#gateway.tell(ownerOf(quote), report(quote, QuoteStatus.Active));
      }
      case 'quotes.changed': {
        const { quote, status } = event.data;
        // The end of the request tells all makers that nobody was chosen.
        if (status === 'expired') return;
        return this.#gateway.tell(ownerOf(quote), report(quote, statuses[status], event.data));
      }
      case 'quotes.closed': {
        const { request, status } = event.data;
        if (status === 'traded') return;
        const keys = new Set(request.makers.map(sessionKey));
        return this.#gateway.tell(({ key }) => keys.has(key), expired(request));
      }
    }
  }
}

/** The session of the key that has quoted: the one that did, or the next one. */
function ownerOf({ session }: ReportedQuote): (row: SessionRow) => boolean {
  const owner = sessionKey(session);
  return ({ key }) => key === owner;
}

/** R: the same for all makers. The side is not told. */
function quoteRequest({ id, product, size, deadline, makerRate }: AskedQuote): QuoteRequest {
  const time = printFixTime(deadline);
  return {
    type: 'QuoteRequest',
    quoteReqId: id,
    relatedSym: [
      {
        symbol: product,
        orderQty: printDecimal(size),
        validUntilTime: time,
        expireTime: time,
        miscFees: [
          {
            miscFeeAmt: printDecimal(makerRate),
            miscFeeType: MiscFeeType.ExchangeFees,
            miscFeeBasis: MiscFeeBasis.Percentage,
          },
        ],
        orderCapacity: OrderCapacity.Customer,
      },
    ],
  };
}

type RequestFields = Pick<
  QuoteStatusReportFields,
  'type' | 'quoteReqId' | 'symbol' | 'orderQty' | 'validUntilTime' | 'expireTime'
>;

function requestFields({ id, product, size, deadline }: AskedQuote): RequestFields {
  const time = printFixTime(deadline);
  return {
    type: 'QuoteStatusReport',
    quoteReqId: id,
    symbol: product,
    orderQty: printDecimal(size),
    validUntilTime: time,
    expireTime: time,
  };
}

/** AI about a quote. The side is that of the maker, of the quote that was selected (quotes-3). */
function report(
  { quoteId, bid, offer, request }: ReportedQuote,
  quoteStatus: QuoteStatus,
  { status, side }: Partial<QuotesEvents['quotes.changed']> = {},
): QuoteStatusReport {
  const size = printDecimal(request.size);
  // The codec checks which fields a status has.
  return present<QuoteStatusReportFields>({
    ...requestFields(request),
    quoteId,
    side: side === undefined ? undefined : side === 'buy' ? Side.Buy : Side.Sell,
    bidPx: printed(bid),
    bidSize: bid === undefined ? undefined : size,
    offerPx: printed(offer),
    offerSize: offer === undefined ? undefined : size,
    quoteStatus,
    text: status === 'rejected' ? orderTexts['insufficient-funds']({ what: '' }) : undefined,
  }) as QuoteStatusReport;
}

/** AI about a request whose time is over, and for which nobody was chosen. */
function expired(request: AskedQuote): QuoteStatusReport {
  return { ...requestFields(request), quoteStatus: QuoteStatus.Expired };
}

/** AI about a quote that does not count, with what the maker has sent. */
function refusedQuote(
  { quoteReqId, quoteId, symbol, bidPx, bidSize, offerPx, offerSize }: Quote,
  text: string,
): QuoteStatusReport {
  return present<QuoteStatusReportFields>({
    type: 'QuoteStatusReport',
    quoteReqId,
    quoteId,
    symbol,
    bidPx,
    bidSize,
    offerPx,
    offerSize,
    quoteStatus: QuoteStatus.Rejected,
    text,
  }) as QuoteStatusReport;
}
