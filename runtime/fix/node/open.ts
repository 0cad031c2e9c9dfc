import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContextOptions } from 'node:tls';
import type { OpenFixConnection } from '../peer/connection.js';
import type { FixPolicy } from '../policy.js';
import { listenTo, socketConnection } from './tcp.js';
import { tlsSettings } from './tls-settings.js';

/** How connections to an acceptor are opened. */
export interface OpenFixOptions {
  /** The TLS of the description (`policy.tls`). Without it the connection is plain. */
  readonly tls?: NonNullable<FixPolicy['tls']>;
  /** Certificates to trust in place of the usual ones, PEM. */
  readonly ca?: string | readonly string[];
  /** A certificate of the client, and its key, PEM. */
  readonly cert?: string;
  readonly key?: string;
  /** The name that the server's certificate must have. Default: the host of the address. */
  readonly serverName?: string;
  /** Milliseconds until an attempt fails. Default 10000. */
  readonly timeout?: number;
}

/**
 * Opens connections over TCP, with TLS where the description has it.
 *
 * @throws {TypeError} for a suite that OpenSSL does not have
 */
export function openFix(options: OpenFixOptions = {}): OpenFixConnection {
  const { tls, timeout = 10_000 } = options;
  const context = tls === undefined ? {} : contextOf(tls, options);
  return ({ host, port }, events, signal) =>
    new Promise((resolve, reject) => {
      const socket: Socket =
        tls === undefined
          ? connectTcp({ host, port })
          : connectTls({ host, port, ...nameOf(host, options), ...context });
      const fail = (error: unknown): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        socket.destroy();
        reject(error as Error);
      };
      const abort = (): void => fail(signal?.reason);
      const timer = setTimeout(
        () => fail(new Error(`No connection to ${host}:${port} in ${timeout} ms`)),
        timeout,
      );
      socket.on('error', fail);
      socket.once(tls === undefined ? 'connect' : 'secureConnect', () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        socket.off('error', fail);
        listenTo(socket, events);
        resolve(socketConnection(socket));
      });
      if (signal?.aborted === true) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
}

/** An address of numbers has no name to send (RFC 6066 section 3). */
function nameOf(host: string, { serverName }: OpenFixOptions): { servername?: string } {
  if (serverName !== undefined) return { servername: serverName };
  return isIP(host) === 0 ? { servername: host } : {};
}

function contextOf(
  tls: NonNullable<FixPolicy['tls']>,
  { ca, cert, key }: OpenFixOptions,
): SecureContextOptions {
  return {
    ...tlsSettings(tls),
    ...(ca === undefined ? {} : { ca: typeof ca === 'string' ? ca : [...ca] }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}
