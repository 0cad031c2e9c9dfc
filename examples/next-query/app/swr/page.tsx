'use client';

import { useSwrInfinite, useSwrMutation } from '@tallystick/runtime/swr/hooks';
import { createOrderSwrMutation, listOrdersSwrInfinite } from '@/lib/shop/swr';
import { shop } from '@/lib/client';
import { OrderForm, OrderList } from '../views';

export default function Page() {
  const { data = [], error, size, setSize, mutate } = useSwrInfinite(listOrdersSwrInfinite(shop));
  const create = useSwrMutation(createOrderSwrMutation(shop), {
    onSuccess: () => void mutate(),
    throwOnError: false,
  });
  const refusal =
    create.error?.outcome.when === 422 ? create.error.outcome.value.message : create.error?.message;
  return (
    <main>
      <OrderList
        orders={data.flatMap(({ value }) => value.orders)}
        more={data.at(-1)?.next === undefined ? undefined : () => void setSize(size + 1)}
        problem={error?.message}
      />
      <OrderForm place={(item) => void create.trigger({ body: { item } })} problem={refusal} />
    </main>
  );
}
