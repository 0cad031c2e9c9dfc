import type { PriceLevel } from '@tallystick/runtime/websocket';
import type { Product } from '@platform/exchange/types';
import type { JSX } from 'preact';
import { aligned, decimalsOf, grouped, padded } from '../../exchange/decimals.js';
import type { Market } from '../../exchange/market.js';
import { openOrdersOf, type Orders } from '../../exchange/orders.js';
import { useDrawing } from '../../exchange/store.js';

/** Number of levels that are shown on each side. */
const depth = 10;

/** A row of the ladder. */
interface Row extends PriceLevel {
  /** Share of the larger side that is at this price or better, from 0 to 1. */
  readonly share: number;
}

/** The book by price: asks above, bids below, the best ones in the middle, and which prices have orders of the profile. */
export function Ladder({
  market,
  orders,
  product,
}: {
  readonly market: Market;
  readonly orders: Orders;
  readonly product: Product;
}): JSX.Element {
  return useDrawing([market, orders], [product], () => drawLadder(market, orders, product));
}

function drawLadder(market: Market, orders: Orders, product: Product): JSX.Element {
  const { book, state } = market;
  if (book === undefined) return <p class="quiet">Loading…</p>;
  const bids = book.levels('bid', depth);
  const asks = book.levels('ask', depth);
  if (bids.length + asks.length === 0)
    return <p class="empty">The book is empty. An order that you place appears here.</p>;
  const ownPrices = new Set(openOrdersOf(orders, product.id)?.map(({ price }) => price));
  const most = Math.max(totalOf(bids), totalOf(asks));
  const decimals = decimalsOf(product.quote_increment ?? '');
  const side = (name: 'ask' | 'bid', levels: readonly PriceLevel[]): JSX.Element => {
    const rows = rowsOf(levels, most);
    const shown = name === 'ask' ? rows.toReversed() : rows;
    return (
      <tbody class={`${name}s`}>
        {shown.map(({ price, size, share }, index) => (
          <tr key={index}>
            <th scope="row">
              {grouped(padded(price, decimals))}
              {ownPrices.has(price) && <span class="own">yours</span>}
            </th>
            <td>{size}</td>
            <td class="bar" aria-hidden="true">
              <span style={{ width: `${Math.max(2, share * 100)}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    );
  };
  return (
    <table class={`ladder ${state}`}>
      <caption class="hidden">
        Order book of {product.id}, the {depth} best prices of each side
      </caption>
      <thead>
        <tr>
          <th scope="col">Price ({product.quote_currency})</th>
          <th scope="col">Size ({product.base_currency})</th>
          <th scope="col">
            <span class="hidden">Depth</span>
          </th>
        </tr>
      </thead>
      {side('ask', asks)}
      <tbody class="spread">
        <tr>
          <th scope="row">Spread</th>
          <td colSpan={2}>
            {state === 'repairing' ? 'The book is being repaired…' : spreadOf(market, decimals)}
          </td>
        </tr>
      </tbody>
      {side('bid', bids)}
    </table>
  );
}

function totalOf(levels: readonly PriceLevel[]): number {
  return levels.reduce((sum, { size }) => sum + Number(size), 0);
}

function rowsOf(levels: readonly PriceLevel[], most: number): readonly Row[] {
  const sizes = aligned(levels.map(({ size }) => size));
  let sum = 0;
  return levels.map(({ price, size }, index) => {
    sum += Number(size);
    return { price, size: sizes[index] ?? size, share: most === 0 ? 0 : sum / most };
  });
}

function spreadOf({ book }: Market, decimals: number): string {
  const bid = book?.bestBid?.price;
  const ask = book?.bestAsk?.price;
  if (bid === undefined || ask === undefined) return '–';
  return (Number(ask) - Number(bid)).toFixed(decimals);
}
