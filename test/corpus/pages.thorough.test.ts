import { readFileSync } from 'node:fs';
import { ApiError, type Transport, type WireRequest, type WireResponse } from '@tallystick/runtime';
import { connect } from '@tallystick/runtime/http';
import { describe, expect, test } from 'vitest';
import { sharedPath } from '../shared.js';
import { type AnyCall, generateFrom } from '../wire/suite/generated.js';

/** Descriptions of others, paged through by the overlays of the guide. */
const guide = readFileSync('docs/guide/pagination.md', 'utf8');
const overlayOf = (title: string): string => {
  const blocks = [...guide.matchAll(/```yaml\n(overlay: [^]*?)```/g)].map(([, text = '']) => text);
  const found = blocks.find((text) => text.includes(title));
  if (found === undefined) throw new Error(`the guide has no overlay "${title}"`);
  return found;
};

const stripe = sharedPath('corpus/openapi/stripe.com.json');
const github = sharedPath('corpus/openapi/octokit-openapi-23.0.2__api.github.com.json');
const all = Array.from({ length: 250 }, (_, index) => ({ id: `id_${index}` }));

interface Walked extends AsyncIterable<{ readonly id: string }> {
  take(limit: number): AsyncIterable<{ readonly id: string }>;
}

/** One operation of a description, and the requests that it makes of a server. */
async function paging(
  document: string,
  title: string,
  operation: string,
  serve: (url: URL, request: WireRequest) => WireResponse,
): Promise<{ readonly list: (...args: readonly unknown[]) => Walked; readonly targets: string[] }> {
  const generated = await generateFrom(
    title,
    { 'openapi.json': readFileSync(document, 'utf8'), 'pages.yaml': overlayOf(title) },
    { overlays: ['pages.yaml'], select: { operations: [operation] } },
  );
  const targets: string[] = [];
  const transport: Transport = async (request) => {
    targets.push(request.target);
    return serve(new URL(`${request.scheme}://${request.authority}${request.target}`), request);
  };
  const client = connect(generated.description, {
    transport,
    retry: false,
    credentials: Object.fromEntries(
      Object.keys(generated.description.security).map((key) => [key, 'secret:of-the-caller']),
    ),
  });
  const name = [...generated.files.values()].join('\n').match(/export const (\w+)Descriptor:/)?.[1];
  const call: AnyCall = generated.call(name ?? '');
  return { targets, list: (...args) => call(client, ...args) as unknown as Walked };
}

async function ids(items: AsyncIterable<{ readonly id: string }>): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { id } of items) found.push(id);
  return found;
}

function json(value: unknown, headers: readonly string[] = []): WireResponse {
  const body = new TextEncoder().encode(JSON.stringify(value));
  return { status: 200, headers: ['Content-Type', 'application/json', ...headers], body };
}

describe.skipIf(stripe === undefined)('Stripe', () => {
  test('has pages by the id of the last item', async () => {
    const { list, targets } = await paging(
      stripe ?? '',
      'Pages of Stripe',
      'GetCustomers',
      (url) => {
        const after = url.searchParams.get('starting_after');
        const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
        const data = all.slice(from, from + Number(url.searchParams.get('limit') ?? 10));
        return json({ object: 'list', data, has_more: from + data.length < all.length, url: '' });
      },
    );
    expect(await ids(list({ limit: 100 }))).toEqual(all.map(({ id }) => id));
    expect(targets).toEqual([
      '/v1/customers?limit=100',
      '/v1/customers?limit=100&starting_after=id_99',
      '/v1/customers?limit=100&starting_after=id_199',
    ]);
    targets.length = 0;
    expect(await ids(list({}).take(20))).toHaveLength(20);
    expect(targets).toHaveLength(2);
  });
});

describe.skipIf(github === undefined)('GitHub', () => {
  const next = (url: URL, page: number): readonly string[] =>
    page * 100 < all.length
      ? ['Link', `<${url.origin}/organizations/9/repos?per_page=100&page=${page + 1}>; rel="next"`]
      : ['Link', `<${url.origin}/organizations/9/repos?page=1>; rel="first"`];

  test('has pages by Link headers', async () => {
    const { list, targets } = await paging(
      github ?? '',
      'Pages of GitHub',
      'repos/list-for-org',
      (url) => {
        const page = Number(url.searchParams.get('page') ?? 1);
        return json(all.slice(100 * (page - 1), 100 * page), next(url, page));
      },
    );
    expect(await ids(list('acme', { per_page: 100 }))).toEqual(all.map(({ id }) => id));
    expect(targets).toEqual([
      '/orgs/acme/repos?per_page=100',
      '/organizations/9/repos?per_page=100&page=2',
      '/organizations/9/repos?per_page=100&page=3',
    ]);
  });

  test('has pages on the same origin only', async () => {
    const { list, targets } = await paging(
      github ?? '',
      'Pages of GitHub',
      'repos/list-for-org',
      () => json(all.slice(0, 2), ['Link', '<https://evil.example/x>; rel="next"']),
    );
    const error: unknown = await ids(list('acme')).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(String(error)).toContain('the next page is at https://evil.example, but the list is at');
    expect(targets).toHaveLength(1);
  });
});
