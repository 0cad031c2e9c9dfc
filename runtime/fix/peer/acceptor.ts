import { systemTimers } from '../../core/clock.js';
import { fullBucket, refill, timeTo, type TokenBucket } from '../../core/token-bucket.js';
import type { FixCodec, FixMessage } from '../message/codec.js';
import { createFixSession } from '../session/machine.js';
import { type FixIdentity, receiveGuest } from '../session/reception.js';
import type { FixSession } from '../session/session.js';
import { textOf } from '../session/texts.js';
import { lazyFixStore } from '../store/lazy.js';
import { memoryFixStore } from '../store/memory.js';
import type { FixStore } from '../store/store.js';
import type {
  FixAcceptorOptions,
  FixClient,
  FixHandler,
  FixHandlers,
  PresentedLogon,
} from './client.js';
import type { AcceptFixConnection } from './connection.js';
import type { FixInbound } from './delivery.js';
import type { FixDescriptor, FixMessageOf, FixReplyOf, FixTypes } from './descriptor.js';
import { FixError } from './errors.js';
import type { FixEvent } from './events.js';
import { createFace, type Face } from './face.js';
import { createLink, type Link, type LinkEnd } from './link.js';
import type { FixRequestOptions } from './requests.js';

/** The server's end of all sessions. */
export interface FixAcceptor<Types extends FixTypes, Principal = unknown> {
  readonly accept: AcceptFixConnection;
  /** Every session that has been open since this acceptor was made. */
  clients(): readonly FixClient<Types, Principal>[];
  /** Says Logout to all, waits for their answers, and takes no more connections. */
  close(text?: string): Promise<void>;
}

/** A session with what the acceptor remembers of it. */
interface Seat<Types extends FixTypes, Principal> {
  readonly session: FixSession<FixMessageOf<Types>>;
  readonly face: Face<Types['toServer'], Types['toClient']>;
  readonly client: FixClient<Types, Principal>;
  readonly store: FixStore;
  /** The connection that it has. */
  link: Link<FixMessageOf<Types>> | undefined;
  group: string | undefined;
  /** It was open at least once. */
  isKnown: boolean;
  principal: Principal | undefined;
}

/** Makes the server's end of the sessions of a description. */
export function createFixAcceptor<Types extends FixTypes, Principal = unknown>(
  descriptor: FixDescriptor<Types>,
  handlers: FixHandlers<Types, Principal>,
  options: FixAcceptorOptions<Types, Principal> = {},
): FixAcceptor<Types, Principal> {
  const { policy } = descriptor;
  const codec = descriptor.codec as FixCodec<FixMessageOf<Types>>;
  const { timers = systemTimers, verify, expects = () => true } = options;
  const compId = options.compId ?? policy.compIds.server;
  if (compId === undefined) throw new FixError('usage', 'There is no compId');
  const seats = new Map<string, Seat<Types, Principal>>();
  const guests = new Set<Link<FixMessageOf<Types>>>();
  const logonRate = policy.rate?.logons;
  const logons = new Map<string, TokenBucket>();
  let isClosed = false;

  const tell = (event: FixEvent, client?: FixClient<Types, Principal>): void => {
    try {
      options.onEvent?.(event, client);
    } catch {
      // A listener that fails must not stop the session.
    }
  };

  const seatOf = (identity: FixIdentity): Seat<Types, Principal> | undefined => {
    const { beginString, senderCompId, targetCompId } = identity;
    if (isClosed || beginString !== codec.beginString || targetCompId !== compId) return undefined;
    const known = seats.get(senderCompId);
    if (known !== undefined) return known;
    if (!expects(identity)) return undefined;
    const seat = createSeat(identity);
    seats.set(senderCompId, seat);
    return seat;
  };

  const createSeat = (identity: FixIdentity): Seat<Types, Principal> => {
    const store = lazyFixStore(() => options.store?.(identity) ?? memoryFixStore());
    const session = createFixSession<FixMessageOf<Types>>({
      side: 'acceptor',
      codec,
      policy,
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
      requests: descriptor.requests,
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
        logout: (text) => face.logout(text),
      },
      link: undefined,
      group: undefined,
      isKnown: false,
      principal: undefined,
    };
    return seat;
  };

  /** Whether somebody may log on; the words for who may not. */
  const judge = async (
    seat: Seat<Types, Principal>,
    presented: PresentedLogon<Types>,
  ): Promise<string | undefined> => {
    const { identity } = presented;
    if (isTooOften(identity.senderCompId)) return textOf(policy, 'rate');
    let group = identity.senderCompId;
    if (verify !== undefined) {
      const verdict = await verify(presented);
      if (!verdict.ok) {
        tell({ kind: 'notice', code: 'refused', text: verdict.reason }, seat.client);
        return verdict.message ?? textOf(policy, 'credential');
      }
      const { principal, caller = JSON.stringify(principal) } = verdict;
      group = options.groupOf?.(principal, identity) ?? caller;
      seat.principal = principal;
    }
    if (policy.per !== 'session') {
      const others = [...seats.values()].filter((other) => other !== seat && other.group === group);
      if (others.length >= policy.maxConnections) return textOf(policy, 'connections');
      seat.group = group;
    }
    return undefined;
  };

  const isTooOften = (key: string): boolean => {
    if (logonRate === undefined) return false;
    const size = { rate: logonRate.perSecond, burst: logonRate.burst ?? logonRate.perSecond };
    const now = timers.now();
    const bucket = logons.get(key) ?? fullBucket(size, now);
    // Seats are forgotten when nobody was let in, and buckets when they are full again.
    for (const [other, { at }] of logons) if (now - at > 60_000) logons.delete(other);
    logons.set(key, bucket);
    refill(bucket, size, now);
    if (timeTo(bucket, size, 1) > 0) return true;
    bucket.tokens--;
    return false;
  };

  return {
    accept(connection) {
      let seat: Seat<Types, Principal> | undefined;
      const { guest, effects } = receiveGuest<FixMessageOf<Types>>(
        {
          sessionOf(identity) {
            const found = seatOf(identity);
            // A second connection must not take the place of the first.
            if (found?.session.phase !== 'closed') return found?.session;
            seat = found;
            seat.link = link;
            seat.face.attach(link);
            return seat.session;
          },
          ...(options.session?.logonTimeout === undefined
            ? {}
            : { logonTimeout: options.session.logonTimeout }),
        },
        timers.now(),
      );
      const link: Link<FixMessageOf<Types>> = createLink<FixMessageOf<Types>>(
        guest,
        connection,
        timers,
        {
          effect(effect) {
            if (seat === undefined) {
              if (effect.kind === 'notice') tell(effect);
              return;
            }
            if (effect.kind === 'judge') {
              const { identity } = seat.client;
              const presented = {
                identity,
                message: effect.message,
                field: effect.field,
                peer: connection.peer,
              };
              return decide(seat, presented);
            }
            if (effect.kind === 'logon') seat.isKnown = true;
            seat.face.effect(effect);
          },
          gone(end) {
            guests.delete(link);
            const { reason, text, error } = end;
            const about = { kind: 'disconnected', reason, text, retryIn: undefined } as const;
            if (seat !== undefined) leave(seat, end);
            tell(error === undefined ? about : { ...about, error }, seat?.client);
          },
          failed: (error) => tell({ kind: 'error', error }, seat?.client),
        },
      );
      const decide = (judged: Seat<Types, Principal>, presented: PresentedLogon<Types>): void => {
        connection.pause();
        judge(judged, presented)
          .catch((error: unknown) => {
            tell({ kind: 'error', error }, judged.client);
            return textOf(policy, 'credential');
          })
          .then((refusal) => {
            connection.resume();
            // The verdict on a connection that has gone must not let in the next one.
            if (judged.link !== link) return;
            link.run(judged.session.judged(refusal, timers.now()));
          })
          .catch((error: unknown) => tell({ kind: 'error', error }, judged.client));
      };
      const leave = (left: Seat<Types, Principal>, end: LinkEnd): void => {
        left.link = undefined;
        left.group = undefined;
        left.face.detach(end);
        // Whoever was never let in leaves nothing behind.
        if (!left.isKnown) seats.delete(left.client.identity.senderCompId);
      };
      guests.add(link);
      link.run(effects);
      if (isClosed) link.cut();
      return link.events;
    },
    clients: () => [...seats.values()].filter(({ isKnown }) => isKnown).map(({ client }) => client),
    async close(text) {
      isClosed = true;
      await Promise.all([...seats.values()].map(({ face }) => face.logout(text)));
      for (const link of guests) link.cut();
      const error = new FixError('closed', 'The acceptor was closed');
      for (const { face, store } of seats.values()) {
        face.end(error);
        store.flush();
      }
    },
  };
}

function handlerFor<Types extends FixTypes, Principal>(
  handlers: FixHandlers<Types, Principal>,
  message: Types['toServer'],
  client: FixClient<Types, Principal>,
): ((inbound: FixInbound<Types['toServer']>) => void | Promise<void>) | undefined {
  const table: Readonly<
    Record<string, FixHandler<Types, Types['toServer'], Principal> | undefined>
  > = handlers;
  const handler = Object.hasOwn(table, message.type) ? table[message.type] : undefined;
  return handler === undefined ? undefined : (inbound) => handler(inbound.message, client, inbound);
}
