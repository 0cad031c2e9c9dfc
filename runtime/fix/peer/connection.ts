import type { Peer } from '../../core/wire.js';

/** A stream of bytes in both directions, usually TLS over TCP. */
export interface FixConnection {
  /** Sends bytes, which do not change afterwards. What is written in one turn goes out together. Ignored once it is closed. */
  write(bytes: Uint8Array): void;
  /** Bytes that were written and have not left yet. */
  readonly buffered: number;
  /** No bytes come until `resume`. */
  pause(): void;
  resume(): void;
  /** Closes when everything that was written is out, or after a while if it does not leave. */
  end(): void;
  /** Closes at once. */
  destroy(): void;
  readonly peer?: Peer;
}

/** What the owner of a connection is told. */
export interface FixConnectionEvents {
  /** Bytes have come; they do not change afterwards. */
  bytes(bytes: Uint8Array): void;
  /** What was written has left. */
  drained(): void;
  /** The connection is gone, told once. `error` says why where it broke. */
  closed(error?: unknown): void;
}

/** Opens a connection to an acceptor. */
export type OpenFixConnection = (
  address: FixAddress,
  events: FixConnectionEvents,
  signal?: AbortSignal,
) => Promise<FixConnection>;

/** Takes a connection from an initiator. */
export type AcceptFixConnection = (connection: FixConnection) => FixConnectionEvents;

/** Where an acceptor listens. */
export interface FixAddress {
  readonly host: string;
  readonly port: number;
}
