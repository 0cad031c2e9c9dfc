import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { WebSocket, WebSocketServer } from 'ws';
import type { Peer } from '../../core/wire.js';
import type { AcceptSocket, SharedText, Socket, SocketRequest } from '../socket.js';
import { facade } from './facade.js';
import { listen } from './listen.js';

/** How connections are taken from a server of `node:http`. */
export interface ServeFeedOptions {
  /** The path of the feed, without a query. Upgrades elsewhere are left to other listeners, or refused. Default: every path. */
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
}

/**
 * Takes WebSocket connections from a server of `node:http` or `node:https` and hands them to a feed. A message for many is encoded once;
 * what one connection is sent in one turn goes out in one write. The answer stops taking more.
 */
export function serveFeed(
  server: Server,
  accept: AcceptSocket,
  options: ServeFeedOptions = {},
): () => void {
  const { path, origins, maxMessageBytes = 65_536, protocols = [], compression = false } = options;
  const upgrader = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: compression,
    maxPayload: maxMessageBytes,
    handleProtocols: (offered) => protocols.find((name) => offered.has(name)) ?? false,
  });
  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    const [asked] = (request.url ?? '/').split('?');
    if (path !== undefined && asked !== path) {
      if (server.listenerCount('upgrade') === 1) refuse(stream, '404 Not Found');
      return;
    }
    const { origin } = request.headers;
    if (origins !== undefined && origin !== undefined && !origins.includes(origin)) {
      refuse(stream, '403 Forbidden');
      return;
    }
    upgrader.handleUpgrade(request, stream, head, (socket) => {
      const isPlain = socket.extensions === '';
      const own = isPlain ? writer(socket, stream) : facade(socket);
      const events = accept(requestOf(request), own);
      listen(socket, events);
      stream.on('drain', () => events.drained());
    });
  };
  server.on('upgrade', upgrade);
  return () => {
    server.off('upgrade', upgrade);
  };
}

function refuse(stream: Duplex, status: string): void {
  stream.on('error', () => undefined);
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
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

/**
 * Text frames of a server that are not compressed are not masked either, so they are written past `ws`, whole, between the control frames
 * that it writes itself.
 */
function writer(socket: WebSocket, stream: Duplex): Socket {
  let isCorked = false;
  const uncork = (): void => {
    isCorked = false;
    stream.uncork();
  };
  const write = (frame: Uint8Array): void => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      queueMicrotask(uncork);
    }
    stream.write(frame);
  };
  return {
    send: (text) => write(textFrame(text)),
    sendShared(shared: SharedText) {
      shared.encoded ??= textFrame(shared.text);
      write(shared.encoded);
    },
    get buffered() {
      return stream.writableLength;
    },
    ping() {
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    },
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
  };
}

/** An unmasked text frame in one piece (RFC 6455 section 5.2). */
function textFrame(text: string): Uint8Array {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = 0x81;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}
