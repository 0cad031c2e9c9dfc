import type { FixDisconnectReason, FixNotice, FixRejection } from '../session/session.js';

/** Events of a session other than messages. They contain no credentials. */
export type FixEvent =
  /** The initiator opens a connection. `attempt` counts the attempts since the last Logon (A). */
  | { readonly kind: 'connecting'; readonly attempt: number }
  /** The session is open. */
  | { readonly kind: 'logon'; readonly heartBtInt: number }
  /** The peer has sent a Logout (5). */
  | { readonly kind: 'logout'; readonly text: string | undefined }
  /** The connection has ended. `retryIn` is the delay until the next attempt in milliseconds, if there is one. */
  | {
      readonly kind: 'disconnected';
      readonly reason: FixDisconnectReason | 'broken' | 'unreachable';
      readonly text: string | undefined;
      readonly retryIn: number | undefined;
      readonly error?: unknown;
    }
  /** The peer rejected a message. */
  | { readonly kind: 'rejected'; readonly rejection: FixRejection }
  /** The first reply to a request did not arrive within the time in the description. */
  | {
      readonly kind: 'late';
      readonly request: string;
      readonly correlation: string;
      readonly within: number;
    }
  /** An entry for the log. The Text (58) of an error that the peer receives ends with its `correlationId`. */
  | {
      readonly kind: 'notice';
      readonly code: FixNotice;
      readonly text: string;
      readonly correlationId?: string;
    }
  /**
   * A callback of the program, or its store, threw an error. `correlationId` identifies the message whose handler failed. The text of
   * its rejection ends with it.
   */
  | { readonly kind: 'error'; readonly error: unknown; readonly correlationId?: string };
