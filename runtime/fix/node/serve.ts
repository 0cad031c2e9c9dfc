import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { AcceptFixConnection } from '../peer/connection.js';
import type { FixPolicy } from '../policy.js';
import { listenTo, socketConnection } from './tcp.js';
import { tlsSettings } from './tls-settings.js';

/** How an acceptor listens. */
export interface ServeFixOptions {
  readonly port: number;
  /** Default: every address. */
  readonly host?: string;
  /** The TLS of the description (`policy.tls`), with the server's certificate. Without it the port is plain. */
  readonly tls?: {
    readonly rules: NonNullable<FixPolicy['tls']>;
    /** PEM. */
    readonly cert: string;
    /** PEM. */
    readonly key: string;
    /** Certificates of clients are demanded, and signed by one of these. PEM. */
    readonly clientCa?: string | readonly string[];
  };
  /** Most connections at a time, whoever they belong to. Default 10000. */
  readonly maxConnections?: number;
}

/** A port that is open. */
export interface FixPort {
  /** The one that was given, or that the system chose for port 0. */
  readonly port: number;
  /** Takes no more connections; those that are there stay. */
  close(): Promise<void>;
}

/**
 * Opens a port whose connections an acceptor takes.
 *
 * @throws {TypeError} for a suite that OpenSSL does not have, and what `node:net` throws for a port that can not be opened
 */
export async function serveFix(
  accept: AcceptFixConnection,
  options: ServeFixOptions,
): Promise<FixPort> {
  const { port, host, tls, maxConnections = 10_000 } = options;
  const take = (socket: Socket): void => {
    listenTo(socket, accept(socketConnection(socket)));
  };
  const server: Server =
    tls === undefined
      ? createServer({ allowHalfOpen: true }, take)
      : createTlsServer(
          {
            ...tlsSettings(tls.rules),
            cert: tls.cert,
            key: tls.key,
            handshakeTimeout: 10_000,
            ...(tls.clientCa === undefined
              ? {}
              : {
                  ca: typeof tls.clientCa === 'string' ? tls.clientCa : [...tls.clientCa],
                  requestCert: true,
                  rejectUnauthorized: true,
                }),
          },
          take,
        );
  server.maxConnections = maxConnections;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.off('error', reject);
      // A connection that can not be taken is no reason to end the others.
      server.on('error', () => undefined);
      resolve({ port: portOf(server, port), close: () => closed(server) });
    });
  });
}

function portOf(server: Server, port: number): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
