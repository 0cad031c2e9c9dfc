import type { WebSocket } from 'ws';
import type { SocketEvents } from '../socket.js';

/** Tells the owner of a connection what `ws` tells. */
export function listen(socket: WebSocket, events: SocketEvents): void {
  // Messages of `ws` are whole buffers unless it is asked for something else.
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
  // Without a listener a broken connection would end the process; `close` follows.
  socket.on('error', () => undefined);
}
