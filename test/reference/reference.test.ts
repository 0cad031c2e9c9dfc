import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sharedPath } from '../shared.js';
import { brokenLinks, generateDocument, generateText, unsafeParts, type Page } from './pages.js';

const document = {
  openapi: '3.1.0',
  info: {
    title: 'Shop <b>&',
    version: '1.0.0',
    description:
      '### Deep\n\nText with `code` and [a link](https://example.com/?a=1&b=2).\n\n# Top\n\n##### Skipped\n\n| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n[bad](javascript:alert(1)) ![image](https://example.com/x.png) <script>alert(1)</script>',
  },
  'x-changelog': [
    {
      date: '2025-02-01',
      text: 'Orders have a **note**.',
      touches: ['#/components/schemas/Order/properties/note'],
    },
    { date: '2024-01-01', text: 'The list is paged.', touches: ['listOrders'] },
  ],
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        tags: ['orders'],
        summary: 'List *orders*',
        parameters: [
          {
            name: 'filter[status]',
            in: 'query',
            deprecated: true,
            description: '## Not a heading',
            schema: { type: 'string', enum: ['open', 'paid'] },
          },
          {
            name: 'limit',
            in: 'query',
            schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          },
        ],
        responses: {
          200: {
            description: 'A page',
            headers: { ETag: { schema: { type: 'string' } } },
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/Order' } },
              },
            },
          },
          default: {
            description: 'A problem',
            content: {
              'application/json': {
                schema: { type: 'object', properties: { 'a/b': { type: 'string' } } },
              },
            },
          },
        },
      },
    },
    '/old': {
      get: {
        operationId: 'old',
        deprecated: true,
        'x-deprecated-since': '2026-01-01',
        'x-sunset': '2026-12-31',
        responses: { 204: { description: 'Nothing' } },
      },
    },
  },
  webhooks: {
    orderPaid: {
      post: {
        operationId: 'orderPaid',
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
        },
        responses: { 204: { description: 'Read' } },
      },
    },
  },
  components: {
    schemas: {
      Order: {
        type: 'object',
        description: 'An order. It has parts.',
        required: ['id'],
        properties: {
          id: { type: 'string', format: 'uuid', readOnly: true },
          note: { type: 'string', maxLength: 20 },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Order' } },
          payment: {
            oneOf: [
              { type: 'object', properties: { card: { type: 'string' } } },
              { type: 'object', properties: { card: { type: 'string' } } },
            ],
          },
        },
      },
      order: { type: 'string' },
      Con: { type: 'string' },
    },
  },
};

const headings = ({ elements }: Page): readonly number[] =>
  elements.flatMap(({ tag }) => (/^h[1-6]$/.test(tag) ? [Number(tag.slice(1))] : []));

describe('reference', () => {
  const generated = generateText({ 'shop.json': JSON.stringify(document) });

  test('has a page for each operation, webhook and schema, whose names differ on every file system', async () => {
    const { diagnostics, pages } = await generated;
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect([...pages.keys()].sort()).toEqual([
      'changelog.html',
      'index.html',
      'operations/listOrders.html',
      'operations/old.html',
      'operations/orderPaid.html',
      'schemas/Con-page.html',
      'schemas/ListOrdersOtherResponse.html',
      'schemas/Order.html',
      'schemas/OrderPayment.html',
      'schemas/index.html',
      'schemas/order-2.html',
    ]);
  });

  test('has no link that leads nowhere, and nothing that its policy forbids', async () => {
    const all = await generated;
    expect(brokenLinks(all)).toEqual([]);
    expect(unsafeParts(all.pages)).toEqual([]);
  });

  test('has headings without gaps, whatever the descriptions contain', async () => {
    const { pages } = await generated;
    for (const [path, page] of pages) {
      const levels = headings(page);
      expect({ path, first: levels[0] }).toEqual({ path, first: 1 });
      const gaps = levels.filter(
        (level, at) => at > 0 && (level === 1 || level > (levels[at - 1] ?? 0) + 1),
      );
      expect({ path, gaps }).toEqual({ path, gaps: [] });
    }
  });

  test('shows HTML of a description as text, and links only to the Web', async () => {
    const { pages } = await generated;
    const { text = '', elements = [] } = pages.get('index.html') ?? {};
    expect(elements.find(({ tag }) => tag === 'h1')?.text).toBe('Shop <b>& 1.0.0');
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    const outside = elements
      .flatMap(({ attributes }) => attributes.get('href') ?? [])
      .filter((each) => each.includes(':'));
    expect(outside).toEqual(['https://example.com/?a=1&b=2', 'https://example.com/x.png']);
  });

  test('has an address for each parameter, response and property', async () => {
    const { pages } = await generated;
    const ids = (path: string): readonly string[] =>
      (pages.get(path)?.elements ?? []).flatMap(({ attributes }) => attributes.get('id') ?? []);
    expect(ids('operations/listOrders.html')).toEqual(
      expect.arrayContaining([
        'query/filter~5b~status~5d~',
        'query/limit',
        'response/200',
        'response/200/(header)/ETag',
        'response/default',
        'samples',
      ]),
    );
    expect(ids('schemas/Order.html')).toEqual(
      expect.arrayContaining(['property/id', 'property/payment']),
    );
  });

  test('lists changes and what is deprecated, with links', async () => {
    const { pages } = await generated;
    const links = (pages.get('changelog.html')?.elements ?? [])
      .filter(
        ({ tag, attributes }) => tag === 'a' && /\/\w+\.html/.test(attributes.get('href') ?? ''),
      )
      .map(({ text, attributes }) => [text, attributes.get('href')]);
    expect(links.filter(([, href]) => !href?.includes('index'))).toEqual([
      ['Order.note', 'schemas/Order.html#property/note'],
      ['listOrders', 'operations/listOrders.html'],
      ['listOrders: filter[status]', 'operations/listOrders.html#query/filter~5b~status~5d~'],
      ['old', 'operations/old.html'],
    ]);
    const textOf = (path: string): string =>
      (pages.get(path)?.elements ?? []).find(({ tag }) => tag === 'main')?.text ?? '';
    expect(textOf('changelog.html')).toContain('old: Since 2026-01-01. It ends on 2026-12-31.');
    expect(textOf('operations/old.html')).toContain(
      'Deprecated. Since 2026-01-01. It ends on 2026-12-31.',
    );
  });

  test('says of a schema what it demands and which pages mention it', async () => {
    const { pages } = await generated;
    const text =
      (pages.get('schemas/Order.html')?.elements ?? []).find(({ tag }) => tag === 'main')?.text ??
      '';
    for (const part of [
      'string (uuid)',
      'at most 20 characters',
      'only in responses',
      'array of Order',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/Used by#?listOrdersorderPaid/);
  });

  test('has channels and messages of AsyncAPI documents', async () => {
    const all = await generateDocument(resolve('test/cases/feeds/feed.yaml'));
    expect(brokenLinks(all)).toEqual([]);
    expect(unsafeParts(all.pages)).toEqual([]);
    const folders = new Set([...all.pages.keys()].map((path) => path.split('/')[0]));
    expect([...folders]).toEqual(expect.arrayContaining(['channels', 'messages', 'schemas']));
  });

  test('lists the operations of a large description by service', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [
        `/p${index}`,
        {
          get: {
            operationId: `get${index}`,
            tags: [index % 2 === 0 ? 'even' : 'odd'],
            responses: { 204: { description: 'Nothing' } },
          },
        },
      ]),
    );
    const all = await generateText(
      {
        'large.json': JSON.stringify({
          openapi: '3.1.0',
          info: { title: 'Large', version: '1' },
          paths,
        }),
      },
      { emitters: ['docs'] },
    );
    expect(brokenLinks(all)).toEqual([]);
    expect([...all.pages.keys()].filter((path) => path.startsWith('services/'))).toEqual([
      'services/even.html',
      'services/odd.html',
    ]);
    expect(Math.max(...[...all.pages.values()].map(({ text }) => text.length))).toBeLessThan(
      25_000,
    );
  });
});

const hostile = sharedPath('corpus', 'hostile', 'docs');

describe.skipIf(hostile === undefined)('references of hostile documents', () => {
  // The large ones test other parts of the generator.
  const names =
    hostile === undefined
      ? []
      : readdirSync(hostile).filter(
          (name) => /\.(?:json|ya?ml)$/.test(name) && !/size|deep|bomb/.test(name),
        );

  test('contain no element, attribute or address of a description', async () => {
    let pages = 0;
    for (const name of names) {
      const path = join(hostile ?? '', name);
      if (readFileSync(path).byteLength > 200_000) continue;
      const all = await generateDocument(path, ['docs']);
      pages += all.pages.size;
      expect({ name, unsafe: unsafeParts(all.pages), broken: brokenLinks(all) }).toEqual({
        name,
        unsafe: [],
        broken: [],
      });
      const index = all.files.get('docs/assets/search-index.js');
      expect(index ?? '').not.toMatch(/[<\u202a-\u202e\u2066-\u2069\0]/);
    }
    expect(pages).toBeGreaterThan(100);
  });
});
