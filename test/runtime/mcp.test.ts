import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, test } from 'vitest';
import type { McpOptions } from '../../runtime/mcp/index.js';
import { createTeaMcpServer } from '../cases/mcp/output/src/mcp.js';
import { createTeaShop, photo, secret, type TeaShop } from './mcp-shop.js';

const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

async function connected(
  options?: McpOptions,
): Promise<{ readonly mcp: Client; readonly shop: TeaShop }> {
  const shop = createTeaShop();
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createTeaMcpServer(shop.client, options).connect(far);
  const mcp = new Client({ name: 'test', version: '1.0.0' });
  await mcp.connect(near);
  open.push(mcp);
  return { mcp, shop };
}

function textOf({ content }: { readonly content: readonly unknown[] }): string {
  const [first] = content as readonly { readonly text?: string }[];
  return first?.text ?? '';
}

describe('tools of a package', () => {
  test('are its operations, with hints of their methods and without those that stream', async () => {
    const { mcp } = await connected();
    const { tools } = await mcp.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'listOrders',
      'createOrder',
      'getOrder',
      'cancelOrder',
      'downloadPhoto',
      'replacePhoto',
      'addPhotos',
    ]);
    const [list, create, , cancel] = tools;
    expect(list).toMatchObject({
      title: 'List orders',
      description: 'Returns the orders, the newest first.',
      annotations: { readOnlyHint: true, openWorldHint: true },
    });
    expect(create?.annotations).toMatchObject({ readOnlyHint: false, idempotentHint: false });
    expect(cancel?.annotations).toMatchObject({ destructiveHint: true, idempotentHint: true });
    expect(cancel?.description).toBe('Deprecated.');
  });

  test('take parameters by names that clients accept, and no cursors or credentials', async () => {
    const { mcp, shop } = await connected();
    const { tools } = await mcp.listTools();
    expect(Object.keys(tools[0]?.inputSchema.properties ?? {})).toEqual([
      'filter_status',
      'since',
      'customer',
      'limit',
      'page',
    ]);
    await mcp.callTool({
      name: 'listOrders',
      arguments: {
        filter_status: 'paid',
        since: '2026-01-01T00:00:00Z',
        customer: '9007199254740993',
      },
    });
    expect(shop.received).toEqual([
      {
        operation: 'listOrders',
        input: {
          'filter[status]': 'paid',
          since: new Date('2026-01-01T00:00:00Z'),
          customer: 9007199254740993n,
        },
      },
    ]);
  });

  test('return one page, and the argument for the next one', async () => {
    const { mcp } = await connected();
    const first = await mcp.callTool({ name: 'listOrders', arguments: {} });
    const { nextPage, result } = first.structuredContent as {
      readonly nextPage: string;
      readonly result: { readonly orders: readonly unknown[] };
    };
    expect(result.orders).toHaveLength(2);
    expect(textOf(first)).toContain(`"page": "${nextPage}"`);
    const second = await mcp.callTool({ name: 'listOrders', arguments: { page: nextPage } });
    expect(second.structuredContent).toEqual({
      result: {
        orders: [
          { id: '9007199254740993', item: 'oolong', count: 1, created: '2026-01-02T03:04:05.000Z' },
        ],
      },
    });
    const wrong = await mcp.callTool({ name: 'listOrders', arguments: { page: 'more' } });
    expect(wrong.isError).toBe(true);
    expect(textOf(wrong)).toContain('/page: expected the "nextPage" of the preceding result');
  });

  test('send bodies, and say what is wrong with arguments without a request', async () => {
    const { mcp, shop } = await connected();
    const made = await mcp.callTool({
      name: 'createOrder',
      arguments: { body: { item: 'sencha', count: 2, created: '2026-01-01T00:00:00Z' } },
    });
    expect(made.structuredContent).toEqual({
      result: { id: 4, item: 'sencha', count: 2, created: '2026-01-01T00:00:00.000Z' },
    });
    const before = shop.received.length;
    const wrong = await mcp.callTool({ name: 'createOrder', arguments: { body: { count: 0 } } });
    expect(wrong.isError).toBe(true);
    expect(textOf(wrong)).toMatch(/^createOrder: invalid arguments\n.*item/s);
    const unknown = await mcp.callTool({ name: 'getOrder', arguments: { id: 1, key: 'mine' } });
    expect(unknown.isError).toBe(true);
    expect(shop.received).toHaveLength(before);
  });

  test('report the errors of the operation with their bodies, without credentials', async () => {
    const { mcp } = await connected();
    const refused = await mcp.callTool({
      name: 'createOrder',
      arguments: { body: { item: 'sencha', count: 13 } },
    });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toBe(
      'createOrder: 422 the server returned a declared error\n{"code":"unlucky","message":"not 13"}',
    );
    const missing = await mcp.callTool({ name: 'getOrder', arguments: { id: 5 } });
    expect(missing.isError).toBe(true);
    expect(textOf(missing)).toContain('may not see this order');
    expect(JSON.stringify(missing)).not.toContain(secret.slice(0, 12));
  });

  test('return files as content, and take them as base64', async () => {
    const { mcp, shop } = await connected();
    const data = Buffer.from(photo).toString('base64');
    const image = await mcp.callTool({ name: 'downloadPhoto', arguments: { id: 1 } });
    expect(image.content).toEqual([{ type: 'image', data, mimeType: 'image/png' }]);
    expect(image.structuredContent).toEqual({ result: { mediaType: 'image/png', bytes: 6 } });
    await mcp.callTool({ name: 'replacePhoto', arguments: { id: 1, body: { data } } });
    expect(shop.received.at(-1)?.input).toEqual(photo);
    const added = await mcp.callTool({
      name: 'addPhotos',
      arguments: {
        id: 1,
        body: {
          cover: { data, name: 'a.png', mediaType: 'image/png' },
          others: [{ data, name: 'b.png' }],
          note: 'two',
        },
      },
    });
    expect(added.structuredContent).toEqual({
      result: ['a.png image/png 6', 'b.png application/octet-stream 6'],
    });
    const wrong = await mcp.callTool({
      name: 'replacePhoto',
      arguments: { id: 1, body: { data: '???' } },
    });
    expect(textOf(wrong)).toContain('body/data: expected bytes in base64');
    const { mcp: small } = await connected({ maxFileBytes: 5 });
    const large = await small.callTool({ name: 'downloadPhoto', arguments: { id: 1 } });
    expect(textOf(large)).toContain('has 6 bytes, and at most 5 are returned');
  });

  test('abort the request when the call is cancelled', async () => {
    const { mcp, shop } = await connected();
    const abort = new AbortController();
    const call = mcp.callTool({ name: 'getOrder', arguments: { id: 7 } }, { signal: abort.signal });
    const failed = expect(call).rejects.toThrow();
    const signal = await shop.slowRequest;
    const gone = new Promise<void>((done) => signal.addEventListener('abort', () => done()));
    abort.abort();
    await failed;
    await gone;
    expect(signal.aborted).toBe(true);
  });

  test('are those that a selection offers', async () => {
    const names = async (options: McpOptions): Promise<readonly string[]> => {
      const { mcp } = await connected(options);
      return (await mcp.listTools()).tools.map(({ name }) => name);
    };
    expect(await names({ tools: { include: ['method:get'] } })).toEqual([
      'listOrders',
      'getOrder',
      'downloadPhoto',
    ]);
    expect(
      await names({
        tools: { include: ['*Order*', 'tag:photos'], exclude: ['cancel*', '*Photo*'] },
      }),
    ).toEqual(['listOrders', 'createOrder', 'getOrder']);
    const { mcp } = await connected({ tools: { exclude: ['getOrder'] } });
    const hidden = await mcp.callTool({ name: 'getOrder', arguments: { id: 1 } });
    expect(hidden.isError).toBe(true);
    expect(textOf(hidden)).toBe('there is no tool "getOrder"');
  });

  test('have schemas of a bounded length', async () => {
    const { mcp } = await connected({ maxSchemaLength: 10 });
    const { tools } = await mcp.listTools();
    expect(tools.map(({ outputSchema }) => outputSchema !== undefined)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
    expect(tools[1]?.inputSchema['$defs']).toEqual({ OrderRequest: true });
    const made = await mcp.callTool({
      name: 'createOrder',
      arguments: { body: { item: 'a', count: 1 } },
    });
    expect(made.structuredContent).toBeUndefined();
    expect(JSON.parse(textOf(made))).toMatchObject({ id: 4, item: 'a', count: 1 });
  });
});
