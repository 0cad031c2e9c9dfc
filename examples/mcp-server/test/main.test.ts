import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { apiKeyVerifier } from '@tallystick/runtime/auth/keys';
import { nodeServer } from '@tallystick/runtime/http/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLibraryServer } from '../src/library/server.js';

const tea = { id: 'b1', title: 'The Book of Tea', author: 'Okakura Kakuzō' };

/** A library with one book, which can be lent once. */
function createLibrary(): Server {
  let isLent = false;
  const handle = createLibraryServer(
    {
      findBooks: ({ query }, respond) =>
        respond.ok({ books: tea.title.toLowerCase().includes(query.words) ? [tea] : [] }),
      borrowBook({ path }, respond) {
        if (isLent) return respond.conflict({ message: 'the book is lent' });
        isLent = true;
        return respond.ok({ book: path.id, until: '2026-02-01' });
      },
      returnBook(_, respond) {
        isLent = false;
        return respond.noContent();
      },
      deleteMember: (_, respond) => respond.noContent(),
    },
    { trustHost: true, security: { key: apiKeyVerifier({ keys: ['secret'] }) } },
  );
  return nodeServer(handle);
}

const library = createLibrary();
const mcp = new Client({ name: 'test', version: '1.0.0' });

beforeAll(async () => {
  await new Promise<void>((done) => library.listen(0, '127.0.0.1', done));
  const { port } = library.address() as AddressInfo;
  const env = { LIBRARY_URL: `http://127.0.0.1:${port}`, LIBRARY_KEY: 'secret' };
  const args = ['dist/src/main.js'];
  await mcp.connect(new StdioClientTransport({ command: process.execPath, args, env }));
});
afterAll(async () => {
  await mcp.close();
  library.close();
});

test('an assistant sees the operations, but not the excluded one', async () => {
  const { tools } = await mcp.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['findBooks', 'borrowBook', 'returnBook']);
  expect(tools[0]?.annotations?.readOnlyHint).toBe(true);
});

test('it finds a book', async () => {
  const { structuredContent } = await mcp.callTool({
    name: 'findBooks',
    arguments: { words: 'tea' },
  });
  expect(structuredContent).toEqual({ result: { books: [tea] } });
});

test('it is told why a book is not lent', async () => {
  const borrow = { name: 'borrowBook', arguments: { id: 'b1' } };
  expect((await mcp.callTool(borrow)).structuredContent).toEqual({
    result: { book: 'b1', until: '2026-02-01' },
  });
  const refused = await mcp.callTool(borrow);
  expect(refused.isError).toBe(true);
  expect(JSON.stringify(refused.content)).toContain('the book is lent');
});
