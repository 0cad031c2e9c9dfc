import {
  skipToken,
  QueryClient,
  createQuery,
  createInfiniteQuery,
  createMutation,
  type InfiniteData,
} from '@tanstack/solid-query';
import type { Order, OrderPage, Problem, ShopClient } from '@acme/shop';
import type { ListPage } from '@tallystick/runtime/query';
import {
  createOrderMutation,
  getOrderOptions,
  listOrdersInfiniteOptions,
  shopKeys,
  updateOrderMutation,
} from '@acme/shop/query';
import { exactly, same } from './same';
declare const shop: ShopClient;
declare const id: string | undefined;
const order = createQuery(() => getOrderOptions(shop, 'a'));
same<typeof order.data, Order | undefined>();
const failure = order.error;
if (failure?.outcome.when === 404) exactly<Problem>()(failure.outcome.value);
const selected = createQuery(() => ({
  ...getOrderOptions(shop, 'a'),
  select: (o: Order) => o.count,
}));
same<typeof selected.data, number | undefined>();
const later = createQuery(() => getOrderOptions(shop, id ?? skipToken));
same<typeof later.data, Order | undefined>();
const pages = createInfiniteQuery(() => listOrdersInfiniteOptions(shop, { status: 'open' }));
same<typeof pages.data, InfiniteData<ListPage<OrderPage>> | undefined>();
const pagesFailure = pages.error;
if (pagesFailure?.outcome.when === 403) exactly<Problem>()(pagesFailure.outcome.value);
const create = createMutation(() => createOrderMutation(shop));
create.mutate({ body: { item: 'kettle', count: 1 } });
const createFailure = create.error;
if (createFailure?.outcome.when === 422) exactly<Problem>()(createFailure.outcome.value);
createMutation(() => updateOrderMutation(shop)).mutate({ id: 'a', body: { status: 'paid' } });
const cached = new QueryClient().getQueryData(shopKeys.orders.get('a'));
same<typeof cached, Order | undefined>();
