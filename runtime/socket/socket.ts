/**
 * The seam of a connection: what a client or a server of feeds needs of a WebSocket, from whatever library, runtime or memory it comes.
 * Frames are handed over by a call rather than iterated, because a promise for each frame costs more than everything else that is done
 * with one.
 */
import type { Peer } from '../core/wire.js';

/** One message: a text, or bytes. Control frames are the adapter's business. */
export type Frame = string | Uint8Array;

/** An open connection, from either end. */
export interface Socket {
  /** Takes a text or bytes to send at once, as one message; never blocks. Does nothing after the connection has closed. */
  send(frame: Frame): void;
  /** The same for a message that goes to many connections, so that it is turned into a frame once. */
  sendShared(shared: SharedFrame): void;
  /** Bytes taken but not yet sent, for a policy against slow consumers; 0 where the adapter can not know. */
  readonly buffered: number;
  /** Sends a ping (RFC 6455 section 5.5.2). Absent where there is no way to, as in browsers. */
  readonly ping?: () => void;
  /** Starts the closing handshake (RFC 6455 section 7). */
  close(code?: number, reason?: string): void;
  /** Ends the connection at once, without a handshake: the other end is taken for dead. */
  terminate(): void;
}

/** A message for many connections. An adapter keeps in it what it made of the message. */
export interface SharedFrame {
  readonly frame: Frame;
  encoded?: Uint8Array;
}

/** What a connection tells its owner. */
export interface SocketEvents {
  /** A message has come. */
  frame(frame: Frame): void;
  /** Any other sign of life, such as a ping or a pong. */
  alive(): void;
  /** Bytes that waited have been sent. */
  drained(): void;
  /** The connection is gone, however it ended. Called once; nothing is called after it. */
  closed(how: SocketClosed): void;
}

/** How a connection ended. */
export interface SocketClosed {
  /** Close code (RFC 6455 section 7.4); 1006 where no closing handshake took place. */
  readonly code: number;
  readonly reason: string;
}

/** A request to open a connection, as it stands on the wire. */
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
  /** Gives up opening. Does nothing to an open connection. */
  readonly signal?: AbortSignal;
  /** The other end, where a server's adapter knows it. */
  readonly peer?: Peer;
}

/** Opens a connection: a client's transport. Rejects where the handshake fails; calls no event before it resolves. */
export type OpenSocket = (request: SocketRequest, events: SocketEvents) => Promise<Socket>;

/** Response to a request to open a connection that is not upgraded. */
export interface SocketRefusal {
  /** HTTP status: 400, 404 or 414. */
  readonly status: number;
  /** One sentence, for the body of the response. */
  readonly reason: string;
}

/** Is handed each connection that was opened: a server's handler. Answers what the connection is to tell. */
export interface AcceptSocket {
  (request: SocketRequest, socket: Socket): SocketEvents;
  /**
   * Asked by an adapter before it upgrades a request: why the address is refused, if it is. A connection that was opened without asking is
   * closed with code 1008.
   */
  readonly admit?: (request: SocketRequest) => SocketRefusal | undefined;
}
