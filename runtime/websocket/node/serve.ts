import type { IncomingMessage, Server } from 'node:http';
import { TLSSocket } from 'node:tls';
import { WebSocketServer } from 'ws';
import { closable, type Closable } from '../../core/closable.js';
import { systemTimers, type Timers } from '../../core/clock.js';
import type { Peer } from '../../core/wire.js';
import type { AcceptSocket, SocketRequest } from '../socket.js';
import { ClosingSocket } from './closing-socket.js';
import { wrapSocket } from './wrap-socket.js';
import { createFlusher } from './flusher.js';
import { forwardEvents } from './forward-events.js';
import { addFeed } from './upgrades.js';
import { directWriter } from './writer.js';

/** Options of {@link serveFeed}. */
export interface ServeFeedOptions {
  /**
   * Path of the feed, without a query. Default: the addresses in
   * the feed's description if it has parameters, else any path.
   *
   * Upgrades of other paths are left to other feeds and listeners
   * of the server. If there are none, they are refused with 404.
   */
  readonly path?: string;
  /** Origins (RFC 6454) from which browsers may connect. Default: all. Requests without an origin do not come from browsers. */
  readonly origins?: readonly string[];
  /** Maximum size of a message in bytes. A longer message closes the connection before it is read. Default: 65,536. */
  readonly maxMessageBytes?: number;
  /** Supported subprotocols in order of preference. */
  readonly protocols?: readonly string[];
  /**
   * Compresses messages (RFC 7692) for clients that offer it. Default: false.
   *
   * Each connection then needs some hundred KiB for its compressor,
   * and each message is compressed separately for each client.
   */
  readonly compression?: boolean;
  /**
   * Interval in milliseconds within which all messages to a connection are sent in one write. Default: 1.
   *
   * A message after a pause is written immediately. Only messages that closely follow another wait, at most for this
   * interval. With 0, messages are written at the end of each turn of the event loop.
   */
  readonly writeInterval?: number;
  /** Clock and timers; replaceable for tests. Default: those of the system. */
  readonly timers?: Timers;
}

/** Function that stops accepting connections. Open ones stay open. */
export interface StopServing extends Closable {
  (): void;
}

/**
 * Accepts WebSocket connections on a `node:http` or `node:https`
 * server for a feed. The returned function stops accepting.
 *
 * A message for many connections is encoded once. All messages
 * to a connection within `writeInterval` are sent in one write.
 */
export function serveFeed(
  server: Server,
  accept: AcceptSocket,
  options: ServeFeedOptions = {},
): StopServing {
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
  const stop = addFeed(server, {
    // More specific addresses come first: a path, then a template, then any address.
    rank: path !== undefined ? 0 : accept.admit !== undefined ? 1 : 2,
    refusalOf(request) {
      const [requestPath] = (request.url ?? '/').split('?');
      if (path !== undefined && requestPath !== path)
        return { status: 404, reason: 'no such address' };
      const refusal = accept.admit?.(requestOf(request));
      if (refusal !== undefined) return refusal;
      const { origin } = request.headers;
      return origins === undefined || origin === undefined || origins.includes(origin)
        ? undefined
        : { status: 403, reason: 'connections from this origin are not allowed' };
    },
    upgrade(request, stream, head) {
      upgrader.handleUpgrade(request, stream, head, (socket) => {
        const isPlain = socket.extensions === '';
        const wrapped = isPlain ? directWriter(socket, stream, flush) : wrapSocket(socket);
        const events = accept(requestOf(request), wrapped);
        forwardEvents(socket, events);
        stream.on('drain', () => events.drained());
      });
    },
  });
  return closable(stop, stop);
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
