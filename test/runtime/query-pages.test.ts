import { InfiniteQueryObserver, QueryClient } from '@tanstack/query-core';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiDescriptor,
  ApiError,
  type CallOptions,
  type OperationDescriptor,
  type PaginationDescriptor,
  type Success,
  type TwoWayPaged,
  type Unexpected,
} from '@tallystick/runtime';
import { type Client, connect, everyPart, pagedOperation } from '@tallystick/runtime/http';
import {
  infiniteOptionsOf,
  type InfiniteOptionsOf,
  type ListPage,
  queryKeyOf,
} from '@tallystick/runtime/query';
import { pagedRpcOperation } from '@tallystick/runtime/rpc';
import { swrInfiniteOf, type SwrInfiniteOf } from '@tallystick/runtime/swr';

interface Page {
  readonly data: readonly number[];
}
type Query = { readonly [name: string]: number | string };
type ListCall = (query?: Query, options?: CallOptions) => TwoWayPaged<Page, number>;
interface Responses {
  readonly ok: Success<200, Page>;
  readonly any: Unexpected;
}
type Serve = (
  query: URLSearchParams,
  target: string,
  body: { readonly [name: string]: number | string },
) => { readonly body: object; readonly headers?: Record<string, string> };

const all = Array.from({ length: 7 }, (_, index) => index + 1);
const slice = (from: number, count = 3): Page => ({ data: all.slice(from, from + count) });
const numberOf = (text: string | number | null | undefined, fallback: number): number =>
  Number(text ?? fallback);

let serve: Serve;
let client: Client;
let targets: string[];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const target = request.url ?? '';
  targets.push(target);
  const sent = text === '' ? {} : (JSON.parse(text) as { id?: number; params?: object });
  const { body, headers = {} } = serve(
    new URL(target, 'http://k.example').searchParams,
    target,
    (sent.params ?? sent) as Query,
  );
  response.writeHead(200, { 'Content-Type': 'application/json', ...headers });
  response.end(
    JSON.stringify(sent.id === undefined ? body : { jsonrpc: '2.0', id: sent.id, result: body }),
  );
});

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const api: ApiDescriptor = {
    title: 'Kettles',
    version: '1.0.0',
    servers: [{ url: `http://127.0.0.1:${port}` }],
    variables: {},
    security: {},
  };
  client = connect(api, { retry: false });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function descriptorOf(
  pagination: PaginationDescriptor,
  more: Partial<OperationDescriptor> = {},
): OperationDescriptor {
  return {
    id: 'listKettles',
    method: 'GET',
    path: ['/kettles'],
    input: 'query',
    parameters: ['page', 'offset', 'limit', 'after', 'before'].map((name) => ({
      name,
      in: 'query',
      type: { types: ['integer', 'string'] },
    })),
    outcomes: [
      { status: 200, respond: 'ok', contents: [{ mediaType: 'application/json', codec: 'json' }] },
    ],
    pagination,
    ...more,
  };
}

const callOf = (descriptor: OperationDescriptor): unknown =>
  descriptor.rpc === undefined
    ? pagedOperation(descriptor, [everyPart])
    : pagedRpcOperation(descriptor);

/** Reads a list to its end with TanStack Query. */
async function read(
  descriptor: OperationDescriptor,
  answer: Serve,
  query?: Query,
): Promise<{ readonly items: readonly number[]; readonly pages: readonly ListPage<Page>[] }> {
  serve = answer;
  targets = [];
  const optionsOf: InfiniteOptionsOf<ListCall, Responses> = infiniteOptionsOf(
    callOf(descriptor),
    queryKeyOf(descriptor, ['kettles', 'list']),
  );
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const observer = new InfiniteQueryObserver(queries, {
    ...optionsOf(client, ...(query === undefined ? [] : [query])),
    enabled: false,
  });
  const stop = observer.subscribe(() => {});
  await observer.refetch({ throwOnError: true });
  while (observer.getCurrentResult().hasNextPage)
    await observer.fetchNextPage({ throwOnError: true });
  const pages = observer.getCurrentResult().data?.pages ?? [];
  stop();
  return { pages, items: pages.flatMap(({ value }) => value.data) };
}

/** Reads a list to its end as SWR does. */
async function readBySwr(
  descriptor: OperationDescriptor,
  answer: Serve,
): Promise<readonly number[]> {
  serve = answer;
  targets = [];
  const listOf: SwrInfiniteOf<ListCall, Responses> = swrInfiniteOf(
    callOf(descriptor),
    queryKeyOf(descriptor, ['kettles', 'list']),
  );
  const [getKey, fetcher] = listOf(client);
  const items: number[] = [];
  let page: ListPage<Page> | null = null;
  for (let index = 0; ; index += 1) {
    const key = getKey(index, page);
    if (key === null) return items;
    page = await fetcher(key);
    items.push(...page.value.data);
  }
}

const after = { name: 'after', in: 'query' } as const;
const items = ['data'];
const byAfter = (query: { get(name: string): string | null }): number =>
  numberOf(query.get('after'), 0);
const more = (from: number): boolean => from + 3 < all.length;

const kinds: readonly {
  readonly name: string;
  readonly descriptor: OperationDescriptor;
  readonly serve: Serve;
}[] = [
  {
    name: 'a cursor in the body',
    descriptor: descriptorOf({ items, request: after, next: { path: ['meta', 'next'] } }),
    serve: (query) => {
      const from = byAfter(query);
      return { body: { ...slice(from), meta: more(from) ? { next: `${from + 3}` } : {} } };
    },
  },
  {
    name: 'a cursor in a header',
    descriptor: descriptorOf({ items, request: after, next: { header: 'Next-Page' } }),
    serve: (query) => {
      const from = byAfter(query);
      const headers = more(from) ? { 'Next-Page': `${from + 3}` } : undefined;
      return { body: slice(from), ...(headers && { headers }) };
    },
  },
  {
    name: 'a property of the last item, and whether there is more',
    descriptor: descriptorOf({ items, request: after, next: { last: [] }, hasMore: ['more'] }),
    serve: (query) => {
      const from = byAfter(query);
      return { body: { ...slice(from), more: more(from) } };
    },
  },
  {
    name: 'page numbers',
    descriptor: descriptorOf({
      items,
      request: { name: 'page', in: 'query' },
      next: { count: 'pages', first: 1 },
      pages: ['pages'],
    }),
    serve: (query) => ({
      body: { ...slice(3 * (numberOf(query.get('page'), 1) - 1)), pages: 3 },
    }),
  },
  {
    name: 'offsets',
    descriptor: descriptorOf({
      items,
      request: { name: 'offset', in: 'query' },
      next: { count: 'items', first: 0 },
    }),
    serve: (query) => ({ body: slice(numberOf(query.get('offset'), 0)) }),
  },
  {
    name: 'links in a header',
    descriptor: descriptorOf({ items, next: { link: 'next' } }),
    serve: (query) => {
      const from = byAfter(query);
      const headers = more(from) ? { Link: `<?after=${from + 3}>; rel="next"` } : undefined;
      return { body: slice(from), ...(headers && { headers }) };
    },
  },
  {
    name: 'URLs in the body',
    descriptor: descriptorOf({ items, next: { url: ['next'] } }),
    serve: (query) => {
      const from = byAfter(query);
      const next = `http://127.0.0.1:${(server.address() as AddressInfo).port}/kettles?after=${from + 3}`;
      return { body: { ...slice(from), ...(more(from) && { next }) } };
    },
  },
  {
    name: 'a cursor in the body of a request',
    descriptor: descriptorOf(
      { items, request: { name: 'after', in: 'body' }, next: { path: ['next'] } },
      {
        method: 'POST',
        input: 'body',
        parameters: [],
        body: { contents: [{ mediaType: 'application/json', codec: 'json' }] },
      },
    ),
    serve: (_query, _target, body) => {
      const from = numberOf(body['after'], 0);
      return { body: { ...slice(from), ...(more(from) && { next: from + 3 }) } };
    },
  },
  {
    name: 'a parameter of a JSON-RPC method',
    descriptor: descriptorOf(
      { items, request: { name: 'after', in: 'body' }, next: { path: ['next'] } },
      {
        method: 'POST',
        input: 'body',
        parameters: [],
        rpc: { method: 'listKettles', params: 'by-name' },
      },
    ),
    serve: (_query, _target, body) => {
      const from = numberOf(body['after'], 0);
      return { body: { ...slice(from), ...(more(from) && { next: from + 3 }) } };
    },
  },
];

describe('infinite lists', () => {
  test.each(kinds)('are read to the end by $name', async ({ descriptor, serve: answer }) => {
    const { items: found, pages } = await read(descriptor, answer);
    expect(found).toEqual(all);
    expect(pages.map(({ next }) => next !== undefined)).toEqual(
      pages.map((_, index) => index < pages.length - 1),
    );
    expect(JSON.parse(JSON.stringify(pages))).toEqual(pages);
  });

  test.each(kinds)('are read by SWR by $name', async ({ descriptor, serve: answer }) => {
    expect(await readBySwr(descriptor, answer)).toEqual(all);
  });

  test('keep the other arguments of the call', async () => {
    const [{ descriptor, serve: answer }] = kinds as [(typeof kinds)[number]];
    await read(descriptor, answer, { limit: 3 });
    expect(targets).toEqual([
      '/kettles?limit=3',
      '/kettles?limit=3&after=3',
      '/kettles?limit=3&after=6',
    ]);
  });

  test('begin where the arguments of the call say', async () => {
    const [{ descriptor, serve: answer }] = kinds as [(typeof kinds)[number]];
    expect((await read(descriptor, answer, { after: 3 })).items).toEqual([4, 5, 6, 7]);
  });

  test('end if the server repeats a cursor', async () => {
    const [{ descriptor }] = kinds as [(typeof kinds)[number]];
    const { items: found } = await read(descriptor, () => ({
      body: { ...slice(0), meta: { next: 'again' } },
    }));
    expect(found).toEqual([1, 2, 3, 1, 2, 3]);
  });

  test('fail if the next page is on another server', async () => {
    const descriptor = descriptorOf({ items, next: { url: ['next'] } });
    const error: unknown = await read(descriptor, () => ({
      body: { ...slice(0), next: 'https://evil.example/kettles' },
    })).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(String(error)).toContain('the next page is at https://evil.example');
  });
});

test('a list is read in both directions', async () => {
  serve = (query) => {
    const before = query.get('before');
    const from = before === null ? numberOf(query.get('after'), 3) : Number(before) - 3;
    const start = Math.max(0, from);
    return {
      body: {
        data: all.slice(start, from + 2),
        next: from + 2 < all.length ? from + 2 : null,
        previous: start > 0 ? start + 1 : null,
      },
    };
  };
  targets = [];
  const descriptor = descriptorOf({
    items,
    request: after,
    next: { path: ['next'] },
    back: { request: { name: 'before', in: 'query' }, next: { path: ['previous'] } },
  });
  const optionsOf: InfiniteOptionsOf<ListCall, Responses> = infiniteOptionsOf(
    callOf(descriptor),
    queryKeyOf(descriptor, ['kettles', 'list']),
  );
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const observer = new InfiniteQueryObserver(queries, {
    ...optionsOf(client, { limit: 2 }),
    enabled: false,
  });
  const stop = observer.subscribe(() => {});
  await observer.refetch({ throwOnError: true });
  await observer.fetchNextPage({ throwOnError: true });
  const result = await observer.fetchPreviousPage({ throwOnError: true });
  stop();
  expect(targets).toEqual([
    '/kettles?limit=2',
    '/kettles?limit=2&after=5',
    '/kettles?limit=2&before=4',
  ]);
  expect(result.data?.pages.map(({ value }) => value.data)).toEqual([
    [2, 3],
    [4, 5],
    [6, 7],
  ]);
  expect([result.hasNextPage, result.hasPreviousPage]).toEqual([false, true]);
});
