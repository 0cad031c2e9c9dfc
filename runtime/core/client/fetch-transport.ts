import type { Body, Exchange } from '../wire.js';

/** What the default transport needs of `fetch`; the global one fits. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** What `fetch` is given. */
export interface FetchInit {
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: Uint8Array | string | ReadableStream<Uint8Array> | null;
  readonly redirect: 'manual';
  readonly signal: AbortSignal | null;
  readonly duplex?: 'half';
}

/** What is read of its answer. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: Iterable<readonly [string, string]>;
  readonly body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null;
}

/**
 * Sends requests with `fetch`, the global one by default. Redirects are never followed, since `fetch` would forward
 * credentials in custom headers to another origin, and no `Request` object is made.
 */
export function fetchTransport(use?: Fetch): Exchange {
  const globalFetch: Fetch = (url, init) => globalThis.fetch(url, init as RequestInit);
  const send = use ?? globalFetch;
  return async (request) => {
    const streams = typeof request.body === 'object' && 'stream' in request.body;
    const response = await send(`${request.scheme}://${request.authority}${request.target}`, {
      method: request.method,
      headers: pairs(request.headers),
      body: fetchBody(request.body),
      redirect: 'manual',
      signal: request.signal ?? null,
      ...(streams ? { duplex: 'half' } : {}),
    });
    return {
      status: response.status,
      headers: [...response.headers].flat(),
      body: response.body === null ? undefined : { stream: chunksOf(response.body) },
    };
  };
}

function pairs(headers: readonly string[]): [string, string][] {
  const list: [string, string][] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    list.push([headers[index] ?? '', headers[index + 1] ?? '']);
  }
  return list;
}

function fetchBody(body: Body): FetchInit['body'] {
  if (body === undefined) return null;
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return body;
  return readable(body.stream);
}

function readable(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel(reason) {
      await chunks.return?.(reason);
    },
  });
}

/** Not every engine can iterate a `ReadableStream`, so it is read through its reader, and cancelled even if never read. */
function chunksOf(
  body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
): AsyncIterable<Uint8Array> {
  if (!('getReader' in body)) return body;
  const reader = body.getReader();
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const { done, value } = await reader.read();
        return done ? { done: true, value: undefined } : { done: false, value };
      },
      async return() {
        await reader.cancel().catch(() => undefined);
        return { done: true, value: undefined };
      },
    }),
  };
}
