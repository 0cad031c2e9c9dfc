import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContextOptions } from 'node:tls';
import type { OpenFixConnection } from '../peer/connection.js';
import type { FixPolicy } from '../policy.js';
import { forwardEvents, socketConnection } from './tcp.js';
import { tlsSettings } from './tls-settings.js';

/** Options of {@link openFix}. */
export interface OpenFixOptions {
  /** TLS settings of the description (`policy.tls`). Without them, the connection is not encrypted. */
  readonly tls?: NonNullable<FixPolicy['tls']>;
  /** Trusted certificates in PEM format, instead of the default ones. */
  readonly ca?: string | readonly string[];
  /** Client certificate in PEM format. */
  readonly cert?: string;
  /** Private key of the client certificate in PEM format. */
  readonly key?: string;
  /** Host name that the server's certificate must contain. Default: the host of the address. */
  readonly serverName?: string;
  /** Timeout of an attempt in milliseconds. Default: 10,000. */
  readonly timeout?: number;
}

/**
 * Creates a transport over TCP, with TLS if the description specifies it.
 *
 * @throws {TypeError} for a cipher suite that OpenSSL does not support.
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
        () => fail(new Error(`No connection to ${host}:${port} within ${timeout} ms`)),
        timeout,
      );
      socket.on('error', fail);
      socket.once(tls === undefined ? 'connect' : 'secureConnect', () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        socket.off('error', fail);
        forwardEvents(socket, events);
        resolve(socketConnection(socket));
      });
      if (signal?.aborted === true) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
}

/** An IP address is not sent as a server name (RFC 6066 section 3). */
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
