import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { SocketRefusal } from '../socket.js';

/** A feed that takes upgrades of a server. */
export interface UpgradeTaker {
  /** Those with a lower rank are asked first. */
  readonly rank: number;
  /** Why it does not take a request; 404 if its address is none of the feed's. */
  judge(request: IncomingMessage): SocketRefusal | undefined;
  take(request: IncomingMessage, stream: Duplex, head: Buffer): void;
}

interface Upgrades {
  readonly takers: UpgradeTaker[];
  readonly listener: (request: IncomingMessage, stream: Duplex, head: Buffer) => void;
}

/** Feeds by the server that they share. */
const upgrades = new WeakMap<Server, Upgrades>();

/** Lets a feed take upgrades of a server, beside others of the same server. The result removes it. */
export function addFeed(server: Server, taker: UpgradeTaker): () => void {
  const known = upgrades.get(server) ?? listen(server);
  known.takers.push(taker);
  known.takers.sort((left, right) => left.rank - right.rank);
  return () => {
    const place = known.takers.indexOf(taker);
    if (place >= 0) known.takers.splice(place, 1);
    if (known.takers.length > 0 || upgrades.get(server) !== known) return;
    server.off('upgrade', known.listener);
    upgrades.delete(server);
  };
}

function listen(server: Server): Upgrades {
  const takers: UpgradeTaker[] = [];
  const listener: Upgrades['listener'] = (request, stream, head) => {
    let refusal: SocketRefusal | undefined;
    for (const taker of takers) {
      const own = taker.judge(request);
      if (own === undefined) {
        taker.take(request, stream, head);
        return;
      }
      // A feed that knows the address says more than one that does not.
      if (refusal === undefined || refusal.status === 404) refusal = own;
    }
    const isElsewhere = refusal === undefined || refusal.status === 404;
    if (isElsewhere && server.listenerCount('upgrade') > 1) return;
    refuse(stream, refusal ?? { status: 404, reason: 'no such address' });
  };
  server.on('upgrade', listener);
  const added = { takers, listener };
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
