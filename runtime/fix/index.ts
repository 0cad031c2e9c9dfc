/**
 * The seam for FIX sessions. A session is one pure state machine for both sides: bytes, clock ticks and application messages go
 * in, effects come out. It has no sockets and no time of its own, so that whatever a session does is a test that takes no time.
 */
import type { Peer } from '../core/wire.js';

/** One side of one FIX session. Every call returns what is to be done, in order. */
export interface FixSession<Inbound = unknown, Outbound = unknown> {
  /** Bytes from the peer, cut anywhere. */
  receive(bytes: Uint8Array, now: number): readonly FixEffect<Inbound>[];
  /** An application message to send; numbered and stored by the session. */
  send(message: Outbound, now: number): readonly FixEffect<Inbound>[];
  /** The time that a `timer` effect asked for has come. `now` is in milliseconds since the epoch, here and everywhere. */
  tick(now: number): readonly FixEffect<Inbound>[];
  /** The connection is open; the initiator logs on. */
  connected(now: number): readonly FixEffect<Inbound>[];
  /** The connection is gone. */
  disconnected(now: number): readonly FixEffect<Inbound>[];
  /** Ends the session in order, by Logout. */
  logout(text: string | undefined, now: number): readonly FixEffect<Inbound>[];
}

/** What a session wants done. */
export type FixEffect<Inbound = unknown> =
  | { readonly kind: 'write'; readonly bytes: Uint8Array }
  /** Call `tick` at that time; takes the place of the timer before. */
  | { readonly kind: 'timer'; readonly at: number | undefined }
  | { readonly kind: 'disconnect'; readonly reason: string }
  | { readonly kind: 'logon' }
  | { readonly kind: 'logout'; readonly text: string | undefined }
  | { readonly kind: 'message'; readonly message: Inbound; readonly sequence: number }
  /** Something to log: a garbled message, a gap, a reject. Never holds credentials. */
  | { readonly kind: 'notice'; readonly code: string; readonly text: string };

/** Generated for each version of the protocol: bytes of one whole message to a value and back, without a dictionary at run time. */
export interface FixCodec<Inbound = unknown, Outbound = unknown> {
  /** `BeginString` (8). */
  readonly beginString: string;
  decode(message: Uint8Array): FixDecoded<Inbound>;
  encode(message: Outbound, header: FixHeader): Uint8Array;
}

/** A message, or the session-level reject that it deserves (FIX 4.2 "Reject", tags 371 and 373). */
export type FixDecoded<Inbound> =
  | { readonly kind: 'message'; readonly message: Inbound; readonly header: FixHeader }
  | {
      readonly kind: 'reject';
      readonly header: FixHeader;
      readonly refTag: number | undefined;
      readonly reason: number;
      readonly text: string;
    };

/** Members of the standard header that a session decides. */
export interface FixHeader {
  readonly msgType: string;
  readonly sequence: number;
  readonly senderCompId: string;
  readonly targetCompId: string;
  /** As it stands in the message, with its own precision. */
  readonly sendingTime: string;
  readonly possDup: boolean;
}

/** Keeps what was sent, so that it can be sent again, and both sequence numbers. */
export interface FixStore {
  readonly nextOutgoing: number;
  readonly nextIncoming: number;
  append(sequence: number, message: Uint8Array): void;
  read(from: number, to: number): Iterable<readonly [sequence: number, message: Uint8Array]>;
  expect(sequence: number): void;
  reset(): void;
}

/** A stream of bytes in both directions, usually TLS over TCP. */
export interface FixConnection {
  /** Ends when the peer or this side closes. Iterated at most once. */
  readonly bytes: AsyncIterable<Uint8Array>;
  write(bytes: Uint8Array): void;
  close(): void;
  readonly peer?: Peer;
}

/** Opens a connection to an acceptor. */
export type OpenFixConnection = (
  address: { readonly host: string; readonly port: number },
  signal?: AbortSignal,
) => Promise<FixConnection>;
