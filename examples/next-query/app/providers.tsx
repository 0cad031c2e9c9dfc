'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

export function Providers({ children }: { readonly children: ReactNode }) {
  // Data from the server is fresh for ten minutes. The client of the API already retries, so that queries need not.
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: 600_000, retry: false } } }),
  );
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
