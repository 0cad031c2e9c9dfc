import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Awaitable } from '../core/server/options.js';
import type { HttpHandler, WireResponse } from '../core/wire.js';
import { ConsumedBodyError } from './consumed-body.js';
import { answerClientError } from './node-client-error.js';
import { writeNodeResponse } from './node-response.js';
import {
  type NodeHandlerOptions,
  type NodeMountOptions,
  framingOf,
  NodeRequest,
  type Framing,
} from './node-request.js';

export { ConsumedBodyError } from './consumed-body.js';
export type { NodeHandlerOptions, NodeMountOptions } from './node-request.js';
export {
  nodeTransport,
  type NodeTransport,
  type NodeTransportOptions,
  RefusedAddressError,
} from './node-transport.js';
export type { ProxyOptions } from './proxy.js';
export { ProxyError } from './tunnel.js';
export { isPublicAddress } from './public-address.js';

/**
 * Recommended limits for `node:http` and `node:https` servers, in milliseconds and, for `maxHeaderSize`, bytes. Node's
 * own timeouts are 60 s for headers and 300 s for requests, checked every 30 s.
 */
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

/** Request listener for `node:http`, `node:https` and compatible servers. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Creates a request listener for `node:http` that passes requests to a generated server.
 *
 * - Headers are read and written as raw pairs, so that a second `Authorization` is detected.
 * - The request's signal is aborted when the caller disconnects.
 * - A streamed response waits for a slow reader.
 * - A request body that the server does not read completely closes the connection.
 * - A request body that something else has already read is a response with status 500.
 *
 * ```ts
 * import { createServer } from 'node:http';
 * import { nodeHandler } from '@tallystick/runtime/http/node';
 *
 * createServer(nodeHandler(server)).listen(8080);
 * ```
 */
export function nodeHandler(handle: HttpHandler, options: NodeHandlerOptions = {}): NodeHandler {
  return (incoming, outgoing) => {
    try {
      // The promise never rejects.
      void handleNode(handle, incoming, outgoing, options);
    } catch (error) {
      const text = error instanceof ConsumedBodyError ? error.message : 'The server failed.';
      outgoing.writeHead(500, ['Content-Type', 'text/plain; charset=utf-8']).end(text);
    }
  };
}

/**
 * Passes one request of `node:http` to a server, as {@link nodeHandler} does. For adapters of frameworks.
 *
 * @throws {ConsumedBodyError} if something else has read the body. Nothing has been sent then.
 */
export async function exchangeNode(
  handle: HttpHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  options: NodeMountOptions,
): Promise<void> {
  await handleNode(handle, incoming, outgoing, options);
}

/** Handles the request, synchronously if the server can. */
function handleNode(
  handle: HttpHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  options: NodeMountOptions,
): Awaitable<void> {
  const framing = framingOf(incoming);
  if (framing.hasBody && incoming.readableDidRead) throw new ConsumedBodyError();
  options.onAccepted?.();
  // A pipelined request after one that ended the connection cannot be answered, so it must not be executed.
  if (incoming.socket.writableEnded) return;
  if (hasInvalidFraming(incoming, framing)) {
    outgoing.writeHead(400, ['Connection', 'close']).end();
    incoming.socket.destroySoon();
    return;
  }
  // Without a listener, an error of the connection would end the process.
  outgoing.on('error', ignore);
  if (framing.hasBody) incoming.on('error', ignore);
  const request = new NodeRequest(incoming, framing, outgoing, options);
  try {
    // If Node cannot decode the transfer coding, it ends the connection right after this call, and frameworks respond
    // to that themselves.
    const { handleSync } = handle;
    const response =
      framing.hasTransferCoding || handleSync === undefined ? handle(request) : handleSync(request);
    if (!(response instanceof Promise))
      return sendResponse(response, incoming, framing, outgoing, request);
    return response.then(
      (late) => sendResponse(late, incoming, framing, outgoing, request),
      () => abort(outgoing),
    );
  } catch {
    abort(outgoing);
  }
}

/** Sends a response. If sending fails midway, the connection is destroyed. */
function sendResponse(
  response: WireResponse,
  incoming: IncomingMessage,
  framing: Framing,
  outgoing: ServerResponse,
  request: NodeRequest,
): Awaitable<void> {
  try {
    const isUnread = framing.hasBody && !incoming.complete;
    const sent = writeNodeResponse(response, outgoing, {
      method: incoming.method,
      isUnread,
      request,
    });
    return sent instanceof Promise ? sent.catch(() => abort(outgoing)) : sent;
  } catch {
    abort(outgoing);
  }
}

function abort(outgoing: ServerResponse): void {
  outgoing.destroy();
}

/**
 * Creates a `node:http` server with {@link serverDefaults}; call `listen` on it. Options override the defaults.
 *
 * It responds with 414 to a target that exceeds the limit for heads. For `Expect: 100-continue` it sends `100 Continue`
 * when the body is needed, which is after the credentials have been verified.
 */
export function nodeServer(
  handle: HttpHandler,
  options: NodeHandlerOptions & ServerOptions = {},
): Server {
  const listener = nodeHandler(handle, options);
  const server = createServer({ ...serverDefaults, ...options }, listener);
  server.on('clientError', answerClientError);
  server.on('checkContinue', nodeHandler(handle, { ...options, confirms: true }));
  return server;
}

function ignore(): void {
  // The end of the response reports the state of the connection.
}

/**
 * True for HTTP/1.0 with a transfer coding. That version has no chunks, so an intermediary may have seen another end of
 * the body (RFC 9112 section 6.1).
 */
function hasInvalidFraming(
  { httpVersionMajor, httpVersionMinor }: IncomingMessage,
  { hasTransferCoding: coded }: Framing,
): boolean {
  return coded && httpVersionMajor === 1 && httpVersionMinor === 0;
}
