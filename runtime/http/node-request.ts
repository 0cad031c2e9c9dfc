import type { IncomingMessage, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import { BodyTooLargeError, concatBytes, plainBytes } from '../core/body.js';
import { sameHeader } from '../core/headers.js';
import type { Body, Peer, StreamBody, WireRequest } from '../core/wire.js';
import type { NodeMountOptions } from './node-options.js';

/** What the head of a request says of its host and of how its body is sent. */
export interface Framing {
  readonly host: string | undefined;
  readonly length: string | undefined;
  /** Whether it has a `Transfer-Encoding`. */
  readonly coded: boolean;
  /** Whether a body is announced. */
  readonly hasBody: boolean;
  /** Whether it wants to be asked for its body (`Expect: 100-continue`). */
  readonly waits: boolean;
}

/** Reads the first line of each name; Node refuses requests whose lines of these names contradict one another. */
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
  return { host, length, coded, hasBody, waits };
}

/** Tells of a caller that has gone before the response was finished. */
class Caller {
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
    this.#reason = new Error('The caller has gone.');
    this.#controller?.abort(this.#reason);
    for (const listener of this.#listeners ?? []) listener(this.#reason);
  }
}

/** A request of `node:http`. Its caller is looked after once somebody asks: most requests are answered before anybody could go. */
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
  #caller: Caller | undefined;

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
    const asks = confirms === true && framing.waits ? outgoing : undefined;
    // A parser that found nothing has taken nothing away, but the end, which comes once.
    if (!framing.hasBody) this.body = undefined;
    else
      this.body = incoming.readableEnded
        ? new Uint8Array(0)
        : new NodeBody(incoming, framing.length, asks);
    this.peer = isSecure ? securePeer(socket) : { address: socket.remoteAddress ?? '' };
    this.onAbort = (listener) => this.caller().onAbort(listener);
    this.#outgoing = outgoing;
  }

  get signal(): AbortSignal {
    return this.caller().signal;
  }

  private caller(): Caller {
    return (this.#caller ??= new Caller(this.#outgoing));
  }
}

function securePeer(socket: TLSSocket): Peer {
  const address = socket.remoteAddress ?? '';
  const { raw } = socket.getPeerCertificate();
  // Node answers an empty object where there is none. One that no trusted authority signed proves nothing.
  return raw === undefined || !socket.authorized ? { address } : { address, certificate: raw };
}

/** A body of `node:http`. */
class NodeBody implements StreamBody {
  declare readonly length?: number;
  readonly #incoming: IncomingMessage;
  readonly #asks: ServerResponse | undefined;

  constructor(
    incoming: IncomingMessage,
    length: string | undefined,
    asks: ServerResponse | undefined,
  ) {
    this.#incoming = incoming;
    this.#asks = asks;
    if (length !== undefined) this.length = Number(length);
  }

  get stream(): AsyncIterable<Uint8Array> {
    return { [Symbol.asyncIterator]: () => pieces(this.#incoming, this.#asks) };
  }

  /** What is too long is left alone, and so is the connection, for the answer. */
  bytes(limit: number, heard?: () => void): Promise<Uint8Array> {
    const incoming: Collected = this.#incoming;
    this.#asks?.writeContinue();
    return new Promise((resolve, reject) => {
      incoming[collection] = { limit, heard, resolve, reject, length: 0, pieces: [] };
      incoming.on('data', take).on('end', end).on('close', closed);
    });
  }
}

/** What has come of a body that is collected. The listeners are the same for all, since functions made for each cost more than they do. */
interface Collection {
  readonly limit: number;
  readonly heard: (() => void) | undefined;
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
  if (state.length > state.limit) return leave(this, state, new BodyTooLargeError(state.limit));
  state.pieces.push(piece);
  state.heard?.();
}

function end(this: Collected): void {
  const { [collection]: state } = this;
  if (state === undefined) return;
  const { pieces: all, length } = state;
  const [only] = all;
  state.resolve(
    all.length === 1 && only !== undefined ? plainBytes(only) : concatBytes(all, length),
  );
}

function closed(this: Collected): void {
  const { [collection]: state } = this;
  if (state !== undefined && !this.readableEnded)
    leave(this, state, this.errored ?? new Error('The connection was closed.'));
}

function leave(incoming: Collected, state: Collection, cause: unknown): void {
  incoming.off('data', take).off('end', end).pause();
  state.reject(cause);
}

/** The pieces of a request's body. Reading that stops early leaves the connection alone, for the answer. */
async function* pieces(
  incoming: IncomingMessage,
  asks: ServerResponse | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  asks?.writeContinue();
  const iterator: AsyncIterable<Uint8Array> = incoming.iterator({ destroyOnReturn: false });
  for await (const piece of iterator) yield piece;
}
