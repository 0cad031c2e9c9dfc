import useSWR, { preload, mutate } from 'swr';
import useSWRInfinite from 'swr/infinite';
import useSWRMutation from 'swr/mutation';
import { useSwr, useSwrInfinite, useSwrMutation } from '@tallystick/runtime/swr/hooks';
import { keysWithin, type ListPage } from '@tallystick/runtime/swr';
import type { Order, OrderPage, Problem, ShopClient } from '@acme/shop';
import {
  createOrderSwrMutation,
  getOrderSwr,
  listOrdersSwrInfinite,
  shopSwrKeys,
  updateOrderSwrMutation,
} from '@acme/shop/swr';
import { exactly, same } from './same';
declare const shop: ShopClient;
declare const id: string | undefined;
const order = useSwr(getOrderSwr(shop, 'a'));
same<typeof order.data, Order | undefined>();
if (order.error?.outcome.when === 404) exactly<Problem>()(order.error.outcome.value);
const later = useSwr(getOrderSwr(shop, id ?? null), { keepPreviousData: true });
same<typeof later.data, Order | undefined>();
const plain = useSWR(...getOrderSwr(shop, 'a'));
same<typeof plain.data, Order | undefined>();
const plainLater = useSWR(...getOrderSwr(shop, id ?? null));
same<typeof plainLater.data, Order | undefined>();
preload(...getOrderSwr(shop, 'a'));
const pages = useSwrInfinite(listOrdersSwrInfinite(shop, { status: 'open' }));
same<typeof pages.data, ListPage<OrderPage>[] | undefined>();
if (pages.error?.outcome.when === 403) exactly<Problem>()(pages.error.outcome.value);
const plainPages = useSWRInfinite(...listOrdersSwrInfinite(shop, id === undefined ? null : {}));
same<typeof plainPages.data, ListPage<OrderPage>[] | undefined>();
const create = useSwrMutation(createOrderSwrMutation(shop));
void create.trigger({ body: { item: 'kettle', count: 1 } });
same<typeof create.data, Order | undefined>();
if (create.error?.outcome.when === 422) exactly<Problem>()(create.error.outcome.value);
const update = useSWRMutation(...updateOrderSwrMutation(shop, shopSwrKeys.orders.get('a')));
void update.trigger({ id: 'a', body: { status: 'paid' } });
// @ts-expect-error The body is required.
void update.trigger({ id: 'a' });
void mutate(keysWithin(shopSwrKeys.orders.queryKey));
void mutate(shopSwrKeys.orders.get('a'));
