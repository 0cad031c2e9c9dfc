import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { WebSocket, WebSocketServer } from 'ws';
import type { Peer } from '../../core/wire.js';
import type { AcceptSocket, Frame, SharedFrame, Socket, SocketRequest } from '../socket.js';
import { facade } from './facade.js';
import { listen } from './listen.js';
import { addFeed } from './upgrades.js';

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
        const own = isPlain ? writer(socket, stream) : facade(socket);
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

/**
 * Frames of a server that are not compressed are not masked either, so they are written past `ws`, whole, between the control frames
 * that it writes itself.
 */
function writer(socket: WebSocket, stream: Duplex): Socket {
  let isCorked = false;
  const uncork = (): void => {
    isCorked = false;
    stream.uncork();
  };
  const write = (encoded: Uint8Array): void => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      queueMicrotask(uncork);
    }
    stream.write(encoded);
  };
  return {
    send: (frame) => write(encodeFrame(frame)),
    sendShared(shared: SharedFrame) {
      shared.encoded ??= encodeFrame(shared.frame);
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

/** An unmasked frame in one piece: text, or a copy of bytes (RFC 6455 section 5.2). */
function encodeFrame(message: Frame): Uint8Array {
  const isText = typeof message === 'string';
  const length = isText ? Buffer.byteLength(message) : message.byteLength;
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = isText ? 0x81 : 0x82;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  if (isText) frame.write(message, head);
  else frame.set(message, head);
  return frame;
}
