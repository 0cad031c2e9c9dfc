'use client';

import type { Order } from '@/lib/shop';

interface ListProperties {
  readonly orders: readonly Order[];
  readonly more: (() => void) | undefined;
  readonly problem: string | undefined;
}

/** The orders, with a button for more if there are any. */
export function OrderList({ orders, more, problem }: ListProperties) {
  return (
    <>
      <ul>
        {orders.map(({ id, item, created, cents }) => (
          <li key={id}>
            {item} of {created.toISOString().slice(0, 10)}: {(cents / 100n).toString()} euros
          </li>
        ))}
      </ul>
      {more !== undefined && (
        <button id="more" onClick={more}>
          More
        </button>
      )}
      {problem !== undefined && <p role="alert">{problem}</p>}
    </>
  );
}

interface FormProperties {
  readonly place: (item: string) => void;
  readonly problem: string | undefined;
}

/** A form for an order. */
export function OrderForm({ place, problem }: FormProperties) {
  return (
    <form
      action={(data) => {
        place(String(data.get('item')));
      }}
    >
      <input name="item" aria-label="Item" defaultValue="Saucer" />
      <button id="place">Order</button>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </form>
  );
}
