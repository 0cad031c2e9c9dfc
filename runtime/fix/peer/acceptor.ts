import { systemTimers } from '../../core/clock.js';
import { quietly } from '../../core/quietly.js';
import type { FixCodec, FixMessage } from '../message/codec.js';
import { type FixIdentity, receiveGuest } from '../session/reception.js';
import { textOf } from '../session/texts.js';
import { type Admission, createAdmission } from './admission.js';
import type { FixAcceptorOptions, FixClient, FixHandlers, PresentedLogon } from './client.js';
import type { AcceptFixConnection } from './connection.js';
import type { FixDescriptor, FixLogonOf, FixMessageOf, FixTypes } from './descriptor.js';
import { FixError } from './errors.js';
import type { FixEvent } from './events.js';
import { createLink, type Link, type LinkEnd } from './link.js';
import { createSeat, type Seat } from './seat.js';

/** The server's end of all sessions. */
export interface FixAcceptor<Types extends FixTypes, Principal = unknown> {
  readonly accept: AcceptFixConnection;
  /** Every session that has been open since this acceptor was made. */
  clients(): readonly FixClient<Types, Principal>[];
  /** Says Logout to all, waits for their answers, takes no more connections, and closes the stores that it has opened. */
  close(text?: string): Promise<void>;
}

/** Makes the server's end of the sessions of a description. */
export function createFixAcceptor<Types extends FixTypes, Principal = unknown>(
  descriptor: FixDescriptor<Types>,
  handlers: FixHandlers<Types, Principal>,
  options: FixAcceptorOptions<Types, Principal> = {},
): FixAcceptor<Types, Principal> {
  const { policy } = descriptor;
  const codec = descriptor.codec as FixCodec<FixMessageOf<Types>>;
  const { timers = systemTimers, expects = () => true } = options;
  const compId = options.compId ?? policy.compIds.server;
  if (compId === undefined) throw new FixError('usage', 'There is no compId');
  const seats = new Map<string, Seat<Types, Principal>>();
  const guests = new Set<Link<FixMessageOf<Types>>>();
  const admission = createAdmission<Types, Principal>(policy, timers, options);
  let isClosed = false;

  const tell = (event: FixEvent, client?: FixClient<Types, Principal>): void => {
    quietly(() => options.onEvent?.(event, client));
  };

  const seatOf = (identity: FixIdentity): Seat<Types, Principal> | undefined => {
    const { beginString, senderCompId, targetCompId } = identity;
    if (isClosed || beginString !== codec.beginString || targetCompId !== compId) return undefined;
    const known = seats.get(senderCompId);
    if (known !== undefined) return known;
    if (!expects(identity)) return undefined;
    const seat = createSeat({ descriptor, handlers, options, timers, compId, tell }, identity);
    seats.set(senderCompId, seat);
    return seat;
  };

  /** Gives a connection to who may log on; the words for who may not. */
  const settle = (
    seat: Seat<Types, Principal>,
    admitted: Admission<Principal>,
  ): string | undefined => {
    if (admitted.refusal !== undefined) {
      const { refusal, reason } = admitted;
      if (reason !== undefined)
        tell({ kind: 'notice', code: 'refused', text: reason }, seat.client);
      return refusal;
    }
    const { group, principal } = admitted;
    const others = [...seats.values()].filter((other) => other !== seat && other.group === group);
    if (policy.per !== 'session' && others.length >= policy.maxConnections) {
      return textOf(policy, 'connections');
    }
    seat.group = group;
    seat.principal = principal;
    return undefined;
  };

  const leave = (seat: Seat<Types, Principal>, end: LinkEnd): void => {
    seat.link = undefined;
    seat.group = undefined;
    seat.face.detach(end);
    // Not before everybody knows that this connection is gone.
    for (const again of seat.next) queueMicrotask(again);
    seat.next.clear();
    // Whoever was never let in leaves nothing behind.
    if (seat.isKnown) return;
    seats.delete(seat.client.identity.senderCompId);
    void release(seat);
  };

  /** A store that cannot be closed keeps no other one open. */
  const release = async ({ store, client }: Seat<Types, Principal>): Promise<void> => {
    try {
      await store.close();
    } catch (error) {
      tell({ kind: 'error', error }, client);
    }
  };

  return {
    accept(connection) {
      let seat: Seat<Types, Principal> | undefined;
      let taken: Seat<Types, Principal> | undefined;
      const again = (): void => link.run(() => guest.retry(timers.now()));
      const { guest, effects } = receiveGuest<FixMessageOf<Types>>(
        {
          dataFields: codec.dataFields,
          sessionOf(identity) {
            const found = seatOf(identity);
            // A second connection must not take the place of the first, but may wait for its end.
            if (found?.session.phase !== 'closed') {
              taken = found;
              found?.next.add(again);
              return found?.session;
            }
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
              const { field } = effect;
              const message = effect.message as FixMessage as FixLogonOf<Types>;
              return judge(seat, { identity, message, field, peer: connection.peer });
            }
            if (effect.kind === 'logon') seat.isKnown = true;
            seat.face.effect(effect);
          },
          gone(end) {
            guests.delete(link);
            taken?.next.delete(again);
            const { reason, text, error } = end;
            const about = { kind: 'disconnected', reason, text, retryIn: undefined } as const;
            if (seat !== undefined) leave(seat, end);
            tell(error === undefined ? about : { ...about, error }, seat?.client);
          },
          failed: (error) => tell({ kind: 'error', error }, seat?.client),
        },
      );
      const judge = (judged: Seat<Types, Principal>, presented: PresentedLogon<Types>): void => {
        link.hold('judged');
        admission(presented)
          .catch((error: unknown) => {
            tell({ kind: 'error', error }, judged.client);
            return { refusal: textOf(policy, 'credential') };
          })
          .then((admitted) => {
            // The verdict on a connection that has gone must not let in the next one.
            if (judged.link !== link) return undefined;
            const refusal = settle(judged, admitted);
            const loading = refusal === undefined ? loadOf(judged, link) : undefined;
            const enter = (): void => {
              if (judged.link !== link) return;
              link.release('judged');
              link.run(() => judged.session.judged(refusal, timers.now()));
            };
            return loading === undefined ? enter() : loading.then(enter, link.fail);
          })
          .catch((error: unknown) => tell({ kind: 'error', error }, judged.client));
      };
      guests.add(link);
      link.run(() => effects);
      if (isClosed) link.cut();
      return link.events;
    },
    clients: () => [...seats.values()].filter(({ isKnown }) => isKnown).map(({ client }) => client),
    async close(text) {
      isClosed = true;
      await Promise.all([...seats.values()].map(({ face }) => face.logout(text)));
      for (const link of guests) link.cut();
      const error = new FixError('closed', 'The acceptor was closed');
      for (const seat of seats.values()) seat.face.end(error);
      await Promise.all([...seats.values()].map(release));
    },
  };
}

/** Opens the store of a session whose peer may log on. A store that fails ends the connection, as it would later. */
function loadOf<Types extends FixTypes, Principal>(
  { session }: Seat<Types, Principal>,
  link: Link<FixMessageOf<Types>>,
): Promise<void> | undefined {
  try {
    return session.load() ?? undefined;
  } catch (error) {
    link.fail(error);
    return undefined;
  }
}
