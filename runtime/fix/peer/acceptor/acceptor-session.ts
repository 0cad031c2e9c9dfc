import type { Timers } from '../../../core/clock.js';
import type { CountedConnection } from '../../../core/server/connection-counter.js';
import type { FixCodec, FixMessage } from '../../message/codec.js';
import type { CallRunner } from '../../../core/server/middleware.js';
import { createFixSession } from '../../session/machine.js';
import type { FixIdentity } from '../../session/incoming-connection.js';
import type { FixSession } from '../../session/session.js';
import { lazyFixStore } from '../../store/lazy.js';
import { defaultFixStore } from '../../store/memory.js';
import type { FixStore } from '../../store/store.js';
import type { FixAcceptorOptions, FixClient, FixHandler, FixHandlers } from '../client.js';
import type { FixHandledMessage } from '../inbound/inbound-queue.js';
import {
  type FixDescriptor,
  type FixMessageOf,
  type FixReplyOf,
  type FixTypes,
  requestsFrom,
} from '../descriptor.js';
import type { FixEvent } from '../events.js';
import { createSessionHandle, type SessionHandle } from '../session-handle.js';
import type { ConnectionDriver } from '../connection-driver.js';
import type { FixRequestOptions } from '../inbound/requests.js';

/** A session of an acceptor, with its state between connections. */
export interface AcceptorSession<Types extends FixTypes, Principal> {
  readonly session: FixSession<FixMessageOf<Types>>;
  readonly handle: SessionHandle<Types['toServer'], Types['toClient']>;
  readonly client: FixClient<Types, Principal>;
  readonly store: FixStore;
  /** Callbacks of other connections that wait for the end of the current one. */
  readonly waiting: Set<() => void>;
  /** The current connection. */
  connection: ConnectionDriver<FixMessageOf<Types>> | undefined;
  /** Group in which the connection is counted. */
  group: string | undefined;
  /** The connection as other servers count it. */
  counted: CountedConnection | undefined;
  /** True if the session has been open at least once. */
  isKnown: boolean;
  principal: Principal | undefined;
}

/** Components that all sessions of an acceptor share. */
export interface AcceptorSessionParts<Types extends FixTypes, Principal> {
  readonly descriptor: FixDescriptor<Types>;
  readonly handlers: FixHandlers<Types, Principal>;
  readonly options: FixAcceptorOptions<Types, Principal>;
  readonly timers: Timers;
  readonly compId: string;
  readonly emit: (event: FixEvent, client: FixClient<Types, Principal>) => void;
  /** Creates the identifiers of errors; `undefined` if the peers' texts have none. */
  readonly correlationId: (() => string) | undefined;
  /** Runs handlers with the program's middleware; `undefined` if there is none. */
  readonly runner: CallRunner | undefined;
}

/**
 * Creates the session of a peer that logs on for the first time. Its store is opened when the Logon (A) is accepted.
 */
export function createAcceptorSession<Types extends FixTypes, Principal>(
  {
    descriptor,
    handlers,
    options,
    timers,
    compId,
    emit,
    correlationId,
    runner,
  }: AcceptorSessionParts<Types, Principal>,
  identity: FixIdentity,
): AcceptorSession<Types, Principal> {
  const codec = descriptor.codec as FixCodec<FixMessageOf<Types>>;
  const store = lazyFixStore(() => options.store?.(identity) ?? defaultFixStore(descriptor.policy));
  const session = createFixSession<FixMessageOf<Types>>({
    side: 'acceptor',
    codec,
    policy: descriptor.policy,
    store,
    senderCompId: compId,
    targetCompId: identity.senderCompId,
    judges: true,
    ...(correlationId === undefined ? {} : { correlationId }),
    ...options.session,
  });
  const handle = createSessionHandle<Types['toServer'], Types['toClient']>({
    session,
    timers,
    msgTypeOf: (message) => codec.msgTypeOf(message),
    inbound: new Set(descriptor.toServer),
    requests: requestsFrom('server', descriptor),
    requestTimeout: options.requestTimeout ?? 30_000,
    isTransactional: runner !== undefined,
    correlationId,
    identifiesRejections: correlationId !== undefined,
    handlerOf: (message) => handlerFor(handlers, message, acceptorSession.client, runner),
    emit: (event) => emit(event, acceptorSession.client),
  });
  const acceptorSession: AcceptorSession<Types, Principal> = {
    session,
    handle,
    store,
    client: {
      identity,
      get principal() {
        return acceptorSession.principal;
      },
      get isOpen() {
        return handle.isOpen;
      },
      send: (message, header) => handle.send(message, header),
      request: <Message extends Types['toClient']>(
        message: Message,
        requestOptions?: FixRequestOptions,
      ) =>
        handle.request(message, requestOptions) as Promise<FixReplyOf<Types, Message> & FixMessage>,
      messages: (requestOptions) => handle.messages(requestOptions),
      refuse: (inbound, reason, text, refId) => handle.refuse(inbound, reason, text, refId),
      reset: () => handle.reset(),
      logout: (text) => handle.logout(text),
    },
    waiting: new Set(),
    connection: undefined,
    group: undefined,
    counted: undefined,
    isKnown: false,
    principal: undefined,
  };
  return acceptorSession;
}

function handlerFor<Types extends FixTypes, Principal>(
  handlers: FixHandlers<Types, Principal>,
  message: Types['toServer'],
  client: FixClient<Types, Principal>,
  runner: CallRunner | undefined,
): ((inbound: FixHandledMessage<Types['toServer']>) => void | Promise<void>) | undefined {
  const table: Readonly<
    Record<string, FixHandler<Types, Types['toServer'], Principal> | undefined>
  > = handlers;
  const handler = Object.hasOwn(table, message.type) ? table[message.type] : undefined;
  if (handler === undefined) return undefined;
  if (runner === undefined) return (inbound) => handler(inbound.message, client, inbound);
  return (inbound) =>
    runner(
      {
        protocol: 'fix',
        operation: message.type,
        request: { message: inbound.message, header: inbound.header, session: client },
        correlationId: inbound.correlationId,
        commit: (transaction) => inbound.commit(transaction),
      },
      () => handler(inbound.message, client, inbound),
      () => false,
    );
}
