import { WebSocket } from 'ws';
import type { Socket } from '../socket.js';

/** A connection all of whose frames `ws` makes: a client's, which are masked, or one whose frames are compressed. */
export function facade(socket: WebSocket): Socket {
  const send = (text: string): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(text);
  };
  return {
    send,
    sendShared: ({ text }) => send(text),
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
