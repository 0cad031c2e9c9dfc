import type { FixDisconnectReason, FixNotice, FixRejection } from '../session/session.js';

/** What a session tells beside messages. Nothing in it holds credentials. */
export type FixEvent =
  /** The initiator opens a connection, for the `attempt`th time since it was last logged on. */
  | { readonly kind: 'connecting'; readonly attempt: number }
  /** The session is open. */
  | { readonly kind: 'logon'; readonly heartBtInt: number }
  /** The peer has said Logout. */
  | { readonly kind: 'logout'; readonly text: string | undefined }
  /** The connection is gone; the next attempt comes in `retryIn` milliseconds, if one does. */
  | {
      readonly kind: 'disconnected';
      readonly reason: FixDisconnectReason | 'broken' | 'unreachable';
      readonly text: string | undefined;
      readonly retryIn: number | undefined;
      readonly error?: unknown;
    }
  /** The peer refuses a message. */
  | { readonly kind: 'rejected'; readonly rejection: FixRejection }
  /** The first answer to a request did not come within the time that the description gives it. */
  | {
      readonly kind: 'late';
      readonly request: string;
      readonly correlation: string;
      readonly within: number;
    }
  | { readonly kind: 'notice'; readonly code: FixNotice; readonly text: string }
  /** A callback of the program, or its store, has thrown. */
  | { readonly kind: 'error'; readonly error: unknown };
