import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Awaitable } from '../core/server/options.js';
import type { Exchange, WireResponse } from '../core/wire.js';
import { ConsumedBodyError } from './consumed-body.js';
import { answerClientError } from './node-client-error.js';
import { sendAnswer } from './node-answer.js';
import type { NodeHandlerOptions, NodeMountOptions } from './node-options.js';
import { framingOf, NodeRequest, type Framing } from './node-request.js';

export { ConsumedBodyError } from './consumed-body.js';
export type { NodeHandlerOptions, NodeMountOptions } from './node-options.js';
export {
  nodeTransport,
  type NodeTransport,
  type NodeTransportOptions,
  RefusedAddressError,
} from './node-transport.js';
export type { ProxyOptions } from './proxy.js';
export { ProxyError } from './tunnel.js';
export { isPublicAddress } from './public-address.js';

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
    try {
      // What is waited for never rejects.
      void answerNode(handle, incoming, outgoing, options);
    } catch (error) {
      const text = error instanceof ConsumedBodyError ? error.message : 'The server failed.';
      outgoing.writeHead(500, ['Content-Type', 'text/plain; charset=utf-8']).end(text);
    }
  };
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
  await answerNode(handle, incoming, outgoing, options);
}

/** The same at once, where nothing has to be waited for. */
function answerNode(
  handle: Exchange,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  options: NodeMountOptions,
): Awaitable<void> {
  const framing = framingOf(incoming);
  if (framing.hasBody && incoming.readableDidRead) throw new ConsumedBodyError();
  options.onAccepted?.();
  // What came behind a request that ended the connection is not to be answered, and so not to be done.
  if (incoming.socket.writableEnded) return;
  if (isFaultilyFramed(incoming, framing)) {
    outgoing.writeHead(400, ['Connection', 'close']).end();
    incoming.socket.destroySoon();
    return;
  }
  // Without a listener a broken connection would end the process.
  outgoing.on('error', ignored);
  if (framing.hasBody) incoming.on('error', ignored);
  const request = new NodeRequest(incoming, framing, outgoing, options);
  try {
    // A coding that Node can not undo ends the connection right after this, and frameworks answer that themselves.
    const { atOnce } = handle;
    const response = framing.coded || atOnce === undefined ? handle(request) : atOnce(request);
    if (!(response instanceof Promise))
      return sendWhole(response, incoming, framing, outgoing, request);
    return response.then(
      (late) => sendWhole(late, incoming, framing, outgoing, request),
      () => breakOff(outgoing),
    );
  } catch {
    breakOff(outgoing);
  }
}

/** Sends a response. What fails half-way can not be taken back, but broken off. */
function sendWhole(
  response: WireResponse,
  incoming: IncomingMessage,
  framing: Framing,
  outgoing: ServerResponse,
  request: NodeRequest,
): Awaitable<void> {
  try {
    const isUnread = framing.hasBody && !incoming.complete;
    const sent = sendAnswer(response, outgoing, { method: incoming.method, isUnread, request });
    return sent instanceof Promise ? sent.catch(() => breakOff(outgoing)) : sent;
  } catch {
    breakOff(outgoing);
  }
}

function breakOff(outgoing: ServerResponse): void {
  outgoing.destroy();
}

/**
 * A `node:http` server with safe timeouts, not yet listening. A target that is longer than a head may be is answered 414. Asked to confirm (`Expect: 100-continue`), it does so
 * when the body is wanted, which is after the credentials were found good.
 */
export function nodeServer(
  handle: Exchange,
  options: NodeHandlerOptions & ServerOptions = {},
): Server {
  const listener = nodeHandler(handle, options);
  const server = createServer({ ...serverDefaults, ...options }, listener);
  server.on('clientError', answerClientError);
  server.on('checkContinue', nodeHandler(handle, { ...options, confirms: true }));
  return server;
}

function ignored(): void {
  // What becomes of the connection is told by the end of its response.
}

/** HTTP/1.0 has no chunks, so that whoever passed a request on may have seen its end elsewhere (RFC 9112 section 6.1). */
function isFaultilyFramed(
  { httpVersionMajor, httpVersionMinor }: IncomingMessage,
  { coded }: Framing,
): boolean {
  return coded && httpVersionMajor === 1 && httpVersionMinor === 0;
}
