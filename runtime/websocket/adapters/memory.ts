import { FeedError, refusedUpgrade } from '../errors.js';
import type {
  AcceptSocket,
  Frame,
  OpenSocket,
  Socket,
  SocketClosed,
  SocketEvents,
} from '../socket.js';

/**
 * The simulated network between the two ends of an in-memory connection. Tests can use it to disturb the connection.
 */
export interface MemoryWire {
  /** Schedules the delivery of a message; must preserve the order. Default: `queueMicrotask`. */
  readonly schedule?: (deliver: () => void) => void;
  /** Receives each text from the server and returns the texts that reach the client: none, the same, or several. */
  readonly toClient?: (text: string) => readonly string[];
  /** Receives each text from the client and returns the texts that reach the server. */
  readonly toServer?: (text: string) => readonly string[];
}

/** Creates a transport to a server in the same process. Nothing is encoded, but both ends observe the behaviour of a network. */
export function memorySocket(accept: AcceptSocket, wire: MemoryWire = {}): OpenSocket {
  const { schedule = queueMicrotask, toClient, toServer } = wire;
  return (request, clientEvents) => {
    const { signal, ...serverRequest } = request;
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    const refusal = accept.admit?.(serverRequest);
    if (refusal !== undefined) return Promise.reject(refusedUpgrade(refusal.status));
    const client = end(schedule, toServer);
    const server = end(schedule, toClient);
    client.connectTo(server);
    server.connectTo(client);
    client.listen(clientEvents);
    server.listen(accept(serverRequest, server.socket));
    return server.isClosed()
      ? Promise.reject(new FeedError('unreachable', 'The connection was refused'))
      : Promise.resolve(client.socket);
  };
}

interface End {
  readonly socket: Socket;
  readonly listen: (events: SocketEvents) => void;
  readonly connectTo: (other: End) => void;
  readonly isClosed: () => boolean;
  readonly receive: (frame: Frame) => void;
  readonly alive: () => void;
  readonly drop: (closed: SocketClosed) => void;
}

function end(
  schedule: (deliver: () => void) => void,
  filter: ((text: string) => readonly string[]) | undefined,
): End {
  let other: End | undefined;
  let events: SocketEvents | undefined;
  let isClosed = false;
  let buffered = 0;

  const drop = (closed: SocketClosed): void => {
    if (isClosed) return;
    isClosed = true;
    events?.closed(closed);
  };
  const send = (payload: Frame): void => {
    if (isClosed) return;
    // The ends must not share memory, as over a network.
    const sent = typeof payload === 'string' ? payload : payload.slice();
    buffered += sent.length;
    schedule(() => {
      buffered -= sent.length;
      const arriving = typeof sent === 'string' ? (filter?.(sent) ?? [sent]) : [sent];
      for (const frame of arriving) other?.receive(frame);
      if (buffered === 0 && !isClosed) events?.drained();
    });
  };
  const closeBoth = (closed: SocketClosed): void => {
    if (isClosed) return;
    schedule(() => {
      other?.drop(closed);
      drop(closed);
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
      close: (code = 1005, reason = '') => closeBoth({ code, reason }),
      terminate() {
        schedule(() => other?.drop({ code: 1006, reason: '' }));
        drop({ code: 1006, reason: '' });
      },
    },
    listen(given) {
      events = given;
    },
    connectTo(given) {
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
