import { FeedError, refusedUpgrade } from '../errors.js';
import type {
  AcceptSocket,
  Frame,
  OpenSocket,
  Socket,
  SocketClosed,
  SocketEvents,
} from '../socket.js';

/** What lies between the two ends of connections in memory; given to tests that want to disturb it. */
export interface MemoryWire {
  /** Hands over what one end has sent; called in order, one after the other. Default: `queueMicrotask`. */
  readonly schedule?: (deliver: () => void) => void;
  /** Sees the texts that the server sends before the client does, and answers what arrives: nothing, it, or more. */
  readonly toClient?: (text: string) => readonly string[];
  /** The same in the other direction. */
  readonly toServer?: (text: string) => readonly string[];
}

/** Opens connections to a server in the same memory: nothing is encoded, and both ends see what a network would show them. */
export function memorySocket(accept: AcceptSocket, wire: MemoryWire = {}): OpenSocket {
  const { schedule = queueMicrotask, toClient, toServer } = wire;
  return (request, clientEvents) => {
    const { signal, ...seen } = request;
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    const refusal = accept.admit?.(seen);
    if (refusal !== undefined) return Promise.reject(refusedUpgrade(refusal.status));
    const client = end(schedule, toServer);
    const server = end(schedule, toClient);
    client.meet(server);
    server.meet(client);
    client.listen(clientEvents);
    server.listen(accept(seen, server.socket));
    return server.isClosed()
      ? Promise.reject(new FeedError('unreachable', 'The connection was refused'))
      : Promise.resolve(client.socket);
  };
}

interface End {
  readonly socket: Socket;
  readonly listen: (events: SocketEvents) => void;
  readonly meet: (other: End) => void;
  readonly isClosed: () => boolean;
  readonly receive: (frame: Frame) => void;
  readonly alive: () => void;
  readonly drop: (how: SocketClosed) => void;
}

function end(
  schedule: (deliver: () => void) => void,
  filter: ((text: string) => readonly string[]) | undefined,
): End {
  let other: End | undefined;
  let events: SocketEvents | undefined;
  let isClosed = false;
  let buffered = 0;

  const drop = (how: SocketClosed): void => {
    if (isClosed) return;
    isClosed = true;
    events?.closed(how);
  };
  const send = (given: Frame): void => {
    if (isClosed) return;
    // The two ends share nothing, as over a network.
    const sent = typeof given === 'string' ? given : given.slice();
    buffered += sent.length;
    schedule(() => {
      buffered -= sent.length;
      const arriving = typeof sent === 'string' ? (filter?.(sent) ?? [sent]) : [sent];
      for (const frame of arriving) other?.receive(frame);
      if (buffered === 0 && !isClosed) events?.drained();
    });
  };
  const leave = (how: SocketClosed): void => {
    if (isClosed) return;
    schedule(() => {
      other?.drop(how);
      drop(how);
    });
  };
  return {
    socket: {
      send,
      sendShared: ({ frame }) => send(frame),
      get buffered() {
        return buffered;
      },
      ping() {
        schedule(() => other?.alive());
        schedule(() => {
          if (!isClosed) events?.alive();
        });
      },
      close: (code = 1005, reason = '') => leave({ code, reason }),
      terminate() {
        schedule(() => other?.drop({ code: 1006, reason: '' }));
        drop({ code: 1006, reason: '' });
      },
    },
    listen(given) {
      events = given;
    },
    meet(given) {
      other = given;
    },
    isClosed: () => isClosed,
    receive(frame) {
      if (!isClosed) events?.frame(frame);
    },
    alive() {
      if (!isClosed) events?.alive();
    },
    drop,
  };
}
