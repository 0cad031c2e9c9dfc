import type { Product } from '@platform/exchange/types';
import type { JSX } from 'preact';
import { aligned, decimalsOf, grouped, padded } from '../../exchange/decimals.js';
import type { Market } from '../../exchange/market.js';
import { useDrawing } from '../../exchange/store.js';

/** Number of trades that are shown. */
const shown = 21;

/** The newest trades of a product. */
export function Trades({
  market,
  product,
}: {
  readonly market: Market;
  readonly product: Product;
}): JSX.Element {
  return useDrawing([market], [product], () => drawTrades(market, product));
}

function drawTrades(market: Market, product: Product): JSX.Element {
  const trades = market.trades.slice(0, shown);
  if (trades.length === 0) return <p class="empty">No trades yet.</p>;
  const decimals = decimalsOf(product.quote_increment ?? '');
  const sizes = aligned(trades.map(({ size }) => size));
  return (
    <table class="trades">
      <caption class="hidden">Newest trades of {product.id}</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Taker</th>
          <th scope="col">Price</th>
          <th scope="col">Size</th>
        </tr>
      </thead>
      <tbody>
        {trades.map(({ side, price, time }, index) => {
          // The feed names the side of the maker.
          const taker = side === 'buy' ? 'sells' : 'buys';
          return (
            <tr key={index}>
              <td>{time.slice(11, 19)}</td>
              <td class={taker}>{taker}</td>
              <td>{grouped(padded(price, decimals))}</td>
              <td>{sizes[index]}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
