import type { Timers } from '../../core/clock.js';
import type { RandomSource } from '../../core/random.js';
import type { FixMessage, FixOtherField } from '../message/codec.js';
import type { FixHeaderFields } from '../message/header.js';
import type { FixSessionOptions } from '../session/machine.js';
import type { FixFieldOf } from '../session/session.js';
import type { FixStore } from '../store/store.js';
import type { FixAddress, OpenFixConnection } from './connection.js';
import type { FixHandledMessage, FixInbound } from './delivery.js';
import type { FixReplyOf, FixTypes } from './descriptor.js';
import type { FixEvent } from './events.js';
import type { FixMessagesOptions } from './face.js';
import type { FixRequestOptions } from './requests.js';

/** How an initiator connects, and what it does with what comes. */
export interface FixInitiatorOptions<Types extends FixTypes> {
  readonly open: OpenFixConnection;
  readonly address: FixAddress;
  readonly senderCompId: string;
  /** Default: the CompID of the server in the description. */
  readonly targetCompId?: string;
  /** Default: in memory, so that the process begins anew with 1. */
  readonly store?: FixStore;
  /** More fields of the Logon, such as Username (553). */
  readonly logonFields?: readonly FixOtherField[];
  /** Makes the fields that sign a Logon, each time anew. */
  readonly sign?: (
    field: FixFieldOf,
  ) => readonly FixOtherField[] | Promise<readonly FixOtherField[]>;
  /** What is done with each kind of message of the peer. */
  readonly handlers?: FixInitiatorHandlers<Types>;
  /** Is called with every message that has no handler of its own, in order; the next one waits for the promise. */
  readonly onMessage?: (inbound: FixInbound<Types['toClient']>) => void | Promise<void>;
  readonly onEvent?: (event: FixEvent) => void;
  /** How it connects again; `false` for once only. */
  readonly reconnect?: FixReconnect | false;
  /** Milliseconds until a request fails for want of an answer. Default 30000. */
  readonly requestTimeout?: number;
  readonly timers?: Timers;
  readonly random?: RandomSource;
  /** Finer settings of the session. */
  readonly session?: Partial<
    Pick<
      FixSessionOptions,
      'heartBtInt' | 'resetOnLogon' | 'logonTimeout' | 'logoutTimeout' | 'replayBatch'
    >
  >;
}

/**
 * What a client does with one kind of message. The next message of the session waits for the promise. What the handler, and whatever it
 * calls, sends on the session meanwhile leaves when the promise is kept, after the number of the message was committed.
 */
export type FixInitiatorHandler<Types extends FixTypes, Message extends FixMessage> = {
  // A method, so that handlers of all kinds stand in one table.
  handle(
    message: Message,
    session: FixInitiator<Types>,
    inbound: FixHandledMessage<Message>,
  ): void | Promise<void>;
}['handle'];

/** A handler for each kind of message that a server sends. */
export type FixInitiatorHandlers<Types extends FixTypes> = {
  readonly [Message in Types['toClient'] as Message['type']]?: FixInitiatorHandler<Types, Message>;
};

/**
 * Waits before connecting again: `initial` doubled each time up to `longest`, and of that a random part, until a session has lasted ten
 * seconds. In milliseconds.
 */
export interface FixReconnect {
  /** Default 1000. */
  readonly initial?: number;
  /** Default 30000. */
  readonly longest?: number;
}

/** The client's end of a session, which connects until it is closed. */
export interface FixInitiator<Types extends FixTypes> {
  readonly isOpen: boolean;
  /** Kept when the session is open. Rejected when this side is closed first, or can not connect again. */
  opened(): Promise<void>;
  /**
   * Numbers a message, keeps it in the store and writes it. Kept when that is done; waits while the peer is slow to read.
   *
   * @throws {FixError} `not-logged-on`
   * @throws {FixEncodeError} for a message that its description does not allow
   */
  send(message: Types['toServer'], header?: FixHeaderFields): Promise<void>;
  /**
   * Sends a message and gives its first answer.
   *
   * @throws {FixError} `rejected` where the peer refuses the message, `timeout`, `closed`, and all that `send` throws
   */
  request<Message extends Types['toServer']>(
    message: Message,
    options?: FixRequestOptions,
  ): Promise<FixReplyOf<Types, Message>>;
  /** Messages of the peer from now on. The peer waits when the reader is too slow. */
  messages(options?: FixMessagesOptions): AsyncIterableIterator<FixInbound<Types['toClient']>>;
  /** Refuses a message of the peer (BusinessMessageReject). */
  refuse(
    inbound: FixInbound<Types['toClient']>,
    reason: number,
    text: string,
    refId?: string,
  ): void;
  /**
   * Begins both numbers at 1 again within the session (ResetSeqNumFlag, 141), as those do who never leave and agree on a time of day.
   * Nothing from before can be sent again afterwards. What the peer has sent before it answers still counts in the old way.
   *
   * @throws {FixError} `not-logged-on`
   * @throws {FixSessionError} `usage` where the version has no such flag, or the description refuses it
   */
  reset(): void;
  /** Tells of everything beside messages; the answer stops it. */
  on(listener: (event: FixEvent) => void): () => void;
  /** Says Logout, waits for the answer, and does not connect again. */
  close(text?: string): Promise<void>;
}
