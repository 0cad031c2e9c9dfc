import type { Timers } from '../../core/clock.js';
import type { FixCodec } from '../message/codec.js';
import { createFixSession } from '../session/machine.js';
import type { FixIdentity } from '../session/reception.js';
import type { FixSession } from '../session/session.js';
import { lazyFixStore } from '../store/lazy.js';
import { usualFixStore } from '../store/usual.js';
import type { FixStore } from '../store/store.js';
import type { FixAcceptorOptions, FixClient, FixHandler, FixHandlers } from './client.js';
import type { FixHandledMessage } from './delivery.js';
import {
  type FixDescriptor,
  type FixMessageOf,
  type FixReplyOf,
  type FixTypes,
  requestsFrom,
} from './descriptor.js';
import type { FixMessage } from '../message/codec.js';
import type { FixEvent } from './events.js';
import { createFace, type Face } from './face.js';
import type { Link } from './link.js';
import type { FixRequestOptions } from './requests.js';

/** A session of an acceptor, with what is remembered of it between connections. */
export interface Seat<Types extends FixTypes, Principal> {
  readonly session: FixSession<FixMessageOf<Types>>;
  readonly face: Face<Types['toServer'], Types['toClient']>;
  readonly client: FixClient<Types, Principal>;
  readonly store: FixStore;
  /** Connections that ask for it and are told when the one that it has is gone. */
  readonly next: Set<() => void>;
  /** The connection that it has. */
  link: Link<FixMessageOf<Types>> | undefined;
  /** With whom its connection is counted. */
  group: string | undefined;
  /** It was open at least once. */
  isKnown: boolean;
  principal: Principal | undefined;
}

/** What seats of one acceptor have in common. */
export interface SeatParts<Types extends FixTypes, Principal> {
  readonly descriptor: FixDescriptor<Types>;
  readonly handlers: FixHandlers<Types, Principal>;
  readonly options: FixAcceptorOptions<Types, Principal>;
  readonly timers: Timers;
  readonly compId: string;
  readonly tell: (event: FixEvent, client: FixClient<Types, Principal>) => void;
}

/** Makes the session of somebody who says Logon for the first time. Its store is opened when that Logon is taken. */
export function createSeat<Types extends FixTypes, Principal>(
  { descriptor, handlers, options, timers, compId, tell }: SeatParts<Types, Principal>,
  identity: FixIdentity,
): Seat<Types, Principal> {
  const codec = descriptor.codec as FixCodec<FixMessageOf<Types>>;
  const store = lazyFixStore(() => options.store?.(identity) ?? usualFixStore(descriptor.policy));
  const session = createFixSession<FixMessageOf<Types>>({
    side: 'acceptor',
    codec,
    policy: descriptor.policy,
    store,
    senderCompId: compId,
    targetCompId: identity.senderCompId,
    judges: true,
    ...options.session,
  });
  const face = createFace<Types['toServer'], Types['toClient']>({
    session,
    timers,
    msgTypeOf: (message) => codec.msgTypeOf(message),
    inbound: new Set(descriptor.toServer),
    requests: requestsFrom('server', descriptor),
    requestTimeout: options.requestTimeout ?? 30_000,
    handlerOf: (message) => handlerFor(handlers, message, seat.client),
    tell: (event) => tell(event, seat.client),
  });
  const seat: Seat<Types, Principal> = {
    session,
    face,
    store,
    client: {
      identity,
      get principal() {
        return seat.principal;
      },
      get isOpen() {
        return face.isOpen;
      },
      send: (message, header) => face.send(message, header),
      request: <Message extends Types['toClient']>(message: Message, how?: FixRequestOptions) =>
        face.request(message, how) as Promise<FixReplyOf<Types, Message> & FixMessage>,
      messages: (how) => face.messages(how),
      refuse: (inbound, reason, text, refId) => face.refuse(inbound, reason, text, refId),
      reset: () => face.reset(),
      logout: (text) => face.logout(text),
    },
    next: new Set(),
    link: undefined,
    group: undefined,
    isKnown: false,
    principal: undefined,
  };
  return seat;
}

function handlerFor<Types extends FixTypes, Principal>(
  handlers: FixHandlers<Types, Principal>,
  message: Types['toServer'],
  client: FixClient<Types, Principal>,
): ((inbound: FixHandledMessage<Types['toServer']>) => void | Promise<void>) | undefined {
  const table: Readonly<
    Record<string, FixHandler<Types, Types['toServer'], Principal> | undefined>
  > = handlers;
  const handler = Object.hasOwn(table, message.type) ? table[message.type] : undefined;
  return handler === undefined ? undefined : (inbound) => handler(inbound.message, client, inbound);
}
