import type { ItemCallOf, StreamedCallOf } from './http-client-operation.js';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, itemOperation, streamedOperation, everyPart } from '@tallystick/runtime/http';
import type { ApiDescriptor, OperationDescriptor } from '@tallystick/runtime';
import type { Client } from '@tallystick/runtime/http';
import { nodeTransport } from '@tallystick/runtime/http/node';
import { serveFix } from '@tallystick/runtime/fix/node';
import { serveFeed } from '@tallystick/runtime/websocket/node';
import { afterEach, expect, test, vi } from 'vitest';
import { closable } from '../../runtime/core/closable.js';
import { createPair } from '../fix/pair.js';
import { createFeedFixture } from './socket-fixture.js';

afterEach(() => vi.unstubAllGlobals());

test('a feed client is closed at the end of a block', async () => {
  const { client, server, events } = createFeedFixture();
  {
    await using feed = client;
    await feed.subscribe('ticker', { keys: ['A'] });
    expect(server.connections).toBe(1);
  }
  expect(events.at(-1)).toEqual({ kind: 'closed' });
});

test('a subscription and a book are left at the end of a block', async () => {
  const { client, server } = createFeedFixture({
    handlers: {
      level2: {
        snapshot: (key = '') => [
          { type: 'snapshot', product_id: key, bids: [['1', '1']], asks: [['2', '1']] },
        ],
      },
    },
  });
  {
    await using ticks = await client.subscribe('ticker', { keys: ['A'] });
    await using book = await client.levelBook('level2', 'A');
    expect([ticks.keys, book.isLive]).toEqual([['A'], true]);
    expect([server.subscribers('ticker', 'A'), server.subscribers('level2', 'A')]).toEqual([1, 1]);
  }
  expect([server.subscribers('ticker', 'A'), server.subscribers('level2', 'A')]).toEqual([0, 0]);
});

test('a feed server is drained at the end of a block', async () => {
  const { client, server, events } = createFeedFixture({ client: { reconnect: false } });
  {
    await using feed = server;
    await client.subscribe('ticker', { keys: ['A'] });
    expect(feed.connections).toBe(1);
  }
  expect(server.connections).toBe(0);
  expect(events.map(({ kind }) => kind)).toContain('lost');
});

test('a feed is no longer accepted after the block', async () => {
  const http = createServer();
  {
    await using stop = serveFeed(http, createFeedFixture().server.accept);
    expect([typeof stop, http.listenerCount('upgrade')]).toEqual(['function', 1]);
  }
  expect(http.listenerCount('upgrade')).toBe(0);
});

test('a FIX initiator logs out at the end of a block', async () => {
  const { initiator, acceptor } = createPair();
  {
    await using session = initiator;
    await session.opened();
    expect(acceptor.clients().map(({ isOpen }) => isOpen)).toEqual([true]);
  }
  expect(initiator.isOpen).toBe(false);
  await expect(initiator.opened()).rejects.toThrow('The session was closed');
});

test('a FIX acceptor logs out all sessions at the end of a block', async () => {
  const { initiator, acceptor } = createPair();
  {
    await using sessions = acceptor;
    await initiator.opened();
    expect(sessions.clients()).toHaveLength(1);
  }
  expect(initiator.isOpen).toBe(false);
});

test('a port of FIX sessions is closed at the end of a block', async () => {
  let port = 0;
  {
    await using listening = await serveFix(createPair().acceptor.accept, {
      port: 0,
      host: '127.0.0.1',
    });
    port = listening.port;
  }
  // Would fail if the port were still in use.
  await using again = await serveFix(createPair().acceptor.accept, { port, host: '127.0.0.1' });
  expect(again.port).toBe(port);
});

const api: ApiDescriptor = {
  title: 'Kettles',
  version: '1.0.0',
  servers: [],
  variables: {},
  security: {},
};
const descriptor: OperationDescriptor = {
  id: 'download',
  method: 'GET',
  path: ['/'],
  input: 'none',
  outcomes: [
    {
      status: 200,
      respond: 'ok',
      contents: [{ mediaType: 'application/octet-stream', codec: 'binary' }],
    },
  ],
};
const download: StreamedCallOf<[client: Client], Uint8Array, never> = streamedOperation(
  descriptor,
  [everyPart],
);
const rows: ItemCallOf<[client: Client], unknown, unknown, never> = itemOperation(
  {
    ...descriptor,
    id: 'rows',
    outcomes: [
      {
        status: 200,
        respond: 'ok',
        contents: [{ mediaType: 'application/x-ndjson', codec: 'json-lines' }],
      },
    ],
  },
  [everyPart],
);

/** A server whose responses do not end, and a client of it. */
async function endless(mediaType: string, text: string) {
  const responses: ServerResponse[] = [];
  const server = createServer((_, response) => {
    responses.push(response);
    response.writeHead(200, { 'Content-Type': mediaType });
    response.write(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const transport = nodeTransport();
  const { port } = server.address() as AddressInfo;
  const client = connect(api, { baseUrl: `http://127.0.0.1:${port}`, transport });
  const closed = async (): Promise<void> => {
    await Promise.all(responses.map((response) => response.destroyed || once(response, 'close')));
    server.close();
    await once(server, 'close');
  };
  return { client, transport, responses, closed };
}

test('a response that was never read releases its connection', async () => {
  const { client, responses, closed } = await endless('application/octet-stream', 'tea');
  {
    await using response = await download.open(client);
    expect([response.status, responses.length]).toEqual([200, 1]);
  }
  await closed();
});

test('a stream of items releases its connection, and sends nothing if it is closed before', async () => {
  const { client, responses, closed } = await endless('application/x-ndjson', '{"n":1}\n');
  {
    await using items = rows.stream(client);
    const iterator = items[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: { n: 1 } });
  }
  {
    await using unread = rows.stream(client);
    expect(unread.lastEventId).toBe('');
  }
  expect(responses).toHaveLength(1);
  await closed();
});

test('a transport closes its connections', async () => {
  const { client, transport, closed } = await endless('application/octet-stream', 'tea');
  {
    await using connections = transport;
    expect(connections).toBe(transport);
    await download.open(client);
  }
  await closed();
});

test('a resource stays as it is on engines without Symbol.asyncDispose', () => {
  vi.stubGlobal('Symbol', {});
  const resource = { name: 'kettle' };
  expect(closable(resource, () => undefined)).toBe(resource);
  expect(Reflect.ownKeys(resource)).toEqual(['name']);
});
