import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { TLSSocket } from 'node:tls';
import type { Body, Exchange, Peer, WireRequest, WireResponse } from '../core/wire.js';
import { ConsumedBodyError } from './consumed-body.js';
import { sendStream } from './node-stream.js';

export { ConsumedBodyError } from './consumed-body.js';
export {
  nodeTransport,
  type NodeTransport,
  type NodeTransportOptions,
  RefusedAddressError,
} from './node-transport.js';
export { isPublicAddress } from './public-address.js';

/** How requests of `node:http` are read. */
export interface NodeHandlerOptions {
  /**
   * The scheme that callers use, where something in front ends TLS. Default: `https` on a TLS socket, else `http`.
   */
  readonly scheme?: 'http' | 'https';
}

/** Safe settings for `node:http` and `node:https` servers; milliseconds. Node's own are 60 s, 300 s and 30 s. */
export const serverDefaults: {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly connectionsCheckingInterval: number;
  readonly keepAliveTimeout: number;
  readonly maxHeaderSize: number;
} = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16_384,
};

/** A listener for `node:http`, `node:https` and their like. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Lets an exchange answer requests of `node:http`. Headers go in and out as raw pairs, so that a second
 * `Authorization` is seen; a caller that goes away fires the request's signal; a streamed answer waits for a slow
 * reader. A body that nobody read to its end closes the connection; one that something else has read before is answered 500.
 */
export function nodeHandler(handle: Exchange, options: NodeHandlerOptions = {}): NodeHandler {
  return (incoming, outgoing) => {
    exchangeNode(handle, incoming, outgoing, options).catch((error: unknown) => {
      const text = error instanceof ConsumedBodyError ? error.message : 'The server failed.';
      outgoing.writeHead(500, ['Content-Type', 'text/plain; charset=utf-8']).end(text);
    });
  };
}

/** How an exchange is mounted in a framework. */
export interface NodeMountOptions extends NodeHandlerOptions {
  /** The target as it was sent, where a framework cuts its own prefix off. Default: the request's. */
  readonly target?: string;
  /** Called before anything is answered: from here on the response is the exchange's. */
  readonly onAccepted?: () => void;
}

/**
 * Lets an exchange answer one request of `node:http`, as {@link nodeHandler} does, for adapters of frameworks.
 *
 * @throws {ConsumedBodyError} where something else has read the body; nothing is answered then.
 */
export async function exchangeNode(
  handle: Exchange,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  options: NodeMountOptions,
): Promise<void> {
  if (incoming.readableDidRead && bodyOf(incoming, outgoing) !== undefined)
    throw new ConsumedBodyError();
  options.onAccepted?.();
  await exchange(handle, incoming, outgoing, options);
}

/**
 * A `node:http` server with safe timeouts, not yet listening. Asked to confirm (`Expect: 100-continue`), it does so
 * when the body is wanted, which is after the credentials were found good.
 */
export function nodeServer(
  handle: Exchange,
  options: NodeHandlerOptions & ServerOptions = {},
): Server {
  const listener = nodeHandler(handle, options);
  const server = createServer({ ...serverDefaults, ...options }, listener);
  server.on('checkContinue', listener);
  return server;
}

async function exchange(
  handle: Exchange,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  options: NodeMountOptions,
): Promise<void> {
  const gone = new AbortController();
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) gone.abort(new Error('The caller has gone.'));
  });
  // Without a listener a broken connection would end the process.
  outgoing.on('error', () => undefined);
  incoming.on('error', () => undefined);
  try {
    await send(
      await handle(requestOf(incoming, outgoing, gone.signal, options)),
      incoming,
      outgoing,
      gone.signal,
    );
  } catch {
    // Only a stream that fails half-way gets here: what was begun can not be taken back, but broken off.
    outgoing.destroy();
  }
}

function requestOf(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  signal: AbortSignal,
  options: NodeMountOptions,
): WireRequest {
  const { method = 'GET', url = '/', rawHeaders, headers, socket } = incoming;
  const encrypted = socket instanceof TLSSocket;
  return {
    method,
    scheme: options.scheme ?? (encrypted ? 'https' : 'http'),
    authority: headers.host ?? '',
    target: options.target ?? url,
    headers: rawHeaders,
    body: bodyOf(incoming, outgoing),
    signal,
    peer: peerOf(incoming),
  };
}

function bodyOf(incoming: IncomingMessage, outgoing: ServerResponse): Body {
  const { 'content-length': length, 'transfer-encoding': coding, expect } = incoming.headers;
  if (length === undefined && coding === undefined) return undefined;
  const waits = expect?.toLowerCase() === '100-continue';
  const stream = { [Symbol.asyncIterator]: () => pieces(incoming, waits ? outgoing : undefined) };
  return length === undefined ? { stream } : { stream, length: Number(length) };
}

/** The pieces of a request's body. Reading that stops early leaves the connection alone, for the answer. */
async function* pieces(
  incoming: IncomingMessage,
  waiting: ServerResponse | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  waiting?.writeContinue();
  const iterator: AsyncIterable<Uint8Array> = incoming.iterator({ destroyOnReturn: false });
  for await (const piece of iterator) yield piece;
}

function peerOf({ socket }: IncomingMessage): Peer {
  const address = socket.remoteAddress ?? '';
  if (!(socket instanceof TLSSocket)) return { address };
  const { raw } = socket.getPeerCertificate();
  // Node answers an empty object where there is none. One that no trusted authority signed proves nothing.
  return raw === undefined || !socket.authorized ? { address } : { address, certificate: raw };
}

async function send(
  { status, headers, body }: WireResponse,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const unread = !incoming.complete && bodyOf(incoming, outgoing) !== undefined;
  const raw = unread ? [...headers, 'Connection', 'close'] : [...headers];
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const withoutBody = incoming.method === 'HEAD' || status === 204 || status === 304;
  if (bytes === undefined || bytes instanceof Uint8Array) {
    if (!withoutBody) raw.push('Content-Length', String(bytes?.length ?? 0));
    outgoing.writeHead(status, raw).end(withoutBody ? undefined : bytes);
    return;
  }
  if (bytes.length !== undefined) raw.push('Content-Length', String(bytes.length));
  outgoing.writeHead(status, raw);
  // Of what has no length the first piece may be long in coming, and the caller waits for the head.
  if (bytes.length === undefined) outgoing.flushHeaders();
  await sendStream(bytes.stream, outgoing, signal);
}
