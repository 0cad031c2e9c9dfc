/**
 * The seam for FIX sessions. A session is one pure state machine for both sides: bytes, clock ticks and application messages go
 * in, effects come out. It has no sockets and no time of its own, so that whatever a session does is a test that takes no time.
 */
import type { Peer } from '../core/wire.js';

export {
  FixEncodeError,
  type FixCodec,
  type FixDecoded,
  type FixMessage,
  type FixOtherField,
  type FixRejected,
} from './message/codec.js';
export { FixFramer } from './message/framer.js';
export { readHeader, writeHeader, type FixHeader, type FixHeaderFields } from './message/header.js';
export { RejectReason, rejectTexts } from './message/reject-reason.js';
export { FixView, type FixGarble } from './message/view.js';
export { FixWriter } from './message/writer.js';
export type { FixDisconnect, FixPolicy, FixRate, FixRefusal } from './policy.js';

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
