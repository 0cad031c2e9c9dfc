import type { Fill, Order } from '@platform/exchange/types';
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Desk } from '../exchange/desk.js';
import { grouped } from '../exchange/decimals.js';
import { isOpen, type OrderEvent } from '../exchange/orders.js';
import { useStore } from '../exchange/store.js';
import { problemOf } from '../live.js';
import {
  Badge,
  Code,
  DangerButton,
  Facts,
  List,
  Problem,
  Progress,
  Section,
  Time,
  type Tone,
} from '../parts.js';

/** The orders of the profile with their life cycles. */
export function OrdersPanel({ desk }: { readonly desk: Desk }): JSX.Element {
  const { orders } = desk;
  useStore(orders);
  const [onlyOpen, setOnlyOpen] = useState(false);
  const shown = onlyOpen ? orders.all?.filter(isOpen) : orders.all;
  return (
    <Section
      title="Orders"
      aside={
        <label class="check">
          <input
            type="checkbox"
            checked={onlyOpen}
            onChange={({ currentTarget }) => setOnlyOpen(currentTarget.checked)}
          />
          Only open
        </label>
      }
    >
      <OrderList
        desk={desk}
        orders={shown}
        empty={
          <>
            None{onlyOpen ? ' is open' : ' yet'}. <a href="#/market">Place one</a>, or use any
            client with a key of the profile.
          </>
        }
      />
    </Section>
  );
}

/** Orders of a profile, with what can be done with them. */
export function OrderList({
  desk,
  orders,
  empty,
}: {
  readonly desk: Desk;
  readonly orders: readonly Order[] | undefined;
  readonly empty: ComponentChildren;
}): JSX.Element {
  return (
    <List loaded={{ value: orders, problem: undefined }} keyOf={({ id }) => id} empty={empty}>
      {(order) => <OrderCard desk={desk} order={order} />}
    </List>
  );
}

function OrderCard({ desk, order }: { readonly desk: Desk; readonly order: Order }): JSX.Element {
  const { id, side, reject_reason: rejected, filled_size: filled = '0' } = order;
  const events = desk.orders.eventsOf(id);
  const states = statesOf(order, events);
  return (
    <>
      <div class="card-head">
        <h3>
          <span class={side}>{side === 'buy' ? 'Buy' : 'Sell'}</span> {summaryOf(order)}
        </h3>
        <Badge tone={toneOf(order)}>{states.at(-1)}</Badge>
        {filled !== '0' && (
          <span class="quiet">
            filled {grouped(filled)}
            {order.size === undefined ? '' : ` of ${grouped(order.size)}`}
          </span>
        )}
        {isOpen(order) && (
          <DangerButton
            work={() => desk.orders.cancel(id)}
            question="Cancel the order?"
            label={`Cancel: ${side} ${summaryOf(order)}`}
          >
            Cancel
          </DangerButton>
        )}
      </div>
      <Progress states={states} current={states.length - 1} tone={toneOf(order)} />
      {rejected !== undefined && <p class="refusal">{rejected}</p>}
      <LifeCycle desk={desk} order={order} events={events} />
    </>
  );
}

/** What has happened to an order: messages of the feed, and its fills. */
function LifeCycle({
  desk,
  order,
  events,
}: {
  readonly desk: Desk;
  readonly order: Order;
  readonly events: readonly OrderEvent[];
}): JSX.Element {
  const [fills, setFills] = useState<readonly Fill[]>();
  const [problem, setProblem] = useState<string>();
  const { id } = order;
  const load = (): void => {
    desk.orders.fillsOf(id).then(setFills, (error: unknown) => setProblem(problemOf(error)));
  };
  return (
    <details
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) load();
      }}
    >
      <summary>Life cycle</summary>
      <Problem text={problem} />
      {events.length > 0 && (
        <ol class="events">
          {events.map((event, index) => (
            <li key={index}>
              <Badge tone="plain">{event.type}</Badge> {eventText(event, id)}{' '}
              <span class="quiet">
                <Time at={event.type === 'activate' ? instantOf(event.timestamp) : event.time} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {fills !== undefined && fills.length > 0 && (
        <ol class="events">
          {fills.map(({ trade_id, price, size, fee, liquidity, created_at }) => (
            <li key={trade_id}>
              <Badge tone="good">fill {trade_id}</Badge> {grouped(size)} at {grouped(price)}, fee{' '}
              {grouped(fee)}, {liquidity === 'M' ? 'maker' : 'taker'}{' '}
              <span class="quiet">
                <Time at={created_at} />
              </span>
            </li>
          ))}
        </ol>
      )}
      <Facts
        rows={[
          ['Order', <Code text={id} name="the identifier of the order" />],
          ...(order.client_oid === undefined
            ? []
            : [['Client', <code>{order.client_oid}</code>] as const]),
          ['Accepted', <Time at={order.created_at} />],
          ...(order.done_at === undefined ? [] : [['Done', <Time at={order.done_at} />] as const]),
          ['Valid', order.time_in_force ?? '–'],
          ['Fees', grouped(order.fill_fees ?? '0')],
          ['Value of fills', grouped(order.executed_value ?? '0')],
        ]}
      />
    </details>
  );
}

/** An order in words, without its side. */
function summaryOf({
  product_id: product,
  type,
  size,
  funds,
  price,
  stop_price: stop,
}: Order): string {
  const [base = '', quote = ''] = product.split('-');
  const amount =
    size === undefined ? `for ${grouped(funds ?? '')} ${quote}` : `${grouped(size)} ${base}`;
  const limit = price === undefined ? '' : ` at ${grouped(price)}`;
  const trigger = stop === undefined ? '' : `, stop ${grouped(stop)}`;
  return `${amount}${limit}${trigger} (${type})`;
}

/** The states on the way of an order until now. */
function statesOf(order: Order, events: readonly OrderEvent[]): readonly string[] {
  const { status, done_reason: reason, created_at: created, done_at: done } = order;
  const isStop = order.stop_price !== undefined;
  const wasOpen =
    events.some(({ type }) => type === 'open') || (done !== undefined && done > created);
  const before = ['received', ...(isStop ? ['active'] : [])];
  switch (status) {
    case 'received':
    case 'pending':
      return ['received'];
    case 'rejected':
      return ['received', 'rejected'];
    case 'active':
      return ['received', 'active'];
    case 'open':
      return [...before, Number(order.filled_size ?? 0) > 0 ? 'partly filled' : 'open'];
    default:
      return [...before, ...(wasOpen && !isStop ? ['open'] : []), reason ?? status];
  }
}

function toneOf({ status, done_reason: reason }: Order): Tone {
  if (status === 'rejected') return 'bad';
  if (reason === 'filled') return 'good';
  return status === 'done' || status === 'canceled' ? 'plain' : 'busy';
}

function eventText(event: OrderEvent, id: string): string {
  switch (event.type) {
    case 'received':
      return event.size === undefined ? '' : grouped(event.size);
    case 'open':
      return `${grouped(event.remaining_size)} at ${grouped(event.price)}`;
    case 'match':
      return `${grouped(event.size)} at ${grouped(event.price)}, ${event.maker_order_id === id ? 'maker' : 'taker'}`;
    case 'done':
      return event.cancel_reason === undefined
        ? event.reason
        : `${event.reason}: ${event.cancel_reason}`;
    case 'change':
      return changeText(event);
    case 'activate':
      return `at ${grouped(event.stop_price)}`;
  }
}

function changeText(event: Extract<OrderEvent, { readonly type: 'change' }>): string {
  const { old_size: oldSize, new_size: newSize, old_price: oldPrice, new_price: newPrice } = event;
  const parts = [
    ...(newSize === undefined ? [] : [`size ${oldSize ?? ''} → ${newSize}`]),
    ...(newPrice === undefined ? [] : [`price ${oldPrice ?? ''} → ${newPrice}`]),
  ];
  return parts.join(', ');
}

/** A time in seconds since the epoch, as other times are written. */
function instantOf(seconds: string): string {
  const milliseconds = Number(seconds) * 1000;
  return Number.isFinite(milliseconds) ? new Date(milliseconds).toISOString() : seconds;
}
