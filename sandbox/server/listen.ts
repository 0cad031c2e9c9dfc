import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { HttpHandler, WireResponse } from '@tallystick/runtime';
import { nodeServer } from '@tallystick/runtime/http/node';
import type { AcceptSocket, SocketRequest } from '@tallystick/runtime/websocket';
import { serveFeed } from '@tallystick/runtime/websocket/node';

/** A listening HTTP server. */
export interface Listening {
  readonly port: number;
  /**
   * Accepts WebSocket connections at a path, under the names of this address and other hosts (421 for the rest), and from no page of another
   * origin (403).
   */
  accept(path: string, feed: AcceptSocket, hosts?: readonly string[]): void;
  /** Accepts no more requests, waits for the responses of those that were accepted, and closes all connections. */
  close(): Promise<void>;
}

/** Addresses of a sandbox. */
export interface Addresses {
  readonly host: string;
  readonly port: number;
  /** Port on 127.0.0.1 of what is for this machine only, if `host` is no loopback address. */
  readonly controlPort: number;
  /** URL by which others reach this process, if it is not that of `host`. */
  readonly advertise?: string | undefined;
}

/** One of the addresses, for what is mounted there. */
export interface Place {
  /** Hosts with ports under which clients address it. */
  readonly authorities: readonly string[];
  readonly port: number;
  /** True if only this machine reaches it (control-1). */
  readonly isLocal: boolean;
}

/** A sandbox that listens. */
export interface ListeningSandbox {
  /** URL of what is for all clients. */
  readonly url: string;
  /** URL of what is for this machine only. The rest is there, too. */
  readonly controlUrl: string;
  /** Accepts WebSocket connections at a path, wherever it listens. */
  accept(path: string, feed: AcceptSocket): void;
  close(): Promise<void>;
}

/**
 * Listens on one address if it is a loopback address, and otherwise on a second one, too, which only this machine reaches (control-1).
 *
 * @throws {Error} `EADDRINUSE` if something else listens there
 */
export async function listenForSandbox(
  { host, port, controlPort, advertise }: Addresses,
  mount: (place: Place) => Mounts,
): Promise<ListeningSandbox> {
  const advertised = advertise === undefined ? [] : [new URL(advertise).host];
  const isLocal = isLoopback(host);
  const outer = await listen(host, port, (authorities, bound) =>
    mount({ authorities: [...authorities, ...advertised], port: bound, isLocal }),
  );
  const url = urlOf(host, outer.port);
  const accept = (path: string, feed: AcceptSocket): void => outer.accept(path, feed, advertised);
  if (isLocal) return { url, controlUrl: url, accept, close: () => outer.close() };
  try {
    const inner = await listen(loopback, controlPort, (authorities, bound) =>
      mount({ authorities, port: bound, isLocal: true }),
    );
    return {
      url,
      controlUrl: urlOf(loopback, inner.port),
      accept(path, feed) {
        accept(path, feed);
        inner.accept(path, feed);
      },
      async close() {
        await Promise.all([outer.close(), inner.close()]);
      },
    };
  } catch (error) {
    await outer.close();
    throw error;
  }
}

const loopback = '127.0.0.1';

/** URL of an address. That of all addresses is named by the one of this machine. */
export function urlOf(host: string, port: number): string {
  return `http://${isWildcard(host) ? loopback : nameOf(host)}:${port}`;
}

/** The surfaces of one address, by the beginning of the path. */
export type Mounts = ReadonlyMap<string, HttpHandler>;

/**
 * Listens on an address. The surfaces are created when the port is known, because they check the host that clients address.
 *
 * @throws {Error} `EADDRINUSE` if something else listens there
 */
export async function listen(
  host: string,
  port: number,
  mount: (authorities: readonly string[], port: number) => Mounts,
): Promise<Listening> {
  let mounts: Mounts = new Map();
  const server = nodeServer((request) => {
    for (const [path, handler] of mounts)
      if (request.target.startsWith(path)) return handler(request);
    return Promise.resolve(nothingHere);
  });
  // While the server closes, a connection whose last response was sent would stay open for another request.
  server.on('request', (_, response) => {
    response.on('close', () => {
      if (!server.listening) setImmediate(() => server.closeIdleConnections());
    });
  });
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  const bound = await bind(server, host, port);
  const authorities = [...new Set(namesOf(host))].map((name) => `${name}:${bound}`);
  mounts = mount(authorities, bound);
  return {
    port: bound,
    accept(path, feed, hosts = []) {
      const own = [...authorities, ...hosts];
      const origins = own.map((authority) => `http://${authority}`);
      serveFeed(server, ownHostsOnly(feed, own), { path, origins });
    },
    close() {
      const closed = close(server);
      // Node keeps connections that have sent nothing yet, which clients open in advance.
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
      return closed;
    },
  };
}

/** Refuses connections under names that are not those of the address, as a page with a rebound name would make them. */
function ownHostsOnly(feed: AcceptSocket, authorities: readonly string[]): AcceptSocket {
  const accept: AcceptSocket = (request, socket) => feed(request, socket);
  return Object.assign(accept, {
    admit: ({ authority }: SocketRequest) =>
      authorities.includes(authority.toLowerCase())
        ? undefined
        : { status: 421, reason: 'There is no such host here.' },
  });
}

/** The response where nothing is mounted. */
export const nothingHere: WireResponse = {
  status: 404,
  headers: ['Content-Type', 'text/plain; charset=utf-8'],
  body: 'There is nothing here.\n',
};

/** True for addresses of this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.startsWith('127.') || host === '::1';
}

/** True for the address that stands for all addresses of the machine. */
export function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Names under which clients reach an address. */
function namesOf(host: string): readonly string[] {
  if (isLoopback(host)) return [nameOf(host), ...localNames];
  if (!isWildcard(host)) return [nameOf(host)];
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return [...localNames, hostname(), ...addresses.map(({ address }) => nameOf(address))];
}

const localNames = [loopback, 'localhost', '[::1]'];

/** An address as URLs have it. */
function nameOf(host: string): string {
  return host.includes(':') ? `[${host}]` : host.toLowerCase();
}

function bind(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Milliseconds that responses have to be sent when a server closes. */
const closeTime = 3000;

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), closeTime);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
