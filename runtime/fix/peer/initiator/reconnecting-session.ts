import type { Timers } from '../../../core/clock.js';
import type { FixMessage } from '../../message/codec.js';
import type { FixFieldOf, FixSession } from '../../session/session.js';
import {
  type ConnectionDriver,
  type ConnectionEnd,
  createConnectionDriver,
} from '../connection-driver.js';
import type { FixConnection, FixConnectionEvents } from '../connection.js';
import type { FixTypes } from '../descriptor.js';
import { FixError } from '../errors.js';
import type { FixEvent } from '../events.js';
import type { FixInitiatorOptions } from './initiator-options.js';
import type { ReconnectSchedule } from './reconnect-schedule.js';
import type { SessionHandle } from '../session-handle.js';

/** The session of an initiator, whose connection is opened again whenever it ends. */
export interface ReconnectingSession {
  /** Opens the first connection. */
  start(): void;
  /** Resolves when the session is open. Rejects if it ends before. */
  opened(): Promise<void>;
  /** Sends a Logout (5), waits for the end of the connection, and opens no other. */
  close(text: string | undefined): Promise<void>;
}

/** Dependencies of a reconnecting session. */
export interface ReconnectingSessionParts<In extends FixMessage, Out extends FixMessage> {
  readonly session: FixSession<In | Out>;
  readonly handle: SessionHandle<In, Out>;
  readonly schedule: ReconnectSchedule;
  readonly timers: Timers;
  /** Opens a connection to the acceptor. */
  readonly open: (events: FixConnectionEvents, signal: AbortSignal) => Promise<FixConnection>;
  /** Creates the credentials of a Logon (A). */
  readonly sign: FixInitiatorOptions<FixTypes>['sign'];
  readonly emit: (event: FixEvent) => void;
}

/** Creates the session of an initiator, which connects when it is started. */
export function createReconnectingSession<In extends FixMessage, Out extends FixMessage>(
  parts: ReconnectingSessionParts<In, Out>,
): ReconnectingSession {
  const { session, handle, schedule, timers, emit } = parts;
  const opening = new AbortController();
  /** Callers that wait for the Logon (A). */
  let waiters: { resolve: () => void; reject: (error: FixError) => void }[] = [];
  let isClosed = false;
  let closing: Promise<void> | undefined;
  let end: FixError | undefined;

  async function connect(): Promise<void> {
    emit({ kind: 'connecting', attempt: schedule.countAttempt() });
    try {
      await session.load();
    } catch (error) {
      emit({ kind: 'error', error });
      if (!isClosed) lost({ reason: 'broken', text: undefined, error });
      return;
    }
    if (isClosed) return;
    const relay = createEventRelay<In | Out>();
    let connection: FixConnection;
    try {
      connection = await parts.open(relay.events, opening.signal);
    } catch (error) {
      if (!isClosed) lost({ reason: 'unreachable', text: undefined, error });
      return;
    }
    if (isClosed) return connection.destroy();
    const driver = createDriver(connection);
    relay.passTo(driver);
    handle.attach(driver);
    driver.run(() => session.connected(timers.now()));
    relay.releaseEarly();
  }

  function createDriver(connection: FixConnection): ConnectionDriver<In | Out> {
    const driver = createConnectionDriver<In | Out>(session, connection, timers, {
      effect(effect) {
        if (effect.kind === 'sign') return signLogon(driver, effect.field);
        if (effect.kind === 'logon') loggedOn();
        handle.effect(effect);
      },
      ended(connectionEnd) {
        handle.detach(connectionEnd);
        lost(connectionEnd);
      },
      failed: (error) => emit({ kind: 'error', error }),
    });
    return driver;
  }

  function signLogon(driver: ConnectionDriver<In | Out>, field: FixFieldOf): void {
    Promise.resolve(field)
      .then(parts.sign)
      .then(
        (fields = []) => driver.run(() => session.signed(fields, timers.now())),
        (error: unknown) => {
          emit({ kind: 'error', error });
          driver.cut();
        },
      );
  }

  function loggedOn(): void {
    schedule.loggedOn();
    for (const { resolve } of waiters) resolve();
    waiters = [];
  }

  /** Handles the end of a connection, or the failure to open one. */
  function lost({ reason, text, error }: Loss): void {
    const retryIn = isClosed ? undefined : schedule.retry(() => void connect());
    const event = { kind: 'disconnected', reason, text, retryIn } as const;
    emit(error === undefined ? event : { ...event, error });
    if (retryIn !== undefined) return;
    const cause = text === undefined ? '' : `: ${text}`;
    finish(new FixError(isClosed ? 'closed' : 'unreachable', `The session has ended${cause}`));
  }

  function finish(error: FixError): void {
    isClosed = true;
    end = error;
    for (const { reject } of waiters) reject(error);
    waiters = [];
    handle.end(error);
  }

  async function logOut(text: string | undefined): Promise<void> {
    if (isClosed) return;
    isClosed = true;
    schedule.cancel();
    opening.abort();
    await handle.logout(text);
    finish(new FixError('closed', 'The session was closed'));
  }

  return {
    start: () => void connect(),
    opened() {
      if (handle.isOpen) return Promise.resolve();
      if (isClosed) {
        return Promise.reject(end ?? new FixError('closed', 'The session was closed'));
      }
      return new Promise((resolve, reject) => waiters.push({ resolve, reject }));
    },
    close: (text) => (closing ??= logOut(text)),
  };
}

/** The end of a connection, or the failure to open one. */
interface Loss extends Omit<ConnectionEnd, 'reason'> {
  readonly reason: ConnectionEnd['reason'] | 'unreachable';
}

/** Passes the events of a connection to its driver, which exists only after the connection has been opened. */
interface EventRelay<Message extends FixMessage> {
  readonly events: FixConnectionEvents;
  passTo(driver: ConnectionDriver<Message>): void;
  /** Passes on the bytes that arrived before there was a driver. */
  releaseEarly(): void;
}

function createEventRelay<Message extends FixMessage>(): EventRelay<Message> {
  const early: Uint8Array[] = [];
  let driver: ConnectionDriver<Message> | undefined;
  return {
    events: {
      bytes(bytes) {
        if (driver === undefined) early.push(bytes);
        else driver.events.bytes(bytes);
      },
      drained: () => driver?.events.drained(),
      closed: (error) => driver?.events.closed(error),
    },
    passTo(next) {
      driver = next;
    },
    releaseEarly() {
      for (const bytes of early) driver?.events.bytes(bytes);
    },
  };
}
