import { WebSocket } from 'ws';
import { FeedError, refusedUpgrade } from '../errors.js';
import type { OpenSocket } from '../socket.js';
import { facade } from './facade.js';
import { listen } from './listen.js';

/** How connections are opened with `ws`. */
export interface WsSocketOptions {
  /** Most bytes of one message. Default 16777216. */
  readonly maxMessageBytes?: number;
  /** Offers compression (RFC 7692); the server decides. Costs more than it saves for small messages. Default no. */
  readonly compression?: boolean;
  /** Certificates to trust beside the usual ones (`tls.connect`). */
  readonly ca?: string | readonly string[];
}

/** Opens connections with `ws`: for Node before 22, and wherever headers or pings are needed. */
export function wsSocket(options: WsSocketOptions = {}): OpenSocket {
  const { maxMessageBytes = 16_777_216, compression = false, ca } = options;
  return ({ scheme, authority, target, headers, protocols, signal }, events) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`${scheme}://${authority}${target}`, [...protocols], {
        headers: grouped(headers),
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
        listen(socket, events);
        resolve(facade(socket));
      });
    });
}

/** Raw pairs as `node:http` wants them: repeats together. */
function grouped(headers: readonly string[]): Record<string, string[]> {
  const names = new Map<string, string[]>();
  headers.forEach((name, index) => {
    if (index % 2 === 1) return;
    const values = names.get(name.toLowerCase()) ?? [];
    values.push(headers[index + 1] ?? '');
    names.set(name.toLowerCase(), values);
  });
  return Object.fromEntries(names);
}
