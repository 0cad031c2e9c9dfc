import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { SocketRefusal } from '../socket.js';

/** A feed that accepts upgrades on a server. */
export interface UpgradeHandler {
  /** Feeds are tried in ascending order of rank. */
  readonly rank: number;
  /** Returns the refusal of a request, if any; 404 if the address does not belong to the feed. */
  refusalOf(request: IncomingMessage): SocketRefusal | undefined;
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
}

interface Upgrades {
  readonly handlers: UpgradeHandler[];
  readonly listener: (request: IncomingMessage, stream: Duplex, head: Buffer) => void;
}

/** Feeds by the server that they share. */
const upgrades = new WeakMap<Server, Upgrades>();

/** Registers a feed for upgrades on a server, which it may share with other feeds. The returned function removes it. */
export function addFeed(server: Server, handler: UpgradeHandler): () => void {
  const registered = upgrades.get(server) ?? listen(server);
  registered.handlers.push(handler);
  registered.handlers.sort((left, right) => left.rank - right.rank);
  return () => {
    const index = registered.handlers.indexOf(handler);
    if (index >= 0) registered.handlers.splice(index, 1);
    if (registered.handlers.length > 0 || upgrades.get(server) !== registered) return;
    server.off('upgrade', registered.listener);
    upgrades.delete(server);
  };
}

function listen(server: Server): Upgrades {
  const handlers: UpgradeHandler[] = [];
  const listener: Upgrades['listener'] = (request, stream, head) => {
    let refusal: SocketRefusal | undefined;
    for (const handler of handlers) {
      const ownRefusal = handler.refusalOf(request);
      if (ownRefusal === undefined) {
        handler.upgrade(request, stream, head);
        return;
      }
      // The refusal of a feed that knows the address is more precise than a 404.
      if (refusal === undefined || refusal.status === 404) refusal = ownRefusal;
    }
    const isElsewhere = refusal === undefined || refusal.status === 404;
    if (isElsewhere && server.listenerCount('upgrade') > 1) return;
    refuse(stream, refusal ?? { status: 404, reason: 'no such address' });
  };
  server.on('upgrade', listener);
  const added = { handlers, listener };
  upgrades.set(server, added);
  return added;
}

function refuse(stream: Duplex, { status, reason }: SocketRefusal): void {
  const body = `${reason}\n`;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  stream.on('error', () => undefined);
  stream.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
