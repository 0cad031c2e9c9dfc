import type { OperationDescriptor } from './descriptor.js';

/**
 * The one seam: a client's transport and a server's handler are the same function type, so a client is
 * wired to a server in memory by `transport: handle`.
 */
export interface Exchange {
  (request: WireRequest): Promise<WireResponse>;
  /**
   * The same for adapters that can do with a response at once, where nothing had to be waited for. Never throws where the exchange never
   * rejects. Whatever is composed around an exchange may leave it away.
   */
  readonly atOnce?: (request: WireRequest) => WireResponse | Promise<WireResponse>;
}

/** A request exactly as it stands on the wire. */
export interface WireRequest {
  /** Upper case. */
  readonly method: string;
  readonly scheme: 'http' | 'https';
  /** Host and port as the `Host` header carries them. */
  readonly authority: string;
  /** Path and query, untouched. */
  readonly target: string;
  /**
   * What `target` may have been on the wire, beside `target` itself, where the platform shows requests only as a URL parser has made them.
   * A signature over one of these is as good as one over `target`. Absent where `target` is as it was sent.
   */
  readonly otherTargets?: readonly string[];
  /** Raw pairs, flat: name, value, name, value; repeats kept, names as written. */
  readonly headers: readonly string[];
  readonly body: Body;
  /** Milliseconds since the epoch after which nobody waits any more. */
  readonly deadline?: number;
  readonly signal?: AbortSignal;
  /**
   * Calls back once when nobody waits any more, with the reason: what `signal` tells, for transports that need no signal. Where there is
   * one, `signal` is made when somebody asks for it, and a copy made by spreading has this alone.
   */
  readonly onAbort?: (listener: (reason: unknown) => void) => void;
  /** The operation a client is calling; absent where a server receives. */
  readonly operation?: OperationDescriptor;
  /** Who is at the other end, where the adapter knows. */
  readonly peer?: Peer;
}

/** The other end of a connection. */
export interface Peer {
  readonly address: string;
  /** DER bytes of the TLS client certificate. */
  readonly certificate?: Uint8Array;
}

/** A response exactly as it stands on the wire. */
export interface WireResponse {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Body;
}

/** Nothing, text, bytes, or bytes that come piece by piece. */
export type Body = undefined | string | Uint8Array | StreamBody;

/** Bytes that come piece by piece. Without `replay` a request with such a body is never retried. */
export interface StreamBody {
  readonly stream: AsyncIterable<Uint8Array>;
  readonly length?: number;
  readonly replay?: () => AsyncIterable<Uint8Array>;
  /** The same bytes as a `Blob`, where they are files and bytes: browsers can send one over HTTP/1, but no stream. */
  readonly blob?: () => Blob;
  /**
   * All of it, in place of `stream`, from sources that can collect it cheaper than piece by piece. Rejects with a
   * `BodyTooLargeError` as soon as it is known to be longer than the limit. `heard` is called whenever something has come.
   */
  readonly bytes?: (limit: number, heard?: () => void) => Promise<Uint8Array>;
}
