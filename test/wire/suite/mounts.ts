import { once } from 'node:events';
import type { Server } from 'node:http';
import type { HttpHandler, Transport } from '@tallystick/runtime';
import { fetchTransport } from '@tallystick/runtime/http';
import { nodeTransport } from '@tallystick/runtime/http/node';
import { undiciTransport } from '@tallystick/runtime/http/undici';
import { Agent } from 'undici';
import { listeners, type WebHandler, webHandlers } from './adapters.js';

/** A transport, with what it holds on to. */
export interface Opened {
  readonly transport: Transport;
  close(): Promise<void>;
}

/** Every transport that reaches a network, by its name. */
export const transports = {
  fetch: (): Opened => ({ transport: fetchTransport(), close: async () => undefined }),
  'node:http': (): Opened => {
    const transport = nodeTransport();
    return { transport, close: async () => transport.close() };
  },
  undici: (): Opened => {
    const agent = new Agent();
    return { transport: undiciTransport(agent), close: () => agent.close() };
  },
};

/** A way from a client to a server. */
export interface Way extends Opened {
  /** Where the server is; that of the description if absent. */
  readonly baseUrl?: string;
}

/** Every way that is proved, by what it leads through. */
export const ways: Readonly<Record<string, (handle: HttpHandler) => Promise<Way>>> = {
  'in memory': async (handle) => ({ transport: handle, close: async () => undefined }),
  'fetch, to node:http': (handle) => overLoopback('fetch', 'node:http', handle),
  'node:http, to node:http': (handle) => overLoopback('node:http', 'node:http', handle),
  'undici, to node:http': (handle) => overLoopback('undici', 'node:http', handle),
  'node:http, to Express': (handle) => overLoopback('node:http', 'Express', handle),
  'node:http, to Koa': (handle) => overLoopback('node:http', 'Koa', handle),
  'node:http, to Fastify': (handle) => overLoopback('node:http', 'Fastify', handle),
  'web requests': async (handle) => throughWeb(webHandlers['web requests']?.(handle)),
  'web requests, to Hono': async (handle) => throughWeb(webHandlers['Hono']?.(handle)),
};

async function overLoopback(
  by: keyof typeof transports,
  to: string,
  handle: HttpHandler,
): Promise<Way> {
  const server = await listeners[to]?.(handle);
  if (server === undefined) throw new Error(`there is no adapter "${to}"`);
  const listening = await listenOn(server);
  const { transport, close } = transports[by]();
  return {
    transport,
    baseUrl: listening.origin,
    async close() {
      await close();
      await listening.close();
    },
  };
}

/** Lets a server listen on a free port of this machine. */
export async function listenOn(
  server: Server,
): Promise<{ readonly origin: string; close(): Promise<void> }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a port was asked for');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function throughWeb(handler: WebHandler | undefined): Way {
  if (handler === undefined) throw new Error('there is no such adapter');
  return {
    transport: fetchTransport((url, init) => handler(new Request(url, init as RequestInit))),
    close: async () => undefined,
  };
}
