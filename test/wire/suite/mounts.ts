import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Exchange } from '@tallystick/runtime';
import { expressHandler } from '@tallystick/runtime/http/express';
import { fastifyPlugin } from '@tallystick/runtime/http/fastify';
import { fetchHandler } from '@tallystick/runtime/http/fetch';
import { honoHandler } from '@tallystick/runtime/http/hono';
import { koaMiddleware } from '@tallystick/runtime/http/koa';
import { nodeHandler, nodeTransport } from '@tallystick/runtime/http/node';
import { fetchTransport } from '@tallystick/runtime/http';
import { undiciTransport } from '@tallystick/runtime/http/undici';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { Agent } from 'undici';

/** A way from a client to a server. */
export interface Way {
  readonly transport: Exchange;
  /** Where the server is; that of the description if absent. */
  readonly baseUrl?: string;
  close(): Promise<void>;
}

/** Every way that is proved, by what it leads through. */
export const ways: Readonly<Record<string, (handle: Exchange) => Promise<Way>>> = {
  'in memory': async (handle) => ({ transport: handle, close: async () => undefined }),
  'fetch, to node:http': async (handle) =>
    overLoopback(fetchTransport(), createServer(nodeHandler(handle))),
  'node:http, to node:http': async (handle) => overNode(createServer(nodeHandler(handle))),
  'undici, to node:http': async (handle) => {
    const agent = new Agent();
    const way = await overLoopback(undiciTransport(agent), createServer(nodeHandler(handle)));
    return {
      ...way,
      async close() {
        await agent.close();
        await way.close();
      },
    };
  },
  'node:http, to Express': async (handle) => {
    const app = express();
    app.use(expressHandler(handle));
    return overNode(createServer(app));
  },
  'node:http, to Koa': async (handle) => {
    const app = new Koa();
    app.use(koaMiddleware(handle));
    return overNode(createServer(app.callback()));
  },
  'node:http, to Fastify': async (handle) => {
    const app = fastify();
    await app.register(fastifyPlugin(handle));
    await app.ready();
    return overNode(app.server);
  },
  'web requests': async (handle) => throughWeb(fetchHandler(handle)),
  'web requests, to Hono': async (handle) => {
    const app = new Hono();
    app.all('/*', honoHandler(handle));
    return throughWeb(async (request) => app.fetch(request));
  },
};

async function overNode(server: Server): Promise<Way> {
  const transport = nodeTransport();
  const way = await overLoopback(transport, server);
  return {
    ...way,
    async close() {
      transport.close();
      await way.close();
    },
  };
}

async function overLoopback(transport: Exchange, server: Server): Promise<Way> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a port was asked for');
  return {
    transport,
    baseUrl: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function throughWeb(handler: (request: Request) => Promise<Response>): Promise<Way> {
  return {
    transport: fetchTransport((url, init) => handler(new Request(url, init as RequestInit))),
    close: async () => undefined,
  };
}
