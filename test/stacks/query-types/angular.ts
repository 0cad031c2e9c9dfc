import {
  skipToken,
  QueryClient,
  injectQuery,
  injectInfiniteQuery,
  injectMutation,
  type InfiniteData,
} from '@tanstack/angular-query-experimental';
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
const order = injectQuery(() => getOrderOptions(shop, 'a'));
same<ReturnType<typeof order.data>, Order | undefined>();
const failure = order.error();
if (failure?.outcome.when === 404) exactly<Problem>()(failure.outcome.value);
const selected = injectQuery(() => ({
  ...getOrderOptions(shop, 'a'),
  select: (o: Order) => o.count,
}));
same<ReturnType<typeof selected.data>, number | undefined>();
const later = injectQuery(() => getOrderOptions(shop, id ?? skipToken));
same<ReturnType<typeof later.data>, Order | undefined>();
const pages = injectInfiniteQuery(() => listOrdersInfiniteOptions(shop, { status: 'open' }));
same<ReturnType<typeof pages.data>, InfiniteData<ListPage<OrderPage>> | undefined>();
const pagesFailure = pages.error();
if (pagesFailure?.outcome.when === 403) exactly<Problem>()(pagesFailure.outcome.value);
const create = injectMutation(() => createOrderMutation(shop));
create.mutate({ body: { item: 'kettle', count: 1 } });
const createFailure = create.error();
if (createFailure?.outcome.when === 422) exactly<Problem>()(createFailure.outcome.value);
injectMutation(() => updateOrderMutation(shop)).mutate({ id: 'a', body: { status: 'paid' } });
const cached = new QueryClient().getQueryData(shopKeys.orders.get('a'));
same<typeof cached, Order | undefined>();
