'use client';

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { shopKeys, createOrderMutation, listOrdersInfiniteOptions } from '@/lib/shop/query';
import { shop } from '@/lib/client';
import { OrderForm, OrderList } from './views';

export function Orders() {
  const queries = useQueryClient();
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    ...listOrdersInfiniteOptions(shop),
    select: ({ pages }) => pages.flatMap(({ value }) => value.orders),
  });
  const create = useMutation({
    ...createOrderMutation(shop),
    onSuccess: () => queries.invalidateQueries({ queryKey: shopKeys.orders.list.queryKey }),
  });
  const refusal =
    create.error?.outcome.when === 422 ? create.error.outcome.value.message : create.error?.message;
  return (
    <main>
      <OrderList
        orders={data ?? []}
        more={hasNextPage ? () => void fetchNextPage() : undefined}
        problem={error?.message}
      />
      <OrderForm place={(item) => create.mutate({ body: { item } })} problem={refusal} />
    </main>
  );
}
