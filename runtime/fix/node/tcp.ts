import type { Socket } from 'node:net';
import type { Peer } from '../../core/wire.js';
import type { FixConnection, FixConnectionEvents } from '../peer/connection.js';

/** Maximum time in milliseconds for sending the remaining data of a closing connection. */
const lingerTime = 5000;

/** Milliseconds of silence after which the operating system probes the peer (TCP keep-alive). */
const keepAliveDelay = 30_000;

/** Wraps a Node socket as a connection. All writes within one turn of the event loop are sent together. */
export function socketConnection(socket: Socket): FixConnection {
  let isCorked = false;
  socket.setNoDelay(true);
  // Without heartbeats, nothing else detects a peer that has disappeared.
  socket.setKeepAlive(true, keepAliveDelay);
  const uncork = (): void => {
    isCorked = false;
    socket.uncork();
  };
  const address = socket.remoteAddress;
  return {
    write(bytes) {
      if (socket.destroyed || socket.writableEnded) return;
      if (!isCorked) {
        isCorked = true;
        socket.cork();
        queueMicrotask(uncork);
      }
      socket.write(bytes);
    },
    get buffered() {
      return socket.writableLength;
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    end() {
      socket.end();
      // Data that the peer still sends must be read, or the end of the connection would not be detected.
      socket.resume();
      const timer = setTimeout(() => socket.destroy(), lingerTime);
      timer.unref();
      socket.once('close', () => clearTimeout(timer));
    },
    destroy: () => void socket.destroy(),
    ...(address === undefined ? {} : { peer: peerOf(socket, address) }),
  };
}

/** Forwards the events of a socket. */
export function forwardEvents(socket: Socket, events: FixConnectionEvents): void {
  let failure: Error | undefined;
  socket.on('data', (bytes) => events.bytes(bytes));
  socket.on('drain', () => events.drained());
  // The peer has finished sending, so the session is over.
  socket.on('end', () => socket.end());
  socket.on('error', (error) => {
    failure = error;
  });
  socket.on('close', () => events.closed(failure));
}

function peerOf(socket: Socket, address: string): Peer {
  const certificate = certificateOf(socket);
  return certificate === undefined ? { address } : { address, certificate };
}

function certificateOf(socket: Socket): Uint8Array | undefined {
  if (!('getPeerX509Certificate' in socket)) return undefined;
  const { getPeerX509Certificate: read } = socket;
  if (typeof read !== 'function') return undefined;
  const certificate: unknown = read.call(socket);
  return typeof certificate === 'object' && certificate !== null && 'raw' in certificate
    ? (certificate.raw as Uint8Array)
    : undefined;
}
