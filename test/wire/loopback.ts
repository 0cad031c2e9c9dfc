import { once } from 'node:events';
import type { HttpHandler } from '@tallystick/runtime';
import { nodeServer } from '@tallystick/runtime/http/node';

/** A server that listens on a free port of this machine. */
export interface Loopback {
  /** Value of the `Host` header of requests. */
  readonly authority: string;
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Lets an exchange answer on loopback. It is made when the port is known, since a server knows its own authorities. */
export async function listen(exchangeFor: (authority: string) => HttpHandler): Promise<Loopback> {
  const handlers: HttpHandler[] = [];
  const server = nodeServer((request) => {
    const [handle] = handlers;
    if (handle === undefined) throw new Error('nobody knows the port yet');
    return handle(request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a port was asked for');
  const authority = `127.0.0.1:${address.port}`;
  handlers.push(exchangeFor(authority));
  return {
    authority,
    baseUrl: `http://${authority}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
