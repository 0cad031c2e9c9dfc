import {
  QueryClient,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueries,
  useSuspenseQuery,
  usePrefetchQuery,
  type InfiniteData,
} from '@tanstack/react-query';
import type { ListPage, PageParam } from '@tallystick/runtime/query';
import type { Order, OrderPage, Problem, ShopClient } from '@acme/shop';
import {
  createOrderMutation,
  getOrderOptions,
  listOrdersInfiniteOptions,
  listOrdersOptions,
  shopKeys,
  cancelOrderMutation,
  updateOrderMutation,
  reportsQueryKeyOptions,
} from '@acme/shop/query';

import { exactly, same } from './same';
declare const shop: ShopClient;
declare const id: string | undefined;

const order = useQuery(getOrderOptions(shop, 'a'));
same<typeof order.data, Order | undefined>();
if (order.error?.outcome.when === 404) exactly<Problem>()(order.error.outcome.value);
const selected = useQuery({ ...getOrderOptions(shop, 'a'), select: (o) => o.count });
same<typeof selected.data, number | undefined>();
if (selected.error?.outcome.kind === 'network') exactly<unknown>()(selected.error.outcome.cause);
const later = useQuery(getOrderOptions(shop, id ?? skipToken));
same<typeof later.data, Order | undefined>();
if (later.error?.outcome.when === 404) exactly<Problem>()(later.error.outcome.value);
const suspended = useSuspenseQuery(getOrderOptions(shop, 'a'));
same<typeof suspended.data, Order>();
// @ts-expect-error A query that suspends cannot be skipped.
useSuspenseQuery(getOrderOptions(shop, id ?? skipToken));
// @ts-expect-error The id is a text.
getOrderOptions(shop, 7);
usePrefetchQuery(getOrderOptions(shop, 'a'));
const report = useQuery(reportsQueryKeyOptions(shop, 'a'));
same<typeof report.data, string | null | undefined>();
const list = useQuery(listOrdersOptions(shop, { status: 'open', since: new Date(), customer: 1n }));
same<typeof list.data, OrderPage | undefined>();
const [first] = useQueries({ queries: [getOrderOptions(shop, 'a')] });
same<typeof first.data, Order | undefined>();

const pages = useInfiniteQuery(listOrdersInfiniteOptions(shop, { status: 'open' }));
same<typeof pages.data, InfiniteData<ListPage<OrderPage>> | undefined>();
if (pages.error?.outcome.when === 403) exactly<Problem>()(pages.error.outcome.value);
const items = useInfiniteQuery({
  ...listOrdersInfiniteOptions(shop),
  select: (data) => data.pages.flatMap(({ value }) => value.orders),
});
same<typeof items.data, Order[] | undefined>();
useInfiniteQuery(listOrdersInfiniteOptions(shop, id === undefined ? skipToken : {}));

const create = useMutation(createOrderMutation(shop));
create.mutate({ body: { item: 'kettle', count: 1 } });
create.mutate({ body: { item: 'kettle', count: 1 }, options: { timeout: 5 } });
same<typeof create.data, Order | undefined>();
if (create.error?.outcome.when === 422) exactly<Problem>()(create.error.outcome.value);
// @ts-expect-error The body is required.
create.mutate({});
useMutation(updateOrderMutation(shop)).mutate({ id: 'a', body: { status: 'paid' } });
useMutation({
  ...cancelOrderMutation(shop),
  onSuccess: (_data, { id }, _result, { client }) =>
    client.invalidateQueries({ queryKey: shopKeys.orders.get(id) }),
}).mutate({ id: 'a' });

const queries = new QueryClient();
const fromOptions = queries.getQueryData(getOrderOptions(shop, 'a').queryKey);
same<typeof fromOptions, Order | undefined>();
const fromKeys = queries.getQueryData(shopKeys.orders.get('a'));
same<typeof fromKeys, Order | undefined>();
const cachedPages = queries.getQueryData(shopKeys.orders.list.infinite({ status: 'open' }));
same<typeof cachedPages, InfiniteData<ListPage<OrderPage>, PageParam | null> | undefined>();
queries.setQueryData(shopKeys.orders.get('a'), (o) => o && { ...o, count: 2 });
void queries.invalidateQueries({ queryKey: shopKeys.orders.list.queryKey });
void queries.invalidateQueries({ queryKey: shopKeys.queryKey });
void queries.fetchQuery(getOrderOptions(shop, 'a'));
void queries.prefetchInfiniteQuery(listOrdersInfiniteOptions(shop));
void queries.ensureQueryData(getOrderOptions(shop, 'a'));
