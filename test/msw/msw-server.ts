import type * as msw from 'msw';
import type * as mswNode from 'msw/node';
import { vi } from 'vitest';

/** Intercepts `fetch` by handlers of MSW. A request that no handler takes rejects. */
export interface MockServer {
  use(...handlers: readonly msw.HttpHandler[]): void;
  reset(): void;
  close(): void;
}

/**
 * Starts a server of MSW with the version that `library` names. Version 3 intercepts requests only on Node 22.12 or later. On an earlier one,
 * its handlers are called by a replacement of `fetch`.
 */
export async function startMockServer(library: string, loaded: typeof msw): Promise<MockServer> {
  if (library === 'msw' || 'withResolvers' in Promise) {
    const node: typeof mswNode = await import(`${library}/node`);
    const server = node.setupServer();
    // Version 2 and 3 have different names for it.
    const options = { onUnhandledRequest: 'error', onUnhandledFrame: 'error' } as const;
    server.listen(options);
    return {
      use: (...handlers) => server.use(...handlers),
      reset: () => server.resetHandlers(),
      close: () => server.close(),
    };
  }
  let current: readonly msw.HttpHandler[] = [];
  const real = globalThis.fetch;
  const replacement = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    try {
      const response = await loaded.getResponse([...current], request.clone());
      if (response?.headers.get('x-msw-intention') === 'passthrough') return await real(request);
      if (response !== undefined) return response;
    } catch (error) {
      const { name, message } = error as Error;
      return Response.json({ name, message }, { status: 500 });
    }
    throw new TypeError('fetch failed');
  });
  return {
    use(...handlers) {
      current = [...handlers, ...current];
    },
    reset() {
      current = [];
    },
    close: () => replacement.mockRestore(),
  };
}
