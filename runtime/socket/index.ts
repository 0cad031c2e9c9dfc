/**
 * The seam for feeds over WebSocket: what a feed session needs of a connection, and what a server's feed is handed. Sessions
 * (subscriptions, sequences, order books) and adapters stand on either side of it and know nothing of each other, so a client is wired to
 * a server in memory just as it is for HTTP.
 */
import type { Peer } from '../core/wire.js';

/** One frame: text, or bytes. Control frames are the adapter's business. */
export type Frame = string | Uint8Array;

/** An open connection, from either end. */
export interface Socket {
  /** Frames as they come; ends when the connection does. Iterated at most once. */
  readonly frames: AsyncIterable<Frame>;
  /** Takes a frame to send at once; never blocks. Does nothing after the connection has closed. */
  send(frame: Frame): void;
  /** Bytes taken but not yet sent, for a policy against slow consumers. */
  readonly buffered: number;
  /** Starts the closing handshake (RFC 6455 section 7). */
  close(code?: number, reason?: string): void;
  /** Settles once, however the connection ended; never rejects. */
  readonly closed: Promise<SocketClosed>;
}

/** How a connection ended. */
export interface SocketClosed {
  /** Close code (RFC 6455 section 7.4); 1006 where no closing handshake took place. */
  readonly code: number;
  readonly reason: string;
}

/** A request to open a connection, exactly as it stands on the wire. */
export interface SocketRequest {
  readonly scheme: 'ws' | 'wss';
  /** Host and port as the `Host` header carries them. */
  readonly authority: string;
  /** Path and query, untouched. */
  readonly target: string;
  /** Raw pairs, flat; those that the handshake itself needs are the adapter's. */
  readonly headers: readonly string[];
  /** Subprotocols, most wanted first. */
  readonly protocols: readonly string[];
  /** Milliseconds since the epoch after which nobody waits for the connection any more. */
  readonly deadline?: number;
  readonly signal?: AbortSignal;
  /** The other end, where a server's adapter knows it. */
  readonly peer?: Peer;
}

/** Opens a connection: a client's transport. Rejects where the handshake fails. */
export type OpenSocket = (request: SocketRequest) => Promise<Socket>;

/** Is handed each connection that was opened: a server's handler. The connection closes when it settles. */
export type AcceptSocket = (request: SocketRequest, socket: Socket) => Promise<void>;
