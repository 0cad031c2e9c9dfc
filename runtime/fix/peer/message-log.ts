import { ignoreErrors } from '../../core/ignore-errors.js';
import { FixFramer } from '../message/framer.js';
import type {
  AcceptFixConnection,
  FixConnection,
  FixConnectionEvents,
  OpenFixConnection,
} from './connection.js';

/**
 * Receives each message as sent on the wire, including passwords, signatures and garbled messages. `in` is the
 * direction to this side. The bytes are valid only during the call.
 */
export type FixMessageLog = (direction: 'in' | 'out', message: Uint8Array) => void;

/** Logs the messages of an initiator: `open: logFixOpen(openFix(), log)`. */
export function logFixOpen(open: OpenFixConnection, log: FixMessageLog): OpenFixConnection {
  return async (address, events, signal) => {
    const connection = await open(address, loggedEvents(events, log), signal);
    return loggedConnection(connection, log);
  };
}

/** Logs the messages of an acceptor: `serveFix(logFixAccept(acceptor.accept, log), { port })`. */
export function logFixAccept(accept: AcceptFixConnection, log: FixMessageLog): AcceptFixConnection {
  return (connection) => loggedEvents(accept(loggedConnection(connection, log)), log);
}

function loggedConnection(connection: FixConnection, log: FixMessageLog): FixConnection {
  const logBytes = createLogger('out', log);
  return {
    write(bytes) {
      logBytes(bytes);
      connection.write(bytes);
    },
    get buffered() {
      return connection.buffered;
    },
    pause: () => connection.pause(),
    resume: () => connection.resume(),
    end: () => connection.end(),
    destroy: () => connection.destroy(),
    ...(connection.peer === undefined ? {} : { peer: connection.peer }),
  };
}

function loggedEvents(events: FixConnectionEvents, log: FixMessageLog): FixConnectionEvents {
  const logBytes = createLogger('in', log);
  return {
    bytes(bytes) {
      logBytes(bytes);
      events.bytes(bytes);
    },
    drained: () => events.drained(),
    closed: (error) => events.closed(error),
  };
}

/** Splits a stream into messages and logs each of them. */
function createLogger(direction: 'in' | 'out', log: FixMessageLog): (bytes: Uint8Array) => void {
  const framer = new FixFramer();
  return (bytes) => {
    framer.push(bytes);
    while (framer.next() !== undefined) {
      ignoreErrors(() => log(direction, framer.bytes.subarray(framer.start, framer.end)));
    }
  };
}
