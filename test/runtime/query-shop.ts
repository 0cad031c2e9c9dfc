import type { AddressInfo } from 'node:net';
import { nodeServer } from '@tallystick/runtime/http/node';
import { ShopClient, type Order } from '../cases/queries/output/src/index.js';
import { createPartialShopServer } from '../cases/queries/output/src/server.js';

/** A shop with a server on the loopback interface. */
export interface Shop {
  readonly client: ShopClient;
  /** Method and target of each request. */
  readonly requests: string[];
  /** Resolves when a request for the order "slow" arrives, with the signal that tells when its client has gone. */
  readonly slowRequest: Promise<AbortSignal>;
  close(): Promise<void>;
}

const created = new Date('2026-01-02T03:04:05.000Z');

/** The orders of the shop, of which each page has two. */
export const orders: readonly Order[] = ['a', 'b', 'c', 'd', 'e'].map((id, index) => ({
  id,
  item: 'kettle',
  count: index + 1,
  status: 'open',
  created,
}));

/** Starts a shop. It has all orders except `missing`, never responds for `slow`, and refuses orders of 13 pieces. */
export async function startShop(): Promise<Shop> {
  const requests: string[] = [];
  let meetSlow: (signal: AbortSignal) => void = () => {};
  const slowRequest = new Promise<AbortSignal>((done) => (meetSlow = done));
  const known = new Map(orders.map((order) => [order.id, order]));
  const handle = createPartialShopServer(
    {
      listOrders({ query }, respond) {
        if (query.status === 'cancelled')
          return respond.forbidden({ code: 'hidden', message: 'cancelled orders are hidden' });
        const from = orders.findIndex(({ id }) => id === query.after) + 1;
        const page = orders.slice(from, from + 2);
        const last = page.at(-1);
        const isLast = last === undefined || last === orders.at(-1);
        return respond.ok({ orders: page, ...(isLast ? {} : { next: last.id }) });
      },
      getOrder({ path, signal }, respond) {
        if (path.id === 'slow') {
          meetSlow(signal);
          return new Promise(() => {});
        }
        const order = known.get(path.id);
        return order === undefined
          ? respond.notFound({ code: 'missing', message: `no order ${path.id}` })
          : respond.ok(order);
      },
      createOrder({ body }, respond) {
        if (body.count === 13)
          return respond.unprocessableContent({ code: 'unlucky', message: 'not 13' });
        const order: Order = { id: 'new', created, status: 'open', ...body };
        known.set('new', order);
        return respond.created(order);
      },
      updateOrder({ path, body }, respond) {
        const order = known.get(path.id);
        if (order === undefined)
          return respond.notFound({ code: 'missing', message: `no order ${path.id}` });
        known.set(path.id, { ...order, ...body });
        return respond.ok({ ...order, ...body });
      },
      reportsQueryKey: (_, respond) => respond.noContent(),
    },
    { trustHost: true },
  );
  const server = nodeServer((request) => {
    requests.push(`${request.method} ${request.target}`);
    return handle(request);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    client: new ShopClient({ baseUrl: `http://127.0.0.1:${port}/v1` }),
    requests,
    slowRequest,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
