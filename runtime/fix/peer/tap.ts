import { quietly } from '../../core/quietly.js';
import { FixFramer } from '../message/framer.js';
import type {
  AcceptFixConnection,
  FixConnection,
  FixConnectionEvents,
  OpenFixConnection,
} from './connection.js';

/**
 * Is shown a message as it crosses the wire, with its passwords and signatures, garbled ones too. `in` is what comes to this side. The bytes
 * hold good during the call.
 */
export type FixTap = (direction: 'in' | 'out', message: Uint8Array) => void;

/** Shows the messages of an initiator: `open: tapFixOpen(openFix(), log)`. */
export function tapFixOpen(open: OpenFixConnection, tap: FixTap): OpenFixConnection {
  return async (address, events, signal) => {
    const connection = await open(address, tappedEvents(events, tap), signal);
    return tappedConnection(connection, tap);
  };
}

/** Shows the messages of an acceptor: `serveFix(tapFixAccept(acceptor.accept, log), { port })`. */
export function tapFixAccept(accept: AcceptFixConnection, tap: FixTap): AcceptFixConnection {
  return (connection) => tappedEvents(accept(tappedConnection(connection, tap)), tap);
}

function tappedConnection(connection: FixConnection, tap: FixTap): FixConnection {
  const show = shower('out', tap);
  return {
    write(bytes) {
      show(bytes);
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

function tappedEvents(events: FixConnectionEvents, tap: FixTap): FixConnectionEvents {
  const show = shower('in', tap);
  return {
    bytes(bytes) {
      show(bytes);
      events.bytes(bytes);
    },
    drained: () => events.drained(),
    closed: (error) => events.closed(error),
  };
}

/** Cuts a stream into messages and shows each. */
function shower(direction: 'in' | 'out', tap: FixTap): (bytes: Uint8Array) => void {
  const framer = new FixFramer();
  return (bytes) => {
    framer.push(bytes);
    while (framer.next() !== undefined) {
      quietly(() => tap(direction, framer.bytes.subarray(framer.start, framer.end)));
    }
  };
}
