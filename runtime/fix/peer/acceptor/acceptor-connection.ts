import type { Timers } from '../../../core/clock.js';
import type {
  CountedConnection,
  CountedConnections,
} from '../../../core/server/connection-counter.js';
import type { FixMessage } from '../../message/codec.js';
import type { FixPolicy } from '../../policy.js';
import { type FixReceptionOptions, receiveConnection } from '../../session/incoming-connection.js';
import type { FixEffect } from '../../session/session.js';
import { textOf } from '../../session/texts.js';
import type { AcceptorSession } from './acceptor-session.js';
import type { AcceptorSessions } from './acceptor-sessions.js';
import type { AuthorizeLogon, LogonDecision } from './authorize-logon.js';
import type { FixClient } from '../client.js';
import {
  type ConnectionDriver,
  type ConnectionEnd,
  createConnectionDriver,
} from '../connection-driver.js';
import type { FixConnection } from '../connection.js';
import type { FixLogonOf, FixMessageOf, FixTypes } from '../descriptor.js';
import type { FixEvent } from '../events.js';

/** Components that all connections of an acceptor share. */
export interface AcceptorConnectionParts<Types extends FixTypes, Principal> {
  readonly policy: FixPolicy;
  readonly timers: Timers;
  readonly sessions: AcceptorSessions<Types, Principal>;
  /** Drivers of all connections, identified or not. Each connection adds and removes its own. */
  readonly drivers: Set<ConnectionDriver<FixMessageOf<Types>>>;
  readonly authorize: AuthorizeLogon<Types, Principal>;
  readonly counted: CountedConnections<Principal> | undefined;
  /** Creates the identifiers of errors; `undefined` if there are none. */
  readonly correlationId: (() => string) | undefined;
  readonly reception: Omit<FixReceptionOptions, 'sessionOf'>;
  readonly emit: (event: FixEvent, client?: FixClient<Types, Principal>) => void;
}

/**
 * Drives a connection from an initiator. Its Logon (A) identifies the session, and its peer is verified before the store
 * of the session is opened.
 */
export function acceptConnection<Types extends FixTypes, Principal>(
  parts: AcceptorConnectionParts<Types, Principal>,
  connection: FixConnection,
): ConnectionDriver<FixMessageOf<Types>> {
  const { policy, timers, sessions, drivers, authorize, emit } = parts;
  /** Session of this connection, once its Logon (A) has identified it. */
  let acceptorSession: AcceptorSession<Types, Principal> | undefined;
  /** Identified session whose previous connection has not ended. This connection waits for that. */
  let occupied: AcceptorSession<Types, Principal> | undefined;

  const { incoming, effects } = receiveConnection<FixMessageOf<Types>>(
    {
      ...parts.reception,
      sessionOf(identity) {
        const found = sessions.find(identity);
        // A second connection cannot replace the first, but may wait for its end.
        if (found?.session.phase !== 'closed') {
          occupied = found;
          found?.waiting.add(retry);
          return found?.session;
        }
        acceptorSession = found;
        acceptorSession.connection = driver;
        acceptorSession.handle.attach(driver);
        return acceptorSession.session;
      },
    },
    timers.now(),
  );
  const driver: ConnectionDriver<FixMessageOf<Types>> = createConnectionDriver<FixMessageOf<Types>>(
    incoming,
    connection,
    timers,
    {
      effect(effect) {
        if (acceptorSession === undefined) {
          if (effect.kind === 'notice') emit(effect);
          return;
        }
        if (effect.kind === 'judge') return verifyLogon(acceptorSession, effect);
        if (effect.kind === 'logon') acceptorSession.isKnown = true;
        acceptorSession.handle.effect(effect);
      },
      ended: disconnected,
      failed: (error) => emit({ kind: 'error', error }, acceptorSession?.client),
    },
  );

  function retry(): void {
    driver.run(() => incoming.retry(timers.now()));
  }

  /** Reads nothing more until the program has decided about the Logon (A). */
  function verifyLogon(
    verifying: AcceptorSession<Types, Principal>,
    { message, field }: LogonEffect<Types>,
  ): void {
    const { identity } = verifying.client;
    const logon = message as FixMessage as FixLogonOf<Types>;
    driver.hold('judged');
    authorize({ identity, message: logon, field, peer: connection.peer })
      .catch((error: unknown) => {
        emit({ kind: 'error', error }, verifying.client);
        return { refusal: textOf(policy, 'credential') };
      })
      .then(async (decision) => {
        const counted = await countConnection(decision, parts.counted).catch((error: unknown) => {
          emit({ kind: 'error', error }, verifying.client);
          return undefined;
        });
        const correlationId = parts.correlationId?.();
        // The verdict on a connection that has ended does not apply to the next one.
        if (verifying.connection !== driver) return counted?.close();
        const refusal =
          counted === undefined
            ? textOf(policy, 'connections')
            : sessions.admit(verifying, decision, correlationId);
        if (refusal === undefined) verifying.counted = counted;
        else counted?.close();
        const loading = refusal === undefined ? loadStore(verifying, driver) : undefined;
        const proceed = (): void => {
          if (verifying.connection !== driver) return;
          driver.release('judged');
          driver.run(() => verifying.session.judged(refusal, timers.now(), correlationId));
        };
        return loading === undefined ? proceed() : loading.then(proceed, driver.fail);
      })
      .catch((error: unknown) => emit({ kind: 'error', error }, verifying.client));
  }

  function disconnected(end: ConnectionEnd): void {
    drivers.delete(driver);
    occupied?.waiting.delete(retry);
    const { reason, text, error } = end;
    const event = { kind: 'disconnected', reason, text, retryIn: undefined } as const;
    if (acceptorSession !== undefined) sessions.disconnected(acceptorSession, end);
    emit(error === undefined ? event : { ...event, error }, acceptorSession?.client);
  }

  drivers.add(driver);
  driver.run(() => effects);
  return driver;
}

/** The effect that asks for the verification of a Logon (A). */
type LogonEffect<Types extends FixTypes> = Extract<
  FixEffect<FixMessageOf<Types>>,
  { readonly kind: 'judge' }
>;

/** Counts the connection of an accepted peer. Resolves to `undefined` if a limit is reached. */
async function countConnection<Principal>(
  decision: LogonDecision<Principal>,
  counting: CountedConnections<Principal> | undefined,
): Promise<CountedConnection | undefined> {
  if (decision.refusal !== undefined || decision.principal === undefined) return uncounted;
  return counting === undefined
    ? uncounted
    : counting.counter.open(counting.limitsOf(decision.principal));
}

const uncounted: CountedConnection = { close: () => undefined };

/** Opens the store of an accepted session. If it fails, the connection is closed. */
function loadStore<Types extends FixTypes, Principal>(
  { session }: AcceptorSession<Types, Principal>,
  driver: ConnectionDriver<FixMessageOf<Types>>,
): Promise<void> | undefined {
  try {
    return session.load() ?? undefined;
  } catch (error) {
    driver.fail(error);
    return undefined;
  }
}
