import type { Order } from './shop';
import { createShopServer } from './shop/server';

const pageSize = 2;

const orders: readonly Order[] = ['Teapot', 'Kettle', 'Cup', 'Strainer', 'Spoon'].map(
  (item, index) => ({
    id: `${5 - index}`,
    item,
    created: new Date(Date.UTC(2026, 0, 5 - index)),
    cents: 1250n,
  }),
);
let current = orders;

/** Serves the orders, which are in memory. */
export const handle = createShopServer(
  {
    listOrders({ query }, respond) {
      const from = current.findIndex(({ id }) => id === query.after) + 1;
      const page = current.slice(from, from + pageSize);
      const last = page.at(-1);
      const isEnd = last === undefined || last === current.at(-1);
      return respond.ok({ orders: page, ...(isEnd ? {} : { next: last.id }) });
    },
    createOrder({ body }, respond) {
      if (body.item === 'Coffee')
        return respond.unprocessableContent({ message: 'there is only tea' });
      const order: Order = {
        id: `${current.length + 1}`,
        item: body.item,
        created: new Date(Date.UTC(2026, 1, 1)),
        cents: 990n,
      };
      current = [order, ...current];
      return respond.created(order);
    },
  },
  { trustHost: true },
);
