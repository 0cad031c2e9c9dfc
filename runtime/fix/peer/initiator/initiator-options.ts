import type { Closable } from '../../../core/closable.js';
import type { Timers } from '../../../core/clock.js';
import type { RandomSource } from '../../../core/random.js';
import type { FixMessage, FixOtherField } from '../../message/codec.js';
import type { FixHeaderFields } from '../../message/header.js';
import type { FixSessionOptions } from '../../session/machine.js';
import type { FixFieldOf } from '../../session/session.js';
import type { FixStore } from '../../store/store.js';
import type { FixAddress, OpenFixConnection } from '../connection.js';
import type { FixHandledMessage, FixInbound } from '../inbound/inbound-queue.js';
import type { FixReplyOf, FixTypes } from '../descriptor.js';
import type { FixEvent } from '../events.js';
import type { FixMessagesOptions } from '../session-handle.js';
import type { FixRequestOptions } from '../inbound/requests.js';

/** Options of an initiator. */
export interface FixInitiatorOptions<Types extends FixTypes> {
  /** Opens connections, for example `openFix()` from `@tallystick/runtime/fix/node`. */
  readonly open: OpenFixConnection;
  /** Address of the acceptor. */
  readonly address: FixAddress;
  /** SenderCompID (49) of sent messages. */
  readonly senderCompId: string;
  /** TargetCompID (56) of sent messages. Default: the server's CompID in the description. */
  readonly targetCompId?: string;
  /** Store of the session. Default: in memory, so that the numbers restart at 1 with the process. */
  readonly store?: FixStore;
  /** Additional fields of the Logon (A), such as Username (553). */
  readonly logonFields?: readonly FixOtherField[];
  /** Creates the fields that sign a Logon (A). Called for each Logon. */
  readonly sign?: (
    field: FixFieldOf,
  ) => readonly FixOtherField[] | Promise<readonly FixOtherField[]>;
  /** Handlers by message type. */
  readonly handlers?: FixInitiatorHandlers<Types>;
  /** Called in sequence with each message that has no handler. The next message waits for the promise. */
  readonly onMessage?: (inbound: FixInbound<Types['toClient']>) => void | Promise<void>;
  /** Listener for all events other than messages. {@link FixInitiator.on} adds further listeners. */
  readonly onEvent?: (event: FixEvent) => void;
  /** Delays before reconnecting; `false` to connect only once. */
  readonly reconnect?: FixReconnect | false;
  /** Timeout of a request in milliseconds. Default: 30,000. */
  readonly requestTimeout?: number;
  /** Clock and timers; replaceable for tests. Default: those of the system. */
  readonly timers?: Timers;
  /** Source of random bytes for the jitter of delays. Default: that of the system. */
  readonly random?: RandomSource;
  /** Further settings of the session. */
  readonly session?: Partial<
    Pick<
      FixSessionOptions,
      'heartBtInt' | 'resetOnLogon' | 'logonTimeout' | 'logoutTimeout' | 'replayBatch'
    >
  >;
}

/**
 * Handles one type of message. The next message of the session waits for the promise.
 *
 * Messages that the handler, or anything it calls, sends on the session are sent after the promise has resolved and the
 * number of the handled message has been committed.
 */
export type FixInitiatorHandler<Types extends FixTypes, Message extends FixMessage> = {
  // A method type, whose parameters are bivariant, so that handlers of all types fit into one table.
  handle(
    message: Message,
    session: FixInitiator<Types>,
    inbound: FixHandledMessage<Message>,
  ): void | Promise<void>;
}['handle'];

/** Handlers by type of the messages that a server sends. */
export type FixInitiatorHandlers<Types extends FixTypes> = {
  readonly [Message in Types['toClient'] as Message['type']]?: FixInitiatorHandler<Types, Message>;
};

/**
 * Delays before reconnecting, in milliseconds. Each delay is a random part of a limit, which begins with `initial` and
 * doubles up to `longest`. The limit restarts after a session that lasted ten seconds.
 */
export interface FixReconnect {
  /** First limit in milliseconds. Default: 1,000. */
  readonly initial?: number;
  /** Maximum limit in milliseconds. Default: 30,000. */
  readonly longest?: number;
}

/** The client's side of a session. It reconnects until it is closed. */
export interface FixInitiator<Types extends FixTypes> extends Closable {
  readonly isOpen: boolean;
  /** Resolves when the session is open. Rejects if this side is closed first, or cannot reconnect. */
  opened(): Promise<void>;
  /**
   * Numbers a message, stores it and writes it. Resolves when that is done; waits while the peer reads slowly.
   *
   * @throws {FixError} `not-logged-on`.
   * @throws {FixEncodeError} for a message that does not match its description.
   */
  send(message: Types['toServer'], header?: FixHeaderFields): Promise<void>;
  /**
   * Sends a message and resolves to its first reply.
   *
   * @throws {FixError} `rejected` if the peer rejects the message, `timeout` or `closed`; and all errors of `send`.
   */
  request<Message extends Types['toServer']>(
    message: Message,
    options?: FixRequestOptions,
  ): Promise<FixReplyOf<Types, Message>>;
  /** Iterates over the messages of the peer from now on. If the reader is too slow, the peer has to wait. */
  messages(options?: FixMessagesOptions): AsyncIterableIterator<FixInbound<Types['toClient']>>;
  /** Rejects a message of the peer with a BusinessMessageReject (j). */
  refuse(
    inbound: FixInbound<Types['toClient']>,
    reason: number,
    text: string,
    refId?: string,
  ): void;
  /**
   * Resets both sequence numbers to 1 within the session, by ResetSeqNumFlag (141). Used by peers that never log out
   * and reset at an agreed time of day.
   *
   * Earlier messages can no longer be resent. Messages that the
   * peer sends before its response still use the previous numbers.
   *
   * @throws {FixError} `not-logged-on`.
   * @throws {FixSessionError} `usage` if the version has no such flag or the description refuses it.
   */
  reset(): void;
  /** Adds a listener for all events other than messages. The returned function removes it. */
  on(listener: (event: FixEvent) => void): () => void;
  /** Sends a Logout (5), waits for the response, and does not reconnect. */
  close(text?: string): Promise<void>;
}
