import type { Timers } from '../../core/clock.js';
import type { Verdict } from '../../core/security.js';
import type { Peer } from '../../core/wire.js';
import type { FixMessage } from '../message/codec.js';
import type { FixHeaderFields } from '../message/header.js';
import type { FixSessionOptions } from '../session/machine.js';
import type { FixIdentity } from '../session/reception.js';
import type { FixFieldOf } from '../session/session.js';
import type { FixStore } from '../store/store.js';
import type { FixHandledMessage, FixInbound } from './delivery.js';
import type { FixLogonOf, FixReplyOf, FixTypes } from './descriptor.js';
import type { FixEvent } from './events.js';
import type { FixMessagesOptions } from './face.js';
import type { FixRequestOptions } from './requests.js';

/** What a Logon shows to who decides about it. */
export interface PresentedLogon<Types extends FixTypes = FixTypes> {
  readonly identity: FixIdentity;
  /** The Logon, as the description has it. */
  readonly message: FixLogonOf<Types>;
  /** Any field of it. */
  readonly field: FixFieldOf;
  readonly peer: Peer | undefined;
}

/**
 * What a program does with one kind of message. The next message of the session waits for the promise. What is sent meanwhile on the session
 * of the message by the handler, and by whatever it calls, leaves when the promise is kept, after the number of the message was committed.
 */
export type FixHandler<Types extends FixTypes, Message extends FixMessage, Principal> = {
  // A method, so that handlers of all kinds stand in one table.
  handle(
    message: Message,
    session: FixClient<Types, Principal>,
    inbound: FixHandledMessage<Message>,
  ): void | Promise<void>;
}['handle'];

/** A handler for each kind of message; a kind without one is refused as not supported. */
export type FixHandlers<Types extends FixTypes, Principal = unknown> = {
  readonly [Message in Types['toServer'] as Message['type']]?: FixHandler<
    Types,
    Message,
    Principal
  >;
};

/** How an acceptor serves. */
export interface FixAcceptorOptions<Types extends FixTypes, Principal = unknown> {
  /** SenderCompID of this side. Default: the CompID of the server in the description. */
  readonly compId?: string;
  /** Whether somebody is expected by these CompIDs. Default: everybody who calls this side by its name. */
  readonly expects?: (identity: FixIdentity) => boolean;
  /** Decides who may log on. Default: everybody who is expected. */
  readonly verify?: (
    presented: PresentedLogon<Types>,
  ) => Verdict<Principal> | Promise<Verdict<Principal>>;
  /** Whose connections are counted together, where the description limits those of an account or a profile. Default: the verdict's caller. */
  readonly groupOf?: (principal: Principal, identity: FixIdentity) => string;
  /** Where a session is kept. Asked for once somebody may log on. Default: in memory. */
  readonly store?: (identity: FixIdentity) => FixStore | Promise<FixStore>;
  readonly onEvent?: (event: FixEvent, client: FixClient<Types, Principal> | undefined) => void;
  /** Milliseconds until a request fails for want of an answer. Default 30000. */
  readonly requestTimeout?: number;
  readonly timers?: Timers;
  readonly session?: Partial<
    Pick<FixSessionOptions, 'resetOnLogon' | 'logonTimeout' | 'logoutTimeout' | 'replayBatch'>
  >;
}

/** The server's end of one session. */
export interface FixClient<Types extends FixTypes, Principal = unknown> {
  readonly identity: FixIdentity;
  /** Who logged on last, by the verdict. */
  readonly principal: Principal | undefined;
  readonly isOpen: boolean;
  /** As an initiator's. */
  send(message: Types['toClient'], header?: FixHeaderFields): Promise<void>;
  /** As an initiator's. */
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
  /** As an initiator's. */
  reset(): void;
  logout(text?: string): Promise<void>;
}
