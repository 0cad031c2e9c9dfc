import type { Product } from '@platform/exchange/types';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Desk } from '../../exchange/desk.js';
import { changeOf, decimalsOf, grouped, padded } from '../../exchange/decimals.js';
import { Market } from '../../exchange/market.js';
import { openOrdersOf } from '../../exchange/orders.js';
import { useStore } from '../../exchange/store.js';
import { Badge, Problem, Section } from '../../parts.js';
import { OrderList } from '../orders.js';
import { DepthChart } from './depth-chart.js';
import { Ladder } from './ladder.js';
import { Ticket } from './ticket.js';
import { Trades } from './trades.js';

/** The market of a product: book, depth, trades, an order ticket, and the profile's open orders. */
export function MarketPanel({ desk }: { readonly desk: Desk }): JSX.Element {
  const { products } = desk;
  useStore(products);
  const [wanted, choose] = useState<string>();
  const { all } = products;
  const product = products.find(wanted) ?? all?.at(0);
  if (all === undefined) return <p class="quiet">Loading…</p>;
  if (product === undefined) return <p class="empty">The exchange has no products.</p>;
  return (
    <Product key={product.id} desk={desk} product={product}>
      <label class="choice">
        Product
        <select value={product.id} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {all.map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
      </label>
    </Product>
  );
}

function Product({
  desk,
  product,
  children,
}: {
  readonly desk: Desk;
  readonly product: Product;
  readonly children: JSX.Element;
}): JSX.Element {
  const [market, setMarket] = useState<Market>();
  useEffect(() => {
    const opened = new Market(desk.feed, product.id);
    setMarket(opened);
    return () => opened.close();
  }, [desk, product.id]);
  useStore(desk.orders);
  const open = openOrdersOf(desk.orders, product.id);
  return (
    <>
      <div class="market-head">
        {children}
        {market !== undefined && <Price market={market} product={product} />}
        <States product={product} />
      </div>
      {market !== undefined && (
        <div class="market">
          <Section title="Depth">
            <DepthChart market={market} />
          </Section>
          <Section title="Order ticket">
            <Ticket desk={desk} market={market} product={product} />
          </Section>
          <Section title="Order book">
            <Ladder market={market} orders={desk.orders} product={product} />
          </Section>
          <Section title="Trades">
            <Trades market={market} product={product} />
          </Section>
        </div>
      )}
      <Section title={`Open orders of ${product.id}`}>
        <OrderList desk={desk} orders={open} empty="None. Place one with the order ticket." />
      </Section>
    </>
  );
}

/** The last price with what happened within a day. */
function Price({
  market,
  product,
}: {
  readonly market: Market;
  readonly product: Product;
}): JSX.Element {
  useStore(market);
  const { ticker, problem } = market;
  if (problem !== undefined) return <Problem text={problem} />;
  if (ticker === undefined) return <span class="quiet">No trades yet</span>;
  const decimals = decimalsOf(product.quote_increment ?? '');
  const show = (text: string | undefined): string =>
    text === undefined ? '–' : grouped(padded(text, decimals));
  const change = changeOf(ticker.open_24h, ticker.price);
  return (
    <>
      <b class="price">
        {show(ticker.price)} {product.quote_currency}
      </b>
      {change !== undefined && (
        <Badge tone={change.startsWith('−') ? 'bad' : 'good'}>{change}</Badge>
      )}
      <span class="quiet">
        24 h: high {show(ticker.high_24h)}, low {show(ticker.low_24h)}, volume{' '}
        {grouped(ticker.volume_24h ?? '0')} {product.base_currency}
      </span>
    </>
  );
}

/** What the exchange does not allow at present. */
function States({ product }: { readonly product: Product }): JSX.Element {
  const states = [
    product.trading_disabled === true && 'trading disabled',
    product.cancel_only === true && 'cancel only',
    product.post_only === true && 'post only',
    product.limit_only === true && 'limit only',
    product.status !== undefined && product.status !== 'online' && product.status,
  ].filter((state) => typeof state === 'string');
  return (
    <>
      {states.map((state) => (
        <Badge key={state} tone="busy">
          {state}
        </Badge>
      ))}
    </>
  );
}
