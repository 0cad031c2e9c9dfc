import type { Timers } from '../../core/clock.js';
import type { Verdict } from '../../core/security.js';
import type { MiddlewareOption } from '../../core/server/middleware.js';
import type { RevocationOptions } from '../../core/server/revocations.js';
import type { CountedConnections } from '../../core/server/connection-counter.js';
import type { Peer } from '../../core/wire.js';
import type { FixMessage } from '../message/codec.js';
import type { FixHeaderFields } from '../message/header.js';
import type { FixSessionOptions } from '../session/machine.js';
import type { FixIdentity } from '../session/incoming-connection.js';
import type { FixFieldOf } from '../session/session.js';
import type { FixStore } from '../store/store.js';
import type { FixHandledMessage, FixInbound } from './inbound/inbound-queue.js';
import type { FixLogonOf, FixReplyOf, FixTypes } from './descriptor.js';
import type { FixEvent } from './events.js';
import type { FixMessagesOptions } from './session-handle.js';
import type { FixRequestOptions } from './inbound/requests.js';

/** Input of a verifier of Logons (A). */
export interface PresentedLogon<Types extends FixTypes = FixTypes> {
  readonly identity: FixIdentity;
  /** The decoded Logon (A). */
  readonly message: FixLogonOf<Types>;
  /** Reads any of its fields. */
  readonly field: FixFieldOf;
  readonly peer: Peer | undefined;
}

/**
 * Handles one type of message. The next message of the session waits for the promise.
 *
 * Messages that the handler, or anything it calls, sends on the same session are sent after the promise has resolved
 * and the number of the handled message has been committed.
 */
export type FixHandler<Types extends FixTypes, Message extends FixMessage, Principal> = {
  // A method type, whose parameters are bivariant, so that handlers of all types fit into one table.
  handle(
    message: Message,
    session: FixClient<Types, Principal>,
    inbound: FixHandledMessage<Message>,
  ): void | Promise<void>;
}['handle'];

/** Handlers by message type. A message without a handler is rejected as unsupported. */
export type FixHandlers<Types extends FixTypes, Principal = unknown> = {
  readonly [Message in Types['toServer'] as Message['type']]?: FixHandler<
    Types,
    Message,
    Principal
  >;
};

/** Calls of the handlers of an acceptor, for middleware. */
export type FixCallsOf<Types extends FixTypes, Principal = unknown> = {
  readonly [Message in Types['toServer'] as Message['type']]: {
    readonly request: FixCallRequest<Types, Message, Principal>;
    readonly result: void;
  };
};

/** Request of one call: the message with its header, and the session that received it. */
export interface FixCallRequest<
  Types extends FixTypes,
  Message extends FixMessage,
  Principal = unknown,
> extends FixInbound<Message> {
  readonly session: FixClient<Types, Principal>;
}

/** Options of an acceptor. */
export interface FixAcceptorOptions<
  Types extends FixTypes,
  Principal = unknown,
> extends RevocationOptions {
  /** SenderCompID (49) of this side. Default: the server's CompID in the description. */
  readonly compId?: string;
  /** Decides if a peer with these CompIDs is expected. Default: any peer that addresses this side. */
  readonly expects?: (identity: FixIdentity) => boolean;
  /** Decides if a peer may log on. Default: every expected peer. */
  readonly verify?: (
    presented: PresentedLogon<Types>,
  ) => Verdict<Principal> | Promise<Verdict<Principal>>;
  /**
   * Group in which a connection is counted, if the description limits
   * connections by account or profile. Default: the verdict's caller.
   */
  readonly groupOf?: (principal: Principal, identity: FixIdentity) => string;
  /** False if messages and Logons (A) are not counted against the rates of the description, for tests that send many. Default: true. */
  readonly hasRateLimits?: boolean;
  /** Code around the handlers of messages. */
  readonly middleware?: MiddlewareOption<FixCallsOf<Types, Principal>>;
  /**
   * Counts the accepted connections together with those of other servers. A connection above a limit is refused, like one
   * above the description's `maxConnections`. Requires `verify`.
   */
  readonly counted?: CountedConnections<Principal>;
  /**
   * Creates the identifier of an error that the peer receives: a Reject (3), a BusinessMessageReject (j), or a Logout (5)
   * that ends the session because of an error. The event `notice` has it, and the Text (58) ends with it in parentheses.
   * `false` omits it, for peers that compare texts. Default: a random UUID.
   */
  readonly correlationId?: (() => string) | false;
  /** Opens the store of a session, when its first Logon (A) has been accepted. Default: in memory. */
  readonly store?: (identity: FixIdentity) => FixStore | Promise<FixStore>;
  /** Listener for all events other than messages. `client` is `undefined` for a connection that has not been identified. */
  readonly onEvent?: (event: FixEvent, client: FixClient<Types, Principal> | undefined) => void;
  /** Timeout of a request in milliseconds. Default: 30,000. */
  readonly requestTimeout?: number;
  /** Clock and timers; replaceable for tests. Default: those of the system. */
  readonly timers?: Timers;
  /** Further settings of the sessions. */
  readonly session?: Partial<
    Pick<FixSessionOptions, 'resetOnLogon' | 'logonTimeout' | 'logoutTimeout' | 'replayBatch'>
  >;
}

/** The server's side of one session. */
export interface FixClient<Types extends FixTypes, Principal = unknown> {
  readonly identity: FixIdentity;
  /** Principal of the last accepted Logon (A). */
  readonly principal: Principal | undefined;
  readonly isOpen: boolean;
  /** Sends a message, like {@link FixInitiator.send}. */
  send(message: Types['toClient'], header?: FixHeaderFields): Promise<void>;
  /** Sends a request, like {@link FixInitiator.request}. */
  request<Message extends Types['toClient']>(
    message: Message,
    options?: FixRequestOptions,
  ): Promise<FixReplyOf<Types, Message>>;
  messages(options?: FixMessagesOptions): AsyncIterableIterator<FixInbound<Types['toServer']>>;
  refuse(
    inbound: FixInbound<Types['toServer']>,
    reason: number,
    text: string,
    refId?: string,
  ): void;
  /** Resets both sequence numbers, like {@link FixInitiator.reset}. */
  reset(): void;
  logout(text?: string): Promise<void>;
}
