import { FeedError } from '../errors.js';
import type { OpenSocket, SocketEvents } from '../socket.js';

/** The part of the web's `WebSocket` (WHATWG WebSockets) that is used here. */
interface WebSocketLike {
  binaryType: string;
  readonly bufferedAmount: number;
  send(data: string | Uint8Array): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    type: 'close',
    listener: (event: { readonly code: number; readonly reason: string }) => void,
  ): void;
}

type WebSocketClass = new (url: string, protocols: string[]) => WebSocketLike;

/**
 * Creates a transport on the global `WebSocket` of browsers, Deno, Bun and Node 22 or later.
 *
 * It cannot send headers or pings, and does not report why a handshake failed.
 */
export function globalSocket(
  find: () => WebSocketClass | undefined = () =>
    (globalThis as { readonly WebSocket?: WebSocketClass }).WebSocket,
): OpenSocket {
  return (request, events) =>
    new Promise((resolve, reject) => {
      const WebSocket = find();
      if (WebSocket === undefined) {
        reject(
          new FeedError(
            'usage',
            'There is no global WebSocket; pass `open: wsSocket()` of "@tallystick/runtime/websocket/node"',
          ),
        );
        return;
      }
      const { scheme, authority, target, protocols, signal } = request;
      const socket = new WebSocket(`${scheme}://${authority}${target}`, [...protocols]);
      socket.binaryType = 'arraybuffer';
      let isOpen = false;
      const abort = (): void => {
        socket.close();
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      socket.addEventListener('open', () => {
        isOpen = true;
        signal?.removeEventListener('abort', abort);
        resolve(facade(socket));
      });
      socket.addEventListener('message', ({ data }) => frame(data, events));
      socket.addEventListener('error', () => undefined);
      socket.addEventListener('close', ({ code, reason }) => {
        signal?.removeEventListener('abort', abort);
        if (isOpen) events.closed({ code, reason });
        else reject(new FeedError('unreachable', `The connection was not opened (code ${code})`));
      });
    });
}

function frame(data: unknown, events: SocketEvents): void {
  if (typeof data === 'string') events.frame(data);
  else if (data instanceof ArrayBuffer) events.frame(new Uint8Array(data));
}

function facade(socket: WebSocketLike): Awaited<ReturnType<OpenSocket>> {
  return {
    send: (frame) => socket.send(frame),
    sendShared: ({ frame }) => socket.send(frame),
    get buffered() {
      return socket.bufferedAmount;
    },
    close: (code, reason) => socket.close(code, reason),
    // A `WebSocket` cannot be terminated abruptly. The client ignores its events from now on.
    terminate: () => socket.close(),
  };
}
