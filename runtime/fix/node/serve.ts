import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { closable, type Closable } from '../../core/closable.js';
import type { AcceptFixConnection } from '../peer/connection.js';
import type { FixPolicy } from '../policy.js';
import { forwardEvents, socketConnection } from './tcp.js';
import { tlsSettings } from './tls-settings.js';

/** Options of {@link serveFix}. */
export interface ServeFixOptions {
  /** Port to listen on; 0 for a port that the system chooses. */
  readonly port: number;
  /** Address to listen on. Default: all addresses. */
  readonly host?: string;
  /** TLS settings of the description (`policy.tls`), with the server's certificate. Without them, connections are not encrypted. */
  readonly tls?: {
    readonly rules: NonNullable<FixPolicy['tls']>;
    /** Certificate in PEM format. */
    readonly cert: string;
    /** Private key in PEM format. */
    readonly key: string;
    /** Certificate authorities in PEM format. If set, clients must present a certificate signed by one of them. */
    readonly clientCa?: string | readonly string[];
  };
  /** Maximum number of simultaneous connections in total. Default: 10,000. */
  readonly maxConnections?: number;
}

/** A listening port. */
export interface FixPort extends Closable {
  /** The port number: the given one, or for port 0 the one that the system chose. */
  readonly port: number;
  /** Stops accepting connections. Existing ones stay open. */
  close(): Promise<void>;
}

/**
 * Listens on a port for the connections of an acceptor.
 *
 * @throws {TypeError} for a cipher suite that OpenSSL does not support.
 * @throws {Error} the error of `node:net` for a port that cannot be opened.
 */
export async function serveFix(
  accept: AcceptFixConnection,
  options: ServeFixOptions,
): Promise<FixPort> {
  const { port, host, tls, maxConnections = 10_000 } = options;
  const handleSocket = (socket: Socket): void => {
    forwardEvents(socket, accept(socketConnection(socket)));
  };
  const server: Server =
    tls === undefined
      ? createServer({ allowHalfOpen: true }, handleSocket)
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
          handleSocket,
        );
  server.maxConnections = maxConnections;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.off('error', reject);
      // An error on one new connection must not end the server.
      server.on('error', () => undefined);
      const close = (): Promise<void> => closeServer(server);
      resolve(closable({ port: portOf(server, port), close }, close));
    });
  });
}

function portOf(server: Server, port: number): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
