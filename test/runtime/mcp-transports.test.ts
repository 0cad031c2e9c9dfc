import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { createTeaMcpHandler } from '../cases/mcp/output/src/mcp.js';
import { createTeaShop } from './mcp-shop.js';

const order = { id: 1, item: 'oolong', count: 1, created: '2026-01-02T03:04:05.000Z' };

describe('tools of a package', () => {
  test('are served on the standard streams of a process', async () => {
    const file = join(resolve('.tallystick/mcp'), 'server.mjs');
    await build({
      stdin: {
        contents: `import { serveTeaMcp } from './test/cases/mcp/output/src/mcp.js';
import { createTeaShop } from './test/runtime/mcp-shop.js';
serveTeaMcp(createTeaShop().client, { tools: { include: ['getOrder'] } });`,
        resolveDir: resolve('.'),
        loader: 'ts',
      },
      outfile: file,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      conditions: ['@tallystick/source'],
      external: ['@modelcontextprotocol/*'],
    });
    const mcp = new Client({ name: 'test', version: '1.0.0' });
    await mcp.connect(new StdioClientTransport({ command: process.execPath, args: [file] }));
    try {
      expect((await mcp.listTools()).tools.map(({ name }) => name)).toEqual(['getOrder']);
      const { structuredContent } = await mcp.callTool({ name: 'getOrder', arguments: { id: 1 } });
      expect(structuredContent).toEqual({ result: order });
    } finally {
      await mcp.close();
    }
  }, 60_000);

  test('are served over streamable HTTP, to hosts and pages that are allowed', async () => {
    const handler = createTeaMcpHandler(createTeaShop().client);
    // The adapter's types are narrower than those of Node with "exactOptionalPropertyTypes".
    const server = createServer(toNodeHandler(handler) as RequestListener);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
    const mcp = new Client({ name: 'test', version: '1.0.0' });
    try {
      await mcp.connect(new StreamableHTTPClientTransport(url));
      const { structuredContent } = await mcp.callTool({ name: 'getOrder', arguments: { id: 1 } });
      expect(structuredContent).toEqual({ result: order });
      const answer = await fetch(url, {
        method: 'POST',
        headers: { origin: 'https://other.example', 'content-type': 'application/json' },
        body: '{}',
      });
      expect(answer.status).toBe(403);
    } finally {
      await mcp.close();
      await handler.close();
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    }
  }, 60_000);

  test('are served by other names only if these are allowed', async () => {
    const { client } = createTeaShop();
    const request = (): Request =>
      new Request('http://tea.example/mcp', {
        method: 'POST',
        headers: { host: 'tea.example' },
        body: '{}',
      });
    expect((await createTeaMcpHandler(client).fetch(request())).status).toBe(403);
    const allowed = createTeaMcpHandler(client, { allowedHosts: ['tea.example'] });
    expect((await allowed.fetch(request())).status).not.toBe(403);
  });
});
