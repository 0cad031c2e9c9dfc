import type { Peer } from '../../core/wire.js';

/** A bidirectional stream of bytes, usually TLS over TCP. */
export interface FixConnection {
  /**
   * Sends bytes, which must not change afterwards. All writes in one
   * turn of the event loop are sent together. Ignored after closing.
   */
  write(bytes: Uint8Array): void;
  /** Number of bytes that have been written but not sent. */
  readonly buffered: number;
  /** Pauses reading until `resume`. */
  pause(): void;
  resume(): void;
  /** Closes the connection after all written data has been sent, or after a timeout. */
  end(): void;
  /** Closes the connection immediately. */
  destroy(): void;
  readonly peer?: Peer;
}

/** Events of a connection. */
export interface FixConnectionEvents {
  /** Bytes have arrived. They do not change afterwards. */
  bytes(bytes: Uint8Array): void;
  /** The written data has been sent. */
  drained(): void;
  /** The connection has been closed. Called once. `error` is the reason if it was not closed normally. */
  closed(error?: unknown): void;
}

/** Opens a connection to an acceptor. */
export type OpenFixConnection = (
  address: FixAddress,
  events: FixConnectionEvents,
  signal?: AbortSignal,
) => Promise<FixConnection>;

/** Accepts a connection from an initiator. */
export type AcceptFixConnection = (connection: FixConnection) => FixConnectionEvents;

/** Address of an acceptor. */
export interface FixAddress {
  readonly host: string;
  readonly port: number;
}
