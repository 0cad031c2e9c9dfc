import { responseChecks } from '@tallystick/runtime/validate';
import type { PagedCallOf } from './http-client-operation.js';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type ApiDescriptor,
  ApiError,
  type CallOptions,
  type Failure,
  type OperationDescriptor,
  type PaginationDescriptor,
  type ResponseChecks,
  type Success,
  type Unexpected,
  type Violation,
  type WireRequest,
  type WireResponse,
} from '@tallystick/runtime';
import { bind, type Client, type ClientOptions, connect } from '@tallystick/runtime/http';
import { json } from './http-client-fixture.js';
import { pagedOperation } from './http-client-operation.js';

const api: ApiDescriptor = {
  title: 'Kettles',
  version: '1.0.0',
  servers: [{ url: 'https://k.example' }],
  variables: {},
  security: {},
};
interface Page {
  readonly data: readonly string[];
  readonly has_more?: boolean;
  readonly next_page?: string | number | null;
}
type Outcome = Success<200, Page> | Failure<400, unknown> | Unexpected;
interface Query {
  readonly limit?: number;
  readonly page?: string;
}
type List = PagedCallOf<
  [client: Client, query?: Query, options?: CallOptions],
  Page,
  string,
  Outcome
>;
type BoundList = PagedCallOf<[query?: Query, options?: CallOptions], Page, string, Outcome>;

const pagination: PaginationDescriptor = {
  request: { name: 'page', in: 'query' },
  next: { path: ['next_page'] },
  items: ['data'],
  hasMore: ['has_more'],
};
const descriptor: OperationDescriptor = {
  id: 'listKettles',
  method: 'GET',
  path: ['/kettles'],
  input: 'query',
  parameters: [
    { name: 'limit', in: 'query', type: { types: ['integer'] } },
    { name: 'page', in: 'query', type: { types: ['string'] } },
  ],
  outcomes: [
    { status: 200, respond: 'ok', contents: [{ mediaType: 'application/json', codec: 'json' }] },
    { status: 400, respond: 'badRequest' },
  ],
  pagination,
};
const list: List = pagedOperation(descriptor);

function serving(
  answer: (request: WireRequest, count: number) => WireResponse,
  options: ClientOptions = {},
): { readonly client: Client; readonly requests: WireRequest[] } {
  const requests: WireRequest[] = [];
  const transport = async (request: WireRequest): Promise<WireResponse> => {
    requests.push(request);
    return answer(request, requests.length);
  };
  return { requests, client: connect(api, { transport, retry: false, ...options }) };
}

const page = (value: Page): WireResponse => json(200, value);
const two = (_: WireRequest, count: number): WireResponse =>
  count === 1
    ? page({ data: ['a', 'b'], has_more: true, next_page: 'p 2' })
    : page({ data: ['c'], has_more: false, next_page: 'p3' });

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('paged call', () => {
  it('returns the first page when it is awaited', async () => {
    const { client, requests } = serving(two);
    const first = await list(client, { limit: 2 });
    expectTypeOf(first).toEqualTypeOf<Page>();
    expect(first.data).toEqual(['a', 'b']);
    expect(requests).toHaveLength(1);
  });

  it('is a promise of the first page for functions that expect one', async () => {
    const query = <Data>(queryFn: () => Data | Promise<Data>): Promise<Data> =>
      Promise.resolve(queryFn());
    const { client } = serving(two);
    const data = query(() => list(client));
    expectTypeOf(data).toEqualTypeOf<Promise<Page>>();
    expect((await data).data).toEqual(['a', 'b']);
  });

  it('sends one request for all methods of the promise', async () => {
    const { client, requests } = serving(() => ({ status: 400, headers: [], body: undefined }));
    const failing = list(client);
    expect(requests).toHaveLength(0);
    const statuses: (number | undefined)[] = [];
    await failing
      .finally(() => statuses.push(0))
      .catch((error: unknown) => {
        if (list.failed(error)) statuses.push(error.status);
      });
    await failing.catch(() => statuses.push(1));
    expect(statuses).toEqual([0, 400, 1]);
    expect(requests).toHaveLength(1);
  });

  it('returns every item when it is iterated, with the same parameters and the cursor', async () => {
    const { client, requests } = serving(two);
    expect(await all(list(client, { limit: 2 }))).toEqual(['a', 'b', 'c']);
    expect(requests.map(({ target }) => target)).toEqual([
      '/kettles?limit=2',
      '/kettles?limit=2&page=p%202',
    ]);
  });

  it('returns every page with pages()', async () => {
    const { client } = serving(two);
    const pages = await all(bind<BoundList>(client, list)().pages());
    expect(pages.map(({ data }) => data)).toEqual([['a', 'b'], ['c']]);
  });

  it('sends no request before it is awaited, and requests no unneeded page', async () => {
    const { client, requests } = serving(two);
    const lazy = list(client);
    expect(requests).toHaveLength(0);
    for await (const item of lazy) if (item === 'b') break;
    expect(requests).toHaveLength(1);
  });

  it('reuses the first page', async () => {
    const { client, requests } = serving(two);
    const pages = list(client);
    await pages;
    expect(await all(pages)).toEqual(['a', 'b', 'c']);
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['missing', { data: ['a'] }],
    ['empty', { data: ['a'], has_more: true, next_page: '' }],
    ['null', { data: ['a'], has_more: true, next_page: null }],
  ])('ends if the cursor is %s', async (_, only) => {
    const { client, requests } = serving(() => page(only));
    expect(await all(list(client))).toEqual(['a']);
    expect(requests).toHaveLength(1);
  });

  it('rejects a repeated cursor', async () => {
    const { client, requests } = serving((_, count) =>
      page({ data: [String(count)], next_page: count % 2 === 0 ? 'even' : 'odd' }),
    );
    const error: unknown = await all(list(client)).catch((thrown: unknown) => thrown);
    expect(list.failed(error)).toBe(true);
    expect(error).toMatchObject({
      message: 'listKettles: 200 the next page has been read before',
      outcome: { kind: 'invalid-response' },
    });
    expect(requests).toHaveLength(3);
  });

  it('rejects the cursor that it started with', async () => {
    const { client, requests } = serving(() => page({ data: ['a'], next_page: 'p1' }));
    await expect(all(list(client, { page: 'p1' }))).rejects.toBeInstanceOf(ApiError);
    expect(requests).toHaveLength(1);
  });

  it('throws if a later page fails', async () => {
    const { client } = serving((request, count) =>
      count === 1 ? two(request, 1) : { status: 400, headers: [], body: undefined },
    );
    const items: string[] = [];
    const reading = (async () => {
      for await (const item of list(client)) items.push(item);
    })();
    await expect(reading).rejects.toMatchObject({ status: 400 });
    expect(items).toEqual(['a', 'b']);
  });

  it('rejects a page without a list', async () => {
    const { client } = serving(() => json(200, { data: 'abc' }));
    await expect(all(list(client))).rejects.toThrow('the page has no list of items');
  });

  it('returns the outcome of the first page with result()', async () => {
    const { client } = serving(two);
    expect(await list.result(client)).toMatchObject({
      kind: 'success',
      value: { data: ['a', 'b'] },
    });
  });

  it('follows a cursor in a header, with a body that is the list', async () => {
    const byHeader: List = pagedOperation({
      ...descriptor,
      pagination: {
        request: { name: 'after', in: 'header' },
        next: { header: 'CB-AFTER' },
        items: [],
      },
      parameters: [{ name: 'after', in: 'header', type: { types: ['string'] } }],
    });
    const { client, requests } = serving((_, count) =>
      json(200, [count], ...(count < 3 ? ['Cb-After', String(count * 10)] : [])),
    );
    expect(await all(byHeader(client))).toEqual([1, 2, 3]);
    expect(requests.map(({ headers }) => headers.slice(0, 2))).toEqual([
      ['Accept', 'application/json'],
      ['after', '10'],
      ['after', '20'],
    ]);
  });

  it('follows a cursor in the body', async () => {
    const search: PagedCallOf<[client: Client, body: object], Page, string, Outcome> =
      pagedOperation({
        ...descriptor,
        method: 'POST',
        input: 'body',
        body: { contents: [{ mediaType: 'application/json', codec: 'json' }] },
        pagination: { ...pagination, request: { name: 'cursor', in: 'body' } },
      });
    const { client, requests } = serving(two);
    expect(await all(search(client, { q: 'x' }))).toEqual(['a', 'b', 'c']);
    expect(requests.map(({ body }) => body)).toEqual(['{"q":"x"}', '{"q":"x","cursor":"p 2"}']);
  });
});

describe('response checks', () => {
  const violation: Violation = {
    pointer: '/data/0',
    keyword: 'type',
    expected: 'a string',
    schema: 's',
  };
  const branch: Violation = { ...violation, keyword: 'discriminator' };
  const checks = (...violations: readonly Violation[]): ResponseChecks =>
    responseChecks({
      listKettles: [{ contents: [{ is: () => violations.length === 0, check: () => violations }] }],
    });

  it('return an error if onInvalidResponse is "error"', async () => {
    const { client } = serving(two, { checks: checks(violation), onInvalidResponse: 'error' });
    expect(await list.result(client)).toMatchObject({
      kind: 'invalid-response',
      violations: [violation],
    });
  });

  it('call the hook and return the value otherwise', async () => {
    const events: unknown[] = [];
    const { client } = serving(two, {
      checks: checks(violation),
      hooks: {
        invalidResponse(event) {
          events.push([event.operation.id, event.status, event.violations]);
          throw new Error('a hook’s own trouble');
        },
      },
    });
    expect(await list.result(client)).toMatchObject({ kind: 'success' });
    expect(events).toEqual([['listKettles', 200, [violation]]]);
  });

  it('accept an unknown branch even if violations are errors', async () => {
    const events: unknown[] = [];
    const { client } = serving(two, {
      checks: checks(branch),
      onInvalidResponse: 'error',
      hooks: { unknownBranch: ({ violations }) => events.push(violations) },
    });
    expect(await list.result(client)).toMatchObject({ kind: 'success' });
    expect(events).toEqual([[branch]]);
  });

  it('are skipped without a listener', async () => {
    const { client } = serving(two, {
      checks: responseChecks({
        listKettles: [{ contents: [{ is: () => expect.unreachable(), check: () => [] }] }],
      }),
    });
    expect(await list.result(client)).toMatchObject({ kind: 'success' });
  });

  it('apply to declared headers, including missing ones', async () => {
    const strict: List = pagedOperation({
      ...descriptor,
      outcomes: [
        {
          status: 200,
          respond: 'ok',
          headers: [
            { name: 'X-Total', in: 'header', required: true, type: { types: ['integer'] } },
          ],
        },
      ],
    });
    const { client } = serving(two, {
      checks: responseChecks({ listKettles: [{}] }),
      onInvalidResponse: 'error',
    });
    expect(await strict.result(client)).toMatchObject({
      kind: 'invalid-response',
      violations: [{ keyword: 'required', expected: 'the header X-Total' }],
    });
  });
});
