import {
  AggressorSide,
  type MarketDataIncrementalRefresh,
  type MarketDataRequestReject,
  type MarketDataSnapshotFullRefresh,
  type MDReqRejReason,
  MDEntryType,
  MDUpdateAction,
  type SecurityList,
  SecurityRequestResult,
  type SecurityStatus,
} from '@platform/exchange-fix-market-data';
import { printDecimal } from '../../domain/numbers.js';
import { printFixTime } from '../fix/times.js';
import type { BookOrder, BookSnapshot, ListedProduct, MarketChange } from './changes.js';

/** Number of entries of a message, at most, so that it stays far below the longest message that a session accepts. */
const fragmentSize = 1000;

/** X: one change (market-data-2). */
export function incrementalRefresh(
  mdReqId: string,
  change: MarketChange,
): MarketDataIncrementalRefresh {
  const { product, number, at } = change;
  const common = { rptSeq: number, symbol: product, transactTime: printFixTime(at) };
  if (change.kind === 'trade') {
    const { trade, price, size, aggressor } = change;
    const entry = {
      ...common,
      mdUpdateAction: MDUpdateAction.New,
      mdEntryType: MDEntryType.Trade,
      mdEntryId: String(trade),
      mdEntryPx: printDecimal(price),
      mdEntrySize: printDecimal(size),
      aggressorSide: aggressor === 'buy' ? AggressorSide.Buy : AggressorSide.Sell,
    };
    return { type: 'MarketDataIncrementalRefresh', mdReqId, mdEntries: [entry] };
  }
  const { kind, reason } = change;
  const entry = {
    ...common,
    mdUpdateAction: updateActions[kind],
    ...bookEntry(change),
    ...(reason === undefined ? {} : { entryReason: reason }),
  };
  return { type: 'MarketDataIncrementalRefresh', mdReqId, mdEntries: [entry] };
}

const updateActions = {
  new: MDUpdateAction.New,
  change: MDUpdateAction.Change,
  delete: MDUpdateAction.Delete,
} as const;

interface BookEntry {
  readonly mdEntryType: MDEntryType;
  readonly mdEntryId: string;
  readonly mdEntryPx: string;
  readonly mdEntrySize: string;
}

function bookEntry({ order, side, price, size }: BookOrder): BookEntry {
  return {
    mdEntryType: side === 'buy' ? MDEntryType.Bid : MDEntryType.Offer,
    mdEntryId: order,
    mdEntryPx: printDecimal(price),
    mdEntrySize: printDecimal(size),
  };
}

/** W: the whole book, in as many messages as it needs (market-data-1). */
export function fullRefresh(
  mdReqId: string,
  { product, number, status, orders }: BookSnapshot,
): readonly MarketDataSnapshotFullRefresh[] {
  const entries: readonly MarketDataSnapshotFullRefresh['mdEntries'][number][] =
    orders.length === 0 ? [{ mdEntryType: MDEntryType.EmptyBook }] : orders.map(bookEntry);
  return fragmentsOf(entries).map((mdEntries, index, all) => ({
    type: 'MarketDataSnapshotFullRefresh',
    mdReqId,
    rptSeq: number,
    symbol: product,
    lastFragment: index === all.length - 1,
    mdEntries,
    mdSecurityTradingStatus: status,
  }));
}

/** Y: the reason why nothing is sent. */
export function requestReject(
  mdReqId: string,
  mdReqRejReason: MDReqRejReason,
  text: string,
): MarketDataRequestReject {
  return { type: 'MarketDataRequestReject', mdReqId, mdReqRejReason, text };
}

/** y: all products (market-data-3). */
export function securityList(
  securityReqId: string,
  securityResponseId: string,
  products: readonly ListedProduct[],
): readonly SecurityList[] {
  const listed = products.map(({ product, currency, priceIncrement, sizeIncrement }) => ({
    symbol: product,
    currency,
    minTradeVol: printDecimal(sizeIncrement),
    minPriceIncrement: printDecimal(priceIncrement),
    qtyIncrement: printDecimal(sizeIncrement),
  }));
  return fragmentsOf(listed).map((relatedSym, index, all) => ({
    type: 'SecurityList',
    securityReqId,
    securityResponseId,
    securityRequestResult:
      products.length === 0
        ? SecurityRequestResult.NoInstrumentsFound
        : SecurityRequestResult.ValidRequest,
    totNoRelatedSym: products.length,
    lastFragment: index === all.length - 1,
    relatedSym,
  }));
}

/** f: a product trades, or does no longer (market-data-3). */
export function securityStatus(
  mdReqId: string,
  rptSeq: number,
  { product, status, priceIncrement, sizeIncrement }: ListedProduct,
): SecurityStatus {
  return {
    type: 'SecurityStatus',
    mdReqId,
    rptSeq,
    symbol: product,
    mdSecurityTradingStatus: status,
    minPriceIncrement: printDecimal(priceIncrement),
    qtyIncrement: printDecimal(sizeIncrement),
  };
}

/** Parts of a list that fit into one message each; at least one, which may be empty. */
function fragmentsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.max(1, Math.ceil(items.length / fragmentSize));
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * fragmentSize, (index + 1) * fragmentSize),
  );
}
