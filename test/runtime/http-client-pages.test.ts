import type { PagedCallOf } from './http-client-operation.js';
import { describe, expect, test } from 'vitest';
import {
  type ApiDescriptor,
  ApiError,
  type CallOptions,
  type OperationDescriptor,
  type PaginationDescriptor,
  type Success,
  type Unexpected,
} from '@tallystick/runtime';
import { type Client, connect } from '@tallystick/runtime/http';
import { json } from './http-client-fixture.js';
import { pagedOperation } from './http-client-operation.js';

const api: ApiDescriptor = {
  title: 'Kettles',
  version: '1.0.0',
  servers: [{ url: 'https://k.example/v1' }],
  variables: {},
  security: { key: { kind: 'apiKey', in: 'query', name: 'key' } },
};
interface Item {
  readonly id: number;
}
type Query = { readonly [name: string]: number | undefined };
type List = PagedCallOf<
  [client: Client, query?: Query, options?: CallOptions],
  unknown,
  Item,
  Success<200, unknown> | Unexpected
>;

const all = Array.from({ length: 23 }, (_, id): Item => ({ id }));
const list = (pagination: Omit<PaginationDescriptor, 'items'>, more: object = {}): List =>
  pagedOperation({
    id: 'listKettles',
    method: 'GET',
    path: ['/kettles'],
    input: 'query',
    parameters: ['page', 'offset', 'limit', 'after'].map((name) => ({
      name,
      in: 'query',
      type: { types: ['integer'] },
    })),
    outcomes: [
      { status: 200, respond: 'ok', contents: [{ mediaType: 'application/json', codec: 'json' }] },
    ],
    pagination: { ...pagination, items: ['data'] },
    ...more,
  } satisfies OperationDescriptor);

/** Calls an operation of a server, and returns the items and the requests. */
async function walk(
  call: List,
  serve: (url: URL) => { readonly body: object; readonly link?: string },
  query: Query = {},
  limit?: number,
): Promise<{ readonly ids: readonly number[]; readonly targets: readonly string[] }> {
  const targets: string[] = [];
  const client = connect(api, {
    retry: false,
    credentials: { key: 'secret' },
    transport: async ({ target }) => {
      targets.push(target);
      const { body, link } = serve(new URL(`https://k.example${target}`));
      const response = json(200, body);
      const headers = link === undefined ? [] : ['Link', link];
      return { ...response, headers: [...response.headers, ...headers] };
    },
  });
  const ids: number[] = [];
  const items = call(client, query);
  for await (const { id } of limit === undefined ? items : items.take(limit)) ids.push(id);
  return { ids, targets };
}

const everything = all.map(({ id }) => id);
const slice = (from: number, count: number): { readonly data: readonly Item[] } => ({
  data: all.slice(from, from + count),
});
const numberIn = (url: URL, name: string, other: number): number =>
  Number(url.searchParams.get(name) ?? other);

describe('pages by number', () => {
  const request = { name: 'page', in: 'query' } as const;
  const byPage = (url: URL): { readonly body: object } => ({
    body: { ...slice(10 * (numberIn(url, 'page', 1) - 1), 10), pages: 3 },
  });

  test('end with an empty page', async () => {
    const { ids, targets } = await walk(
      list({ request, next: { count: 'pages', first: 1 } }),
      byPage,
    );
    expect(ids).toEqual(everything);
    expect(targets).toEqual([
      '/v1/kettles',
      '/v1/kettles?page=2',
      '/v1/kettles?page=3',
      '/v1/kettles?page=4',
    ]);
  });

  test('end with the total number of pages', async () => {
    const call = list({ request, next: { count: 'pages', first: 1 }, pages: ['pages'] });
    expect((await walk(call, byPage)).targets).toHaveLength(3);
    expect((await walk(call, byPage, { page: 2 })).ids).toEqual(everything.slice(10));
  });

  test('throw if the server repeats a page', async () => {
    const call = list({ request, next: { count: 'pages', first: 1 } });
    const error: unknown = await walk(call, () => ({ body: slice(0, 10) })).catch(
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(String(error)).toContain('the page repeats the previous page');
  });

  test('are requested only as needed', async () => {
    const call = list({ request, next: { count: 'pages', first: 1 } });
    const { ids, targets } = await walk(call, byPage, {}, 10);
    expect([ids.length, targets.length]).toEqual([10, 1]);
    expect((await walk(call, byPage, {}, 0)).targets).toEqual([]);
  });
});

describe('pages by offset', () => {
  const request = { name: 'offset', in: 'query' } as const;
  const byOffset = (most: number) => (url: URL) => ({
    body: slice(numberIn(url, 'offset', 0), Math.min(most, numberIn(url, 'limit', 10))),
  });

  test.each([
    ['the number of items', { count: 'items', first: 0 } as const, {}, 10],
    [
      'the number of items if the page is smaller than requested',
      { count: 'items', first: 0 } as const,
      { limit: 50 },
      4,
    ],
    ['the requested limit', { count: 'items', first: 0, by: 'limit' } as const, { limit: 7 }, 10],
  ])('increase the offset by %s', async (_, next, query, most) => {
    expect((await walk(list({ request, next }), byOffset(most), query)).ids).toEqual(everything);
  });
});

test('pages after the last item continue until hasMore is false', async () => {
  const call = list({
    request: { name: 'after', in: 'query' },
    next: { last: ['id'] },
    hasMore: ['more'],
  });
  const { ids, targets } = await walk(call, (url) => {
    const from = numberIn(url, 'after', -1) + 1;
    return { body: { ...slice(from, 10), more: from + 10 < all.length } };
  });
  expect(ids).toEqual(everything);
  expect(targets).toEqual(['/v1/kettles', '/v1/kettles?after=9', '/v1/kettles?after=19']);
});

describe('pages by URL', () => {
  const byLink = list({ next: { link: 'next' } });
  const page = (next: string) => (url: URL) => ({
    body: slice(10 * (numberIn(url, 'page', 1) - 1), 10),
    ...(url.searchParams.get('page') === '3' ? {} : { link: next }),
  });

  test.each([
    ['in the body', { next: { url: ['next'] } } as const],
    ['in a Link header', { next: { link: 'next' } } as const],
  ])('follow a URL %s, also a relative one', async (_, way) => {
    const { ids, targets } = await walk(list(way), (url) => {
      const number = numberIn(url, 'page', 1);
      const next = ['https://k.example/other?page=2', '?page=3'][number - 1] ?? null;
      return {
        body: { ...slice(10 * (number - 1), 10), next },
        ...(next === null
          ? {}
          : {
              link: `<https://k.example/?page=0>; rel="prev first", <${next}>; title="a, b"; rel=NEXT`,
            }),
      };
    });
    expect(ids).toEqual(everything);
    expect(targets).toEqual(['/v1/kettles', '/other?page=2', '/other?page=3']);
  });

  test('contain the API key of the query once', async () => {
    const keyed = list({ next: { link: 'next' } }, { security: [{ key: [] }] });
    const { targets } = await walk(keyed, (url) =>
      url.searchParams.has('page')
        ? { body: slice(0, 0) }
        : { body: slice(0, 1), link: '</v1/kettles?key=secret&page=2>; rel="next"' },
    );
    expect(targets).toEqual(['/v1/kettles?key=secret', '/v1/kettles?page=2&key=secret']);
  });

  test.each([
    [
      '//evil.example/',
      'the next page is at https://evil.example, but the list is at https://k.example',
    ],
    [
      'http://k.example/',
      'the next page is at http://k.example, but the list is at https://k.example',
    ],
    ['https://user@k.example/', 'the next page is at https://k.example, but the list is at'],
    [
      'javascript:alert(1)',
      'the next page is at javascript:, but the list is at https://k.example',
    ],
    ['https://', 'the reference to the next page is not a valid URL'],
  ])('are not requested from %s', async (next, message) => {
    const urls: string[] = [];
    const serve = (url: URL): { readonly body: object; readonly link: string } => {
      urls.push(url.href);
      return { body: slice(0, 2), link: `<${next}>; rel="next"` };
    };
    const error: unknown = await walk(byLink, serve).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ outcome: { kind: 'invalid-response' } });
    expect(String(error)).toContain(message);
    expect(urls).toHaveLength(1);
  });

  test('end if a URL repeats', async () => {
    const error: unknown = await walk(byLink, page('<?page=2>; rel="next"')).catch(
      (e: unknown) => e,
    );
    expect(String(error)).toContain('the next page has been read before');
  });

  test('ignore an invalid Link header', async () => {
    const hostile = `${'<'.repeat(20_000)}; rel="next", , ;;;"`;
    expect((await walk(byLink, page(hostile))).targets).toHaveLength(1);
  });
});
