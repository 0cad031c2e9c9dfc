import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import { headers } from 'next/headers';
import { ShopClient } from '@/lib/shop';
import { listOrdersInfiniteOptions } from '@/lib/shop/query';
import { Orders } from './orders';

export default async function Page() {
  const host = (await headers()).get('host');
  const shop = new ShopClient({ baseUrl: `http://${host}/v1` });
  const queries = new QueryClient();
  await queries.prefetchInfiniteQuery(listOrdersInfiniteOptions(shop));
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <Orders />
    </HydrationBoundary>
  );
}
