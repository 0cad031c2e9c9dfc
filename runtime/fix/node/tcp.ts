import type { Socket } from 'node:net';
import type { Peer } from '../../core/wire.js';
import type { FixConnection, FixConnectionEvents } from '../peer/connection.js';

/** Milliseconds that what was written may take to leave once the connection is to be closed. */
const lingering = 5000;

/** Milliseconds without a byte after which the system asks whether the other side is still there. */
const quiet = 30_000;

/** A socket of Node as a connection. What is written in one turn goes out in one piece. */
export function socketConnection(socket: Socket): FixConnection {
  let isCorked = false;
  socket.setNoDelay(true);
  // Where heartbeats are off, nothing else tells of a peer that has vanished without a word.
  socket.setKeepAlive(true, quiet);
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
      // What the peer still sends must be read, or its end would never be seen.
      socket.resume();
      const timer = setTimeout(() => socket.destroy(), lingering);
      timer.unref();
      socket.once('close', () => clearTimeout(timer));
    },
    destroy: () => void socket.destroy(),
    ...(address === undefined ? {} : { peer: peerOf(socket, address) }),
  };
}

/** Tells the owner of a connection what its socket tells. */
export function listenTo(socket: Socket, events: FixConnectionEvents): void {
  let failure: Error | undefined;
  socket.on('data', (bytes) => events.bytes(bytes));
  socket.on('drain', () => events.drained());
  // The other side has said its last; a session that has no more to hear is over.
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
