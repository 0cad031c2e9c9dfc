import { WebSocket } from 'ws';
import type { Frame, Socket } from '../socket.js';

/** Wraps a connection whose frames `ws` encodes: that of a client, whose frames are masked, or one with compression. */
export function wrapSocket(socket: WebSocket): Socket {
  const send = (frame: Frame): void => {
    if (socket.readyState !== WebSocket.OPEN) return;
    // Compression is asynchronous, and the program may change its bytes in the meantime.
    const isKept = typeof frame !== 'string' && socket.extensions !== '';
    socket.send(isKept ? frame.slice() : frame);
  };
  return {
    send,
    sendShared: ({ frame }) => send(frame),
    get buffered() {
      return socket.bufferedAmount;
    },
    ping() {
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    },
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
  };
}
