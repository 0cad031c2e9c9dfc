/**
 * Interface between a WebSocket implementation and the clients and servers of feeds.
 *
 * Frames are passed by callbacks rather than iterated: a promise per frame would cost more than everything else.
 */
import type { Peer } from '../core/wire.js';

/** One message: text or bytes. Control frames are handled by the adapter. */
export type Frame = string | Uint8Array;

/** An open connection, on either side. */
export interface Socket {
  /** Sends text or bytes as one message without blocking. Does nothing after the connection has closed. */
  send(frame: Frame): void;
  /** Sends a message that goes to many connections, so that it is encoded only once. */
  sendShared(shared: SharedFrame): void;
  /** Number of bytes that wait to be sent, by which slow consumers are detected; 0 if the adapter does not know. */
  readonly buffered: number;
  /** Sends a ping (RFC 6455 section 5.5.2). Absent if the platform cannot, as in browsers. */
  readonly ping?: () => void;
  /** Starts the closing handshake (RFC 6455 section 7). */
  close(code?: number, reason?: string): void;
  /** Closes the connection immediately, without a handshake, because the peer does not respond. */
  terminate(): void;
}

/** A message for many connections. An adapter caches the encoded frame in it. */
export interface SharedFrame {
  readonly frame: Frame;
  encoded?: Uint8Array;
}

/** Events of a connection. */
export interface SocketEvents {
  /** A message has arrived. */
  frame(frame: Frame): void;
  /** Another sign of life has arrived, such as a ping or a pong. */
  alive(): void;
  /** Waiting bytes have been sent. */
  drained(): void;
  /** The connection has ended, for whatever reason. Called once, as the last event. */
  closed(how: SocketClosed): void;
}

/** Reason for the end of a connection. */
export interface SocketClosed {
  /** Close code (RFC 6455 section 7.4); 1006 without a closing handshake. */
  readonly code: number;
  readonly reason: string;
}

/** Request to open a connection, as sent on the wire. */
export interface SocketRequest {
  readonly scheme: 'ws' | 'wss';
  /** Host and port, as in the `Host` header. */
  readonly authority: string;
  /** Path and query, unmodified. */
  readonly target: string;
  /** Headers as raw pairs in a flat list, without those of the handshake, which the adapter adds. */
  readonly headers: readonly string[];
  /** Subprotocols in order of preference. */
  readonly protocols: readonly string[];
  /** Aborts the opening. Has no effect on an open connection. */
  readonly signal?: AbortSignal;
  /** The client, if the server's adapter knows it. */
  readonly peer?: Peer;
}

/** Opens a connection: the transport of a feed client. Rejects if the handshake fails. Calls no event before it resolves. */
export type OpenSocket = (request: SocketRequest, events: SocketEvents) => Promise<Socket>;

/** Response to a request that is not upgraded. */
export interface SocketRefusal {
  /** HTTP status: 400, 404 or 414. */
  readonly status: number;
  /** One sentence for the body of the response. */
  readonly reason: string;
}

/** Handler of a feed server: receives each open connection and returns the callbacks for its events. */
export interface AcceptSocket {
  (request: SocketRequest, socket: Socket): SocketEvents;
  /**
   * Checks the address of a request before the adapter upgrades it. Returns the refusal, or `undefined` to accept.
   *
   * If the adapter does not call it, a connection with an invalid address is closed with code 1008.
   */
  readonly admit?: (request: SocketRequest) => SocketRefusal | undefined;
}
