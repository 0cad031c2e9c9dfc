import type { WebSocket } from 'ws';
import type { SocketEvents } from '../socket.js';

/** Forwards the events of a `ws` connection. */
export function forwardEvents(socket: WebSocket, events: SocketEvents): void {
  // `ws` delivers messages as whole buffers by default.
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    events.frame(
      isBinary ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : data.toString(),
    );
  });
  socket.on('ping', () => events.alive());
  socket.on('pong', () => events.alive());
  socket.on('close', (code: number, reason: Buffer) => {
    events.closed({ code, reason: reason.toString() });
  });
  // Without a listener, an error would end the process. The event `close` follows.
  socket.on('error', () => undefined);
}
