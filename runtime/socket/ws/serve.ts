import type { IncomingMessage, Server } from 'node:http';
import { TLSSocket } from 'node:tls';
import { WebSocketServer } from 'ws';
import { systemTimers, type Timers } from '../../core/clock.js';
import type { Peer } from '../../core/wire.js';
import type { AcceptSocket, SocketRequest } from '../socket.js';
import { ClosingSocket } from './closing-socket.js';
import { facade } from './facade.js';
import { createFlusher } from './flusher.js';
import { listen } from './listen.js';
import { addFeed } from './upgrades.js';
import { writer } from './writer.js';

/** How connections are taken from a server of `node:http`. */
export interface ServeFeedOptions {
  /**
   * The path of the feed, without a query. Default: the addresses that its description says, if they have parameters; else every path.
   * Upgrades elsewhere are left to other feeds and listeners of the server, or refused with 404 if there are none.
   */
  readonly path?: string;
  /** Origins (RFC 6454) that may connect from browsers. Default: all. Who sends none is no browser. */
  readonly origins?: readonly string[];
  /** Most bytes of one message; longer ones end the connection before they are read. Default 65536. */
  readonly maxMessageBytes?: number;
  /** Subprotocols that are spoken, most wanted first. */
  readonly protocols?: readonly string[];
  /**
   * Compresses messages (RFC 7692) for clients that offer it. Each connection then keeps some hundred KiB for its own compressor, and each
   * message is compressed once for each of its clients. Default no.
   */
  readonly compression?: boolean;
  /**
   * Milliseconds in which everything that a connection is sent goes out in one write. A message after a pause is written at once; only those
   * that follow another one closely wait, for so long at most. 0 writes at the end of each turn of the event loop. Default 1.
   */
  readonly writeInterval?: number;
  readonly timers?: Timers;
}

/**
 * Takes WebSocket connections from a server of `node:http` or `node:https` and hands them to a feed. A message for many is encoded once;
 * what one connection is sent within `writeInterval` goes out in one write. The answer stops taking more.
 */
export function serveFeed(
  server: Server,
  accept: AcceptSocket,
  options: ServeFeedOptions = {},
): () => void {
  const { path, origins, maxMessageBytes = 65_536, protocols = [], compression = false } = options;
  const flush = createFlusher(options.writeInterval ?? 1, options.timers ?? systemTimers);
  const upgrader = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: compression,
    maxPayload: maxMessageBytes,
    WebSocket: ClosingSocket,
    handleProtocols: (offered) => protocols.find((name) => offered.has(name)) ?? false,
  });
  return addFeed(server, {
    // The more an address says, the earlier it is asked: a path, then a template, then whatever comes.
    rank: path !== undefined ? 0 : accept.admit !== undefined ? 1 : 2,
    judge(request) {
      const [asked] = (request.url ?? '/').split('?');
      if (path !== undefined && asked !== path) return { status: 404, reason: 'no such address' };
      const refusal = accept.admit?.(requestOf(request));
      if (refusal !== undefined) return refusal;
      const { origin } = request.headers;
      return origins === undefined || origin === undefined || origins.includes(origin)
        ? undefined
        : { status: 403, reason: 'this origin may not connect' };
    },
    take(request, stream, head) {
      upgrader.handleUpgrade(request, stream, head, (socket) => {
        const isPlain = socket.extensions === '';
        const own = isPlain ? writer(socket, stream, flush) : facade(socket);
        const events = accept(requestOf(request), own);
        listen(socket, events);
        stream.on('drain', () => events.drained());
      });
    },
  });
}

function requestOf(request: IncomingMessage): SocketRequest {
  const { socket, headers, rawHeaders, url = '/' } = request;
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const peer: Peer = { address: socket.remoteAddress ?? '' };
  return {
    scheme: socket instanceof TLSSocket ? 'wss' : 'ws',
    authority: headers.host ?? '',
    target: url,
    headers: rawHeaders,
    protocols: protocols.filter((name) => name !== ''),
    peer,
  };
}
