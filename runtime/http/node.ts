import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { TLSSocket } from 'node:tls';
import { BodyTooLargeError, concatBytes, plainBytes } from '../core/body.js';
import type { Body, Exchange, Peer, WireRequest } from '../core/wire.js';
import { ConsumedBodyError } from './consumed-body.js';
import { sendAnswer } from './node-answer.js';

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
  /**
   * Whether the handler listens for `checkContinue`, so that nobody else confirms what asks for it (`Expect: 100-continue`).
   * Default: no; `node:http` has confirmed it then.
   */
  readonly confirms?: boolean;
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
  if (incoming.readableDidRead && hasBody(incoming)) throw new ConsumedBodyError();
  options.onAccepted?.();
  // What came behind a request that ended the connection is not to be answered, and so not to be done.
  if (incoming.socket.writableEnded) return;
  if (isFaultilyFramed(incoming)) {
    outgoing.writeHead(400, ['Connection', 'close']).end();
    incoming.socket.destroySoon();
    return;
  }
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
  server.on('checkContinue', nodeHandler(handle, { ...options, confirms: true }));
  return server;
}

async function exchange(
  handle: Exchange,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  options: NodeMountOptions,
): Promise<void> {
  const caller = watchCaller(outgoing);
  // Without a listener a broken connection would end the process.
  outgoing.on('error', ignored);
  incoming.on('error', ignored);
  try {
    const response = await handle(requestOf(incoming, outgoing, caller, options));
    const isUnread = !incoming.complete && hasBody(incoming);
    await sendAnswer(response, outgoing, { method: incoming.method, isUnread, caller });
  } catch {
    // Only a stream that fails half-way gets here: what was begun can not be taken back, but broken off.
    outgoing.destroy();
  }
}

function ignored(): void {
  // What becomes of the connection is told by the end of its response.
}

/** Whether somebody still waits for a response. */
interface Caller {
  /** Made when it is asked for. */
  signal(): AbortSignal;
  onAbort(listener: (reason: unknown) => void): void;
}

function watchCaller(outgoing: ServerResponse): Caller {
  let controller: AbortController | undefined;
  let reason: Error | undefined;
  let listeners: ((reason: unknown) => void)[] | undefined;
  outgoing.on('close', () => {
    if (outgoing.writableFinished) return;
    reason = new Error('The caller has gone.');
    controller?.abort(reason);
    for (const listener of listeners ?? []) listener(reason);
  });
  return {
    signal() {
      if (controller === undefined) {
        controller = new AbortController();
        if (reason !== undefined) controller.abort(reason);
      }
      return controller.signal;
    },
    onAbort(listener) {
      if (reason === undefined) (listeners ??= []).push(listener);
      else listener(reason);
    },
  };
}

function requestOf(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  caller: Caller,
  options: NodeMountOptions,
): WireRequest {
  const { method = 'GET', url = '/', rawHeaders, socket } = incoming;
  const encrypted = socket instanceof TLSSocket;
  return new NodeRequest(
    {
      method,
      scheme: options.scheme ?? (encrypted ? 'https' : 'http'),
      authority: headerOf(rawHeaders, 'host') ?? '',
      target: options.target ?? url,
      headers: rawHeaders,
      body: bodyOf(incoming, outgoing, options),
      peer: peerOf(incoming),
    },
    caller,
  );
}

/** A request whose signal is made when somebody asks for it: an accessor in a literal would cost each request more than that saves. */
class NodeRequest implements WireRequest {
  readonly method: string;
  readonly scheme: 'http' | 'https';
  readonly authority: string;
  readonly target: string;
  readonly headers: readonly string[];
  readonly body: Body;
  readonly peer: Peer;
  readonly onAbort: Caller['onAbort'];
  readonly #caller: Caller;

  constructor(
    parts: Omit<Required<WireRequest>, 'deadline' | 'signal' | 'onAbort' | 'operation' | 'body'> & {
      readonly body: Body;
    },
    caller: Caller,
  ) {
    this.method = parts.method;
    this.scheme = parts.scheme;
    this.authority = parts.authority;
    this.target = parts.target;
    this.headers = parts.headers;
    this.body = parts.body;
    this.peer = parts.peer;
    this.onAbort = caller.onAbort;
    this.#caller = caller;
  }

  get signal(): AbortSignal {
    return this.#caller.signal();
  }
}

/** The first line of a name; Node refuses requests whose lines of these names contradict one another. */
function headerOf(headers: readonly string[], name: string): string | undefined {
  for (let index = 0; index < headers.length; index += 2) {
    const at = headers[index] ?? '';
    if (at.length === name.length && at.toLowerCase() === name) return headers[index + 1];
  }
  return undefined;
}

/** Whether a request announces a body. */
function hasBody({ rawHeaders }: IncomingMessage): boolean {
  return (
    headerOf(rawHeaders, 'content-length') !== undefined ||
    headerOf(rawHeaders, 'transfer-encoding') !== undefined
  );
}

/** HTTP/1.0 has no chunks, so that whoever passed a request on may have seen its end elsewhere (RFC 9112 section 6.1). */
function isFaultilyFramed({
  httpVersionMajor,
  httpVersionMinor,
  rawHeaders,
}: IncomingMessage): boolean {
  return (
    httpVersionMajor === 1 &&
    httpVersionMinor === 0 &&
    headerOf(rawHeaders, 'transfer-encoding') !== undefined
  );
}

function bodyOf(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { confirms = false }: NodeHandlerOptions,
): Body {
  if (!hasBody(incoming)) return undefined;
  const { rawHeaders } = incoming;
  const length = headerOf(rawHeaders, 'content-length');
  const waits = confirms && headerOf(rawHeaders, 'expect')?.toLowerCase() === '100-continue';
  const waiting = waits ? outgoing : undefined;
  const stream = { [Symbol.asyncIterator]: () => pieces(incoming, waiting) };
  const bytes = (limit: number, heard?: () => void): Promise<Uint8Array> =>
    collect(incoming, waiting, limit, heard);
  return length === undefined ? { stream, bytes } : { stream, length: Number(length), bytes };
}

/** All of a request's body. What is too long is left alone, and so is the connection, for the answer. */
function collect(
  incoming: IncomingMessage,
  waiting: ServerResponse | undefined,
  limit: number,
  heard: (() => void) | undefined,
): Promise<Uint8Array> {
  waiting?.writeContinue();
  return new Promise((resolve, reject) => {
    const pieces: Uint8Array[] = [];
    let length = 0;
    const take = (piece: Uint8Array): void => {
      length += piece.length;
      if (length > limit) return leave(new BodyTooLargeError(limit));
      pieces.push(piece);
      heard?.();
    };
    const end = (): void => {
      const [only] = pieces;
      resolve(pieces.length === 1 && only !== undefined ? plainBytes(only) : concatBytes(pieces));
    };
    const leave = (cause: unknown): void => {
      incoming.off('data', take).off('end', end).pause();
      reject(cause);
    };
    incoming.on('data', take).on('end', end).on('error', leave);
    incoming.on('close', () => {
      if (!incoming.readableEnded) leave(new Error('The connection was closed.'));
    });
  });
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
