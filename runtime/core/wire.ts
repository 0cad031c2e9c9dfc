import type { Awaitable } from './server/options.js';
import type { OperationDescriptor } from './descriptor.js';

/** A function of a client that sends a request and resolves to the response. A server's handler is one, too. */
export interface Transport {
  (request: WireRequest): Promise<WireResponse>;
}

/**
 * A server: a function from a request to a response. It is also a {@link Transport}, so that `transport: handle`
 * connects a client to a server in memory. Adapters connect it to Node, frameworks and `fetch` handlers.
 */
export interface HttpHandler extends Transport {
  /**
   * The same, but returns the response itself instead of a promise if nothing had to be awaited, which saves adapters a
   * turn of the event loop. It does not throw. If absent, adapters call the handler itself. `wrapHandler` preserves it.
   */
  readonly handleSync?: (request: WireRequest) => Awaitable<WireResponse>;
}

/** A request exactly as it is on the wire. */
export interface WireRequest {
  /** In upper case. */
  readonly method: string;
  readonly scheme: 'http' | 'https';
  /** Host and port as in the `Host` header. */
  readonly authority: string;
  /** Path and query, unmodified. */
  readonly target: string;
  /**
   * Other possible forms of `target` on the wire, if the platform only exposes requests after URL parsing. A signature over one
   * of them is as valid as one over `target`. Absent if `target` is exactly as sent.
   */
  readonly otherTargets?: readonly string[];
  /** Raw headers in a flat list: name, value, name, value. Repeated headers and the case of names are preserved. */
  readonly headers: readonly string[];
  readonly body: Body;
  /** Deadline of the caller, in milliseconds since the epoch. */
  readonly deadline?: number;
  readonly signal?: AbortSignal;
  /**
   * Registers a listener that is called once with the reason when the request is aborted. Serves transports that do not need
   * an `AbortSignal`. If present, `signal` is created on first access, and a copy made with spread syntax has only `onAbort`.
   */
  readonly onAbort?: (listener: (reason: unknown) => void) => void;
  /** The operation that a client is calling; absent on a server. */
  readonly operation?: OperationDescriptor;
  /** The peer of the connection, if the adapter knows it. */
  readonly peer?: Peer;
}

/** The peer of a connection. */
export interface Peer {
  readonly address: string;
  /** TLS client certificate in DER. */
  readonly certificate?: Uint8Array;
}

/** A response exactly as it is on the wire. */
export interface WireResponse {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Body;
}

/** No body, text, bytes, or a stream of bytes. */
export type Body = undefined | string | Uint8Array | StreamBody;

/** A body as a stream of bytes. A request with such a body is only retried if it has `replay`. */
export interface StreamBody {
  readonly stream: AsyncIterable<Uint8Array>;
  readonly length?: number;
  readonly replay?: () => AsyncIterable<Uint8Array>;
  /** The same bytes as a `Blob`, if they consist of files and bytes. Browsers can send a blob over HTTP/1, but not a stream. */
  readonly blob?: () => Blob;
  /**
   * Reads the whole body instead of `stream`, for sources that can do so more cheaply. Rejects with a `BodyTooLargeError` as
   * soon as the body is known to exceed the limit. `onData` is called whenever data arrives.
   */
  readonly bytes?: (limit: number, onData?: () => void) => Promise<Uint8Array>;
}
