import { WebSocket } from 'ws';
import type { Frame, Socket } from '../socket.js';

/** A connection all of whose frames `ws` makes: a client's, which are masked, or one whose frames are compressed. */
export function facade(socket: WebSocket): Socket {
  const send = (frame: Frame): void => {
    if (socket.readyState !== WebSocket.OPEN) return;
    // Compressing takes a while, in which the program may change its bytes.
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
