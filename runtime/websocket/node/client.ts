import { WebSocket } from 'ws';
import { FeedError, refusedUpgrade } from '../errors.js';
import type { OpenSocket } from '../socket.js';
import { wrapSocket } from './wrap-socket.js';
import { forwardEvents } from './forward-events.js';

/** Options of {@link wsSocket}. */
export interface WsSocketOptions {
  /** Maximum size of a message in bytes. Default: 16,777,216. */
  readonly maxMessageBytes?: number;
  /**
   * Offers compression (RFC 7692); the server decides. For small messages it costs more than it saves. Default: false.
   */
  readonly compression?: boolean;
  /** Certificates to trust in addition to the default ones (`tls.connect`). */
  readonly ca?: string | readonly string[];
}

/** Creates a transport on `ws`: for Node before version 22, and for connections that need headers or pings. */
export function wsSocket(options: WsSocketOptions = {}): OpenSocket {
  const { maxMessageBytes = 16_777_216, compression = false, ca } = options;
  return ({ scheme, authority, target, headers, protocols, signal }, events) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`${scheme}://${authority}${target}`, [...protocols], {
        headers: groupHeaders(headers),
        perMessageDeflate: compression,
        maxPayload: maxMessageBytes,
        ...(ca === undefined ? {} : { ca: typeof ca === 'string' ? ca : [...ca] }),
      });
      const abort = (): void => {
        socket.terminate();
        reject(signal?.reason);
      };
      const fail = (cause: Error): void => {
        signal?.removeEventListener('abort', abort);
        reject(new FeedError('unreachable', 'The connection was not opened', { cause }));
      };
      socket.on('error', fail);
      socket.once('unexpected-response', (_, response) => {
        response.resume();
        signal?.removeEventListener('abort', abort);
        reject(refusedUpgrade(response.statusCode ?? 0));
        socket.terminate();
      });
      if (signal?.aborted === true) abort();
      else signal?.addEventListener('abort', abort, { once: true });
      socket.once('open', () => {
        socket.off('error', fail);
        signal?.removeEventListener('abort', abort);
        forwardEvents(socket, events);
        resolve(wrapSocket(socket));
      });
    });
}

/** Groups raw pairs by name, as `node:http` expects repeated headers. */
function groupHeaders(headers: readonly string[]): Record<string, string[]> {
  const names = new Map<string, string[]>();
  headers.forEach((name, index) => {
    if (index % 2 === 1) return;
    const values = names.get(name.toLowerCase()) ?? [];
    values.push(headers[index + 1] ?? '');
    names.set(name.toLowerCase(), values);
  });
  return Object.fromEntries(names);
}
