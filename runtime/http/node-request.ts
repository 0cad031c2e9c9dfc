import type { IncomingMessage, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import { BodyTooLargeError, concatBytes, plainBytes } from '../core/body.js';
import { sameHeader } from '../core/headers.js';
import type { Body, Peer, StreamBody, WireRequest } from '../core/wire.js';

/** Host and framing headers of a request. */
export interface Framing {
  readonly host: string | undefined;
  readonly length: string | undefined;
  /** True if the request has a `Transfer-Encoding`. */
  readonly hasTransferCoding: boolean;
  /** True if the headers announce a body. */
  readonly hasBody: boolean;
  /** True if the client waits for `100 Continue` before it sends the body (`Expect: 100-continue`). */
  readonly expectsContinue: boolean;
}

/** Reads the first line of each header. Node refuses requests in which repeated lines of these headers contradict each other. */
export function framingOf({ rawHeaders }: IncomingMessage): Framing {
  let host: string | undefined;
  let length: string | undefined;
  let coded = false;
  let expected: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (sameHeader(name, 'host')) host ??= rawHeaders[index + 1];
    else if (sameHeader(name, 'content-length')) length ??= rawHeaders[index + 1];
    else if (sameHeader(name, 'transfer-encoding')) coded = true;
    else if (sameHeader(name, 'expect')) expected ??= rawHeaders[index + 1];
  }
  const hasBody = length !== undefined || coded;
  const waits = expected?.toLowerCase() === '100-continue';
  return { host, length, hasTransferCoding: coded, hasBody, expectsContinue: waits };
}

/** Detects that the caller closed the connection before the response was finished. */
class CallerMonitor {
  readonly #outgoing: ServerResponse;
  #reason: Error | undefined;
  #controller: AbortController | undefined;
  #listeners: ((reason: unknown) => void)[] | undefined;

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing;
    outgoing.on('close', () => this.#closed());
    if (outgoing.destroyed) this.#closed();
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  onAbort(listener: (reason: unknown) => void): void {
    if (this.#reason === undefined) (this.#listeners ??= []).push(listener);
    else listener(this.#reason);
  }

  #closed(): void {
    if (this.#outgoing.writableFinished || this.#reason !== undefined) return;
    this.#reason = new Error('The client has disconnected.');
    this.#controller?.abort(this.#reason);
    for (const listener of this.#listeners ?? []) listener(this.#reason);
  }
}

/** A request of `node:http`. It watches for a closed connection only when the signal is used: most requests finish without it. */
export class NodeRequest implements WireRequest {
  readonly method: string;
  readonly scheme: 'http' | 'https';
  readonly authority: string;
  readonly target: string;
  readonly headers: readonly string[];
  readonly body: Body;
  readonly peer: Peer;
  readonly onAbort: NonNullable<WireRequest['onAbort']>;
  readonly #outgoing: ServerResponse;
  #caller: CallerMonitor | undefined;

  constructor(
    incoming: IncomingMessage,
    framing: Framing,
    outgoing: ServerResponse,
    { scheme, target, confirms }: NodeMountOptions,
  ) {
    const { method = 'GET', url = '/', rawHeaders, socket } = incoming;
    const isSecure = socket instanceof TLSSocket;
    this.method = method;
    this.scheme = scheme ?? (isSecure ? 'https' : 'http');
    this.authority = framing.host ?? '';
    this.target = target ?? url;
    this.headers = rawHeaders;
    const continueOn = confirms === true && framing.expectsContinue ? outgoing : undefined;
    // A body parser that found an empty body has consumed only the end of the stream, which is reported once.
    if (!framing.hasBody) this.body = undefined;
    else
      this.body = incoming.readableEnded
        ? new Uint8Array(0)
        : new NodeBody(incoming, framing.length, continueOn);
    this.peer = isSecure ? securePeer(socket) : { address: socket.remoteAddress ?? '' };
    this.onAbort = (listener) => this.caller().onAbort(listener);
    this.#outgoing = outgoing;
  }

  get signal(): AbortSignal {
    return this.caller().signal;
  }

  private caller(): CallerMonitor {
    return (this.#caller ??= new CallerMonitor(this.#outgoing));
  }
}

function securePeer(socket: TLSSocket): Peer {
  const address = socket.remoteAddress ?? '';
  const { raw } = socket.getPeerCertificate();
  // Node returns an empty object if there is no certificate. A certificate not signed by a trusted authority proves
  // nothing.
  return raw === undefined || !socket.authorized ? { address } : { address, certificate: raw };
}

/** Body of a `node:http` request. */
class NodeBody implements StreamBody {
  declare readonly length?: number;
  readonly #incoming: IncomingMessage;
  readonly #continueOn: ServerResponse | undefined;

  constructor(
    incoming: IncomingMessage,
    length: string | undefined,
    continueOn: ServerResponse | undefined,
  ) {
    this.#incoming = incoming;
    this.#continueOn = continueOn;
    if (length !== undefined) this.length = Number(length);
  }

  get stream(): AsyncIterable<Uint8Array> {
    return { [Symbol.asyncIterator]: () => pieces(this.#incoming, this.#continueOn) };
  }

  /**
   * Collects the body, up to `limit` bytes. If the body is longer, neither the rest nor the connection is touched, so
   * that the response can still be sent.
   */
  bytes(limit: number, onProgress?: () => void): Promise<Uint8Array> {
    const incoming: Collected = this.#incoming;
    this.#continueOn?.writeContinue();
    return new Promise((resolve, reject) => {
      incoming[collection] = {
        limit,
        onProgress,
        resolve,
        reject,
        length: 0,
        pieces: [],
      };
      incoming.on('data', take).on('end', end).on('close', closed);
    });
  }
}

/**
 * State of a body that is being collected. It is a property of the request, so that all requests share the same
 * listeners: creating functions for each request costs more.
 */
interface Collection {
  readonly limit: number;
  readonly onProgress: (() => void) | undefined;
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (cause: unknown) => void;
  readonly pieces: Uint8Array[];
  length: number;
}

const collection = Symbol('collection');

interface Collected extends IncomingMessage {
  [collection]?: Collection;
}

function take(this: Collected, piece: Uint8Array): void {
  const { [collection]: state } = this;
  if (state === undefined) return;
  state.length += piece.length;
  if (state.length > state.limit)
    return stopCollecting(this, state, new BodyTooLargeError(state.limit));
  state.pieces.push(piece);
  state.onProgress?.();
}

function end(this: Collected): void {
  const { [collection]: state } = this;
  if (state === undefined) return;
  const { pieces, length } = state;
  const [only] = pieces;
  state.resolve(
    pieces.length === 1 && only !== undefined ? plainBytes(only) : concatBytes(pieces, length),
  );
}

function closed(this: Collected): void {
  const { [collection]: state } = this;
  if (state !== undefined && !this.readableEnded)
    stopCollecting(this, state, this.errored ?? new Error('The connection was closed.'));
}

function stopCollecting(incoming: Collected, state: Collection, cause: unknown): void {
  incoming.off('data', take).off('end', end).pause();
  state.reject(cause);
}

/** Iterates over the pieces of a request's body. Stopping early leaves the connection open for the response. */
async function* pieces(
  incoming: IncomingMessage,
  continueOn: ServerResponse | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  continueOn?.writeContinue();
  const iterator: AsyncIterable<Uint8Array> = incoming.iterator({ destroyOnReturn: false });
  for await (const piece of iterator) yield piece;
}

/** Options for reading requests of `node:http`. */
export interface NodeHandlerOptions {
  /** Scheme that clients use, for servers behind a proxy that terminates TLS. Default: `https` on a TLS socket, else `http`. */
  readonly scheme?: 'http' | 'https';
  /**
   * True if the handler is registered for the event `checkContinue` and must send `100 Continue` itself, when it reads
   * the body. Default: false, because `node:http` has already sent it.
   */
  readonly confirms?: boolean;
}

/** Options for mounting a server in a framework. */
export interface NodeMountOptions extends NodeHandlerOptions {
  /** Target of the request as the client sent it, for frameworks that remove their mount prefix. Default: the request's `url`. */
  readonly target?: string;
  /** Called before anything is sent. From then on the server owns the response. */
  readonly onAccepted?: () => void;
}
