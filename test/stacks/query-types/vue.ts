import {
  skipToken,
  QueryClient,
  useQuery,
  useInfiniteQuery,
  useMutation,
  type InfiniteData,
} from '@tanstack/vue-query';
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

const order = useQuery(getOrderOptions(shop, 'a'));
same<typeof order.data.value, Order | undefined>();
if (order.error.value?.outcome.when === 404) exactly<Problem>()(order.error.value.outcome.value);
const selected = useQuery({ ...getOrderOptions(shop, 'a'), select: (o) => o.count });
same<typeof selected.data.value, number | undefined>();
const later = useQuery(getOrderOptions(shop, id ?? skipToken));
same<typeof later.data.value, Order | undefined>();
if (later.error.value?.outcome.when === 404) exactly<Problem>()(later.error.value.outcome.value);
const computed = useQuery(() => getOrderOptions(shop, id ?? skipToken));
same<typeof computed.data.value, Order | undefined>();
const pages = useInfiniteQuery(listOrdersInfiniteOptions(shop, { status: 'open' }));
same<typeof pages.data.value, InfiniteData<ListPage<OrderPage>> | undefined>();
if (pages.error.value?.outcome.when === 403) exactly<Problem>()(pages.error.value.outcome.value);
const create = useMutation(createOrderMutation(shop));
create.mutate({ body: { item: 'kettle', count: 1 } });
if (create.error.value?.outcome.when === 422) exactly<Problem>()(create.error.value.outcome.value);
useMutation(updateOrderMutation(shop)).mutate({ id: 'a', body: { status: 'paid' } });
const cached = new QueryClient().getQueryData(shopKeys.orders.get('a'));
same<typeof cached, Order | undefined>();
