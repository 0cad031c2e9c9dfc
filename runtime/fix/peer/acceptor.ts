import { closable, type Closable } from '../../core/closable.js';
import { systemTimers } from '../../core/clock.js';
import { ignoreErrors } from '../../core/ignore-errors.js';
import type { FixCodec, FixMessage } from '../message/codec.js';
import { type FixIdentity, receiveConnection } from '../session/incoming-connection.js';
import { textOf } from '../session/texts.js';
import { type LogonDecision, createLogonAuthorizer } from './authorize-logon.js';
import type { FixAcceptorOptions, FixClient, FixHandlers, PresentedLogon } from './client.js';
import type { AcceptFixConnection } from './connection.js';
import type { FixDescriptor, FixLogonOf, FixMessageOf, FixTypes } from './descriptor.js';
import { FixError } from './errors.js';
import type { FixEvent } from './events.js';
import {
  createConnectionDriver,
  type ConnectionDriver,
  type ConnectionEnd,
} from './connection-driver.js';
import { createAcceptorSession, type AcceptorSession } from './acceptor-session.js';

/** The server's side of all sessions. */
export interface FixAcceptor<Types extends FixTypes, Principal = unknown> extends Closable {
  readonly accept: AcceptFixConnection;
  /** Sessions that have been open since the acceptor was created. */
  clients(): readonly FixClient<Types, Principal>[];
  /**
   * Sends a Logout (5) on all sessions, waits for the responses, stops accepting connections, and closes the stores.
   */
  close(text?: string): Promise<void>;
}

/**
 * Creates the server's side of the sessions of a description.
 *
 * @throws {FixError} `usage` if neither the options nor the description specify a CompID.
 */
export function createFixAcceptor<Types extends FixTypes, Principal = unknown>(
  descriptor: FixDescriptor<Types>,
  handlers: FixHandlers<Types, Principal>,
  options: FixAcceptorOptions<Types, Principal> = {},
): FixAcceptor<Types, Principal> {
  const { policy } = descriptor;
  const codec = descriptor.codec as FixCodec<FixMessageOf<Types>>;
  const { timers = systemTimers, expects = () => true } = options;
  const compId = options.compId ?? policy.compIds.server;
  if (compId === undefined)
    throw new FixError('usage', 'Neither the options nor the description contain a compId');
  const sessions = new Map<string, AcceptorSession<Types, Principal>>();
  const connections = new Set<ConnectionDriver<FixMessageOf<Types>>>();
  const admission = createLogonAuthorizer<Types, Principal>(policy, timers, options);
  let isClosed = false;

  const emit = (event: FixEvent, client?: FixClient<Types, Principal>): void => {
    ignoreErrors(() => options.onEvent?.(event, client));
  };

  const acceptorSessionOf = (
    identity: FixIdentity,
  ): AcceptorSession<Types, Principal> | undefined => {
    const { beginString, senderCompId, targetCompId } = identity;
    if (isClosed || beginString !== codec.beginString || targetCompId !== compId) return undefined;
    const existing = sessions.get(senderCompId);
    if (existing !== undefined) return existing;
    if (!expects(identity)) return undefined;
    const acceptorSession = createAcceptorSession(
      { descriptor, handlers, options, timers, compId, emit },
      identity,
    );
    sessions.set(senderCompId, acceptorSession);
    return acceptorSession;
  };

  /** Assigns a connection to an accepted peer. Returns the text of the refusal otherwise. */
  const settle = (
    acceptorSession: AcceptorSession<Types, Principal>,
    decision: LogonDecision<Principal>,
  ): string | undefined => {
    if (decision.refusal !== undefined) {
      const { refusal, reason } = decision;
      if (reason !== undefined)
        emit({ kind: 'notice', code: 'refused', text: reason }, acceptorSession.client);
      return refusal;
    }
    const { group, principal } = decision;
    const others = [...sessions.values()].filter(
      (other) => other !== acceptorSession && other.group === group,
    );
    if (policy.per !== 'session' && others.length >= policy.maxConnections) {
      return textOf(policy, 'connections');
    }
    acceptorSession.group = group;
    acceptorSession.principal = principal;
    return undefined;
  };

  const endConnection = (
    acceptorSession: AcceptorSession<Types, Principal>,
    end: ConnectionEnd,
  ): void => {
    acceptorSession.connection = undefined;
    acceptorSession.group = undefined;
    acceptorSession.handle.detach(end);
    // Deferred until the end of this connection has been reported.
    for (const retry of acceptorSession.waiting) queueMicrotask(retry);
    acceptorSession.waiting.clear();
    // A session that was never accepted is removed.
    if (acceptorSession.isKnown) return;
    sessions.delete(acceptorSession.client.identity.senderCompId);
    void release(acceptorSession);
  };

  /** Closes a store. An error does not prevent other stores from being closed. */
  const release = async ({ store, client }: AcceptorSession<Types, Principal>): Promise<void> => {
    try {
      await store.close();
    } catch (error) {
      emit({ kind: 'error', error }, client);
    }
  };

  const acceptor: Omit<FixAcceptor<Types, Principal>, typeof Symbol.asyncDispose> = {
    accept(connection) {
      let acceptorSession: AcceptorSession<Types, Principal> | undefined;
      let occupied: AcceptorSession<Types, Principal> | undefined;
      const retry = (): void => link.run(() => incoming.retry(timers.now()));
      const { incoming, effects } = receiveConnection<FixMessageOf<Types>>(
        {
          dataFields: codec.dataFields,
          sessionOf(identity) {
            const found = acceptorSessionOf(identity);
            // A second connection cannot replace the first, but may wait for its end.
            if (found?.session.phase !== 'closed') {
              occupied = found;
              found?.waiting.add(retry);
              return found?.session;
            }
            acceptorSession = found;
            acceptorSession.connection = link;
            acceptorSession.handle.attach(link);
            return acceptorSession.session;
          },
          ...(options.session?.logonTimeout === undefined
            ? {}
            : { logonTimeout: options.session.logonTimeout }),
        },
        timers.now(),
      );
      const link: ConnectionDriver<FixMessageOf<Types>> = createConnectionDriver<
        FixMessageOf<Types>
      >(incoming, connection, timers, {
        effect(effect) {
          if (acceptorSession === undefined) {
            if (effect.kind === 'notice') emit(effect);
            return;
          }
          if (effect.kind === 'judge') {
            const { identity } = acceptorSession.client;
            const { field } = effect;
            const message = effect.message as FixMessage as FixLogonOf<Types>;
            return verifyLogon(acceptorSession, {
              identity,
              message,
              field,
              peer: connection.peer,
            });
          }
          if (effect.kind === 'logon') acceptorSession.isKnown = true;
          acceptorSession.handle.effect(effect);
        },
        ended(end) {
          connections.delete(link);
          occupied?.waiting.delete(retry);
          const { reason, text, error } = end;
          const about = { kind: 'disconnected', reason, text, retryIn: undefined } as const;
          if (acceptorSession !== undefined) endConnection(acceptorSession, end);
          emit(error === undefined ? about : { ...about, error }, acceptorSession?.client);
        },
        failed: (error) => emit({ kind: 'error', error }, acceptorSession?.client),
      });
      const verifyLogon = (
        verifying: AcceptorSession<Types, Principal>,
        presented: PresentedLogon<Types>,
      ): void => {
        link.hold('judged');
        admission(presented)
          .catch((error: unknown) => {
            emit({ kind: 'error', error }, verifying.client);
            return { refusal: textOf(policy, 'credential') };
          })
          .then((admitted) => {
            // The verdict on a connection that has ended does not apply to the next one.
            if (verifying.connection !== link) return undefined;
            const refusal = settle(verifying, admitted);
            const loading = refusal === undefined ? loadStore(verifying, link) : undefined;
            const proceed = (): void => {
              if (verifying.connection !== link) return;
              link.release('judged');
              link.run(() => verifying.session.judged(refusal, timers.now()));
            };
            return loading === undefined ? proceed() : loading.then(proceed, link.fail);
          })
          .catch((error: unknown) => emit({ kind: 'error', error }, verifying.client));
      };
      connections.add(link);
      link.run(() => effects);
      if (isClosed) link.cut();
      return link.events;
    },
    clients: () =>
      [...sessions.values()].filter(({ isKnown }) => isKnown).map(({ client }) => client),
    async close(text) {
      isClosed = true;
      await Promise.all([...sessions.values()].map(({ handle }) => handle.logout(text)));
      for (const link of connections) link.cut();
      const error = new FixError('closed', 'The acceptor was closed');
      for (const acceptorSession of sessions.values()) acceptorSession.handle.end(error);
      await Promise.all([...sessions.values()].map(release));
    },
  };
  return closable(acceptor, () => acceptor.close());
}

/** Opens the store of an accepted session. If it fails, the connection is closed. */
function loadStore<Types extends FixTypes, Principal>(
  { session }: AcceptorSession<Types, Principal>,
  link: ConnectionDriver<FixMessageOf<Types>>,
): Promise<void> | undefined {
  try {
    return session.load() ?? undefined;
  } catch (error) {
    link.fail(error);
    return undefined;
  }
}
