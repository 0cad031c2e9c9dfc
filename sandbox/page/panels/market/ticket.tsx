import type { CreateOrderRequest, Order, Product } from '@platform/exchange/types';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Desk } from '../../exchange/desk.js';
import { decimalsOf, padded } from '../../exchange/decimals.js';
import type { Market } from '../../exchange/market.js';
import { Badge, Code, useAction } from '../../parts.js';

type Kind = 'limit' | 'market' | 'stop';

const kinds: Readonly<Record<Kind, string>> = {
  limit: 'Limit',
  market: 'Market',
  stop: 'Stop limit',
};

const lifetimes = {
  GTC: 'until cancelled',
  IOC: 'immediate or cancel',
  FOK: 'fill or kill',
  min: 'for a minute',
  hour: 'for an hour',
  day: 'for a day',
};

type Lifetime = keyof typeof lifetimes;

interface Draft {
  readonly side: 'buy' | 'sell';
  readonly kind: Kind;
  readonly price: string;
  readonly stopPrice: string;
  readonly size: string;
  /** True if `size` is an amount of the quote currency. */
  readonly isFunds: boolean;
  readonly lifetime: Lifetime;
  readonly postOnly: boolean;
}

const blank: Draft = {
  side: 'buy',
  kind: 'limit',
  price: '',
  stopPrice: '',
  size: '',
  isFunds: false,
  lifetime: 'GTC',
  postOnly: false,
};

/** Places orders, and says what became of them, also why they were refused. */
export function Ticket({
  desk,
  market,
  product,
}: {
  readonly desk: Desk;
  readonly market: Market;
  readonly product: Product;
}): JSX.Element {
  const [draft, setDraft] = useState(blank);
  const [placed, setPlaced] = useState<Order>();
  const action = useAction();
  const change = (changes: Partial<Draft>): void => setDraft((old) => ({ ...old, ...changes }));
  const place = async (): Promise<void> => {
    setPlaced(undefined);
    setPlaced(await desk.orders.place(requestOf(draft, product)));
  };
  const { side, kind } = draft;
  const { base_currency: base, quote_currency: quote } = product;
  const decimals = decimalsOf(product.quote_increment ?? '');
  const best = (which: 'bestBid' | 'bestAsk'): void => {
    const level = market.book?.[which];
    if (level !== undefined) change({ price: padded(level.price, decimals) });
  };
  return (
    <>
      <form
        class="ticket"
        aria-label="New order"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          action.run(place);
        }}
      >
        <fieldset class="sides">
          <legend class="hidden">Side</legend>
          {(['buy', 'sell'] as const).map((each) => (
            <label key={each} class={`side ${each}`}>
              <input
                type="radio"
                name="side"
                checked={side === each}
                onChange={() => change({ side: each })}
              />
              {each === 'buy' ? 'Buy' : 'Sell'}
            </label>
          ))}
        </fieldset>
        <Choice
          label="Type"
          value={kind}
          options={kinds}
          onChange={(next) =>
            change({ kind: next, ...(next === 'market' ? {} : { isFunds: false }) })
          }
        />
        {kind === 'stop' && (
          <Amount
            name="stop-price"
            label={`Stop price (${quote})`}
            value={draft.stopPrice}
            onChange={(stopPrice) => change({ stopPrice })}
          />
        )}
        {kind !== 'market' && (
          <>
            <Amount
              name="price"
              label={`${kind === 'stop' ? 'Limit price' : 'Price'} (${quote})`}
              value={draft.price}
              onChange={(price) => change({ price })}
            />
            <div class="buttons">
              <button type="button" class="small" onClick={() => best('bestBid')}>
                Best bid
              </button>
              <button type="button" class="small" onClick={() => best('bestAsk')}>
                Best ask
              </button>
            </div>
          </>
        )}
        <Amount
          name="size"
          label={draft.isFunds ? `Funds (${quote})` : `Size (${base})`}
          value={draft.size}
          onChange={(size) => change({ size })}
        />
        {kind === 'market' && (
          <label class="check">
            <input
              type="checkbox"
              checked={draft.isFunds}
              onChange={({ currentTarget }) => change({ isFunds: currentTarget.checked })}
            />
            For an amount of {quote}
          </label>
        )}
        {kind !== 'market' && (
          <>
            <Choice
              label="Valid"
              value={draft.lifetime}
              options={lifetimes}
              onChange={(lifetime) => change({ lifetime })}
            />
            <label class="check">
              <input
                type="checkbox"
                checked={draft.postOnly}
                onChange={({ currentTarget }) => change({ postOnly: currentTarget.checked })}
              />
              Post only
            </label>
          </>
        )}
        <button type="submit" class={`main ${side}`} aria-disabled={action.isBusy}>
          {side === 'buy' ? 'Buy' : 'Sell'} {base}
        </button>
      </form>
      <div role="status">
        {action.problem !== undefined && <Refused reason={action.problem} />}
        {placed !== undefined && (
          <Placed order={desk.orders.all?.find(({ id }) => id === placed.id) ?? placed} />
        )}
      </div>
    </>
  );
}

/** The request that a draft stands for. What is wrong with it, the exchange says. */
function requestOf(draft: Draft, { id }: Product): CreateOrderRequest {
  const { side, kind, price, stopPrice, size, isFunds, postOnly } = draft;
  const basics = { side, product_id: id, client_oid: crypto.randomUUID() };
  const amount = size.trim();
  if (kind === 'market')
    return isFunds
      ? { ...basics, type: 'market', funds: amount }
      : { ...basics, type: 'market', size: amount };
  const terms = {
    ...basics,
    price: price.trim(),
    size: amount,
    post_only: postOnly,
    ...lifetimeOf(draft.lifetime),
  };
  if (kind === 'limit') return { ...terms, type: 'limit' };
  const stop = side === 'buy' ? 'entry' : 'loss';
  return { ...terms, type: 'stop', stop, stop_price: stopPrice.trim() };
}

function lifetimeOf(lifetime: Lifetime): {
  readonly time_in_force: 'GTC' | 'IOC' | 'FOK' | 'GTT';
  readonly cancel_after?: 'min' | 'hour' | 'day';
} {
  if (lifetime === 'min' || lifetime === 'hour' || lifetime === 'day')
    return { time_in_force: 'GTT', cancel_after: lifetime };
  return { time_in_force: lifetime };
}

/** Why an order was refused. */
function Refused({ reason }: { readonly reason: string }): JSX.Element {
  return (
    <div class="verdict bad">
      <p>
        <Badge tone="bad">refused</Badge> {reason}
      </p>
    </div>
  );
}

/** What became of an order that was not refused. The exchange may have rejected it, as one that is not post-only. */
function Placed({ order }: { readonly order: Order }): JSX.Element {
  const { id, status, reject_reason: reason } = order;
  const isRejected = status === 'rejected';
  return (
    <div class={`verdict ${isRejected ? 'bad' : 'good'}`}>
      <p>
        <Badge tone={isRejected ? 'bad' : 'good'}>{isRejected ? 'rejected' : 'accepted'}</Badge>{' '}
        {isRejected ? reason : (order.done_reason ?? status)}
      </p>
      <Code text={id} name="the identifier of the order" />
    </div>
  );
}

function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: Value;
  readonly options: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
}): JSX.Element {
  const names = Object.keys(options) as Value[];
  return (
    <label>
      {label}
      <select
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = names.find((name) => name === currentTarget.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {options[name]}
          </option>
        ))}
      </select>
    </label>
  );
}

function Amount({
  name,
  label,
  value,
  onChange,
}: {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}): JSX.Element {
  return (
    <label>
      {label}
      <input
        name={name}
        autocomplete="off"
        inputMode="decimal"
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}
