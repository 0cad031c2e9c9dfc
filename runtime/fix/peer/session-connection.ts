import type { Timers } from '../../core/clock.js';
import type { FixMessage } from '../message/codec.js';
import type { FixEffect, FixSession } from '../session/session.js';
import type { ConnectionDriver } from './connection-driver.js';
import { FixError } from './errors.js';
import type { FixEvent } from './events.js';
import type { PauseReason } from './flow-control.js';
import { commitOf } from './output.js';

/** The connection of a session. Each connection of the peer replaces the previous one; in between, there is none. */
export interface SessionConnection<Message extends FixMessage> {
  /** Uses a new connection from now on. */
  attach(next: ConnectionDriver<Message>): void;
  /** Reports the end of the connection, which is also the end of a logout. */
  detach(): void;
  /** Pauses reading while there is a connection. */
  hold(reason: PauseReason): void;
  release(reason: PauseReason): void;
  /** Executes a call of the session if there is a connection. */
  run(call: () => readonly FixEffect<Message>[]): void;
  /**
   * Executes a call of the session with or without a connection; without one, nothing is written. A failure closes the
   * connection. Returns the promise of the commit, if there is one.
   */
  perform(call: () => readonly FixEffect<Message>[]): Promise<void> | undefined;
  /**
   * Executes a call that numbers a message. A message that cannot be encoded is the caller's mistake; a failure of the
   * store closes the connection. Returns the promise of the commit, if there is one.
   *
   * @throws {FixError} `not-logged-on`.
   */
  runNumbered(call: (now: number) => readonly FixEffect<Message>[]): Promise<void> | undefined;
  /**
   * Returns the connection of the open session.
   *
   * @throws {FixError} `not-logged-on`.
   */
  requireOpen(): ConnectionDriver<Message>;
  /** Sends a Logout (5). Resolves when the connection has ended. */
  logout(text: string | undefined): Promise<void>;
}

/** Creates the connection of a session, without a connection of the peer. */
export function createSessionConnection<Message extends FixMessage>(
  session: FixSession<Message>,
  timers: Timers,
  emit: (event: FixEvent) => void,
): SessionConnection<Message> {
  let driver: ConnectionDriver<Message> | undefined;
  /** Callbacks of logouts that wait for the end of the connection. */
  let loggingOut: (() => void)[] = [];

  function requireOpen(): ConnectionDriver<Message> {
    if (driver === undefined || session.phase !== 'open') {
      throw new FixError('not-logged-on', 'The session is not open');
    }
    return driver;
  }

  return {
    attach(next) {
      driver = next;
    },
    detach() {
      driver = undefined;
      for (const resolve of loggingOut) resolve();
      loggingOut = [];
    },
    hold: (reason) => driver?.hold(reason),
    release: (reason) => driver?.release(reason),
    run: (call) => driver?.run(call),
    perform(call) {
      let effects: readonly FixEffect<Message>[];
      try {
        effects = call();
      } catch (error) {
        if (driver === undefined) emit({ kind: 'error', error });
        else driver.fail(error);
        return undefined;
      }
      const committed = commitOf(effects);
      if (driver !== undefined) driver.run(() => effects);
      else committed?.catch((error: unknown) => emit({ kind: 'error', error }));
      return committed;
    },
    runNumbered(call) {
      const open = requireOpen();
      let effects: readonly FixEffect<Message>[];
      try {
        effects = call(timers.now());
      } catch (error) {
        if (!session.isLoaded) open.fail(error);
        throw error;
      }
      open.run(() => effects);
      return commitOf(effects);
    },
    requireOpen,
    logout(text) {
      const leaving = driver;
      if (leaving === undefined) return Promise.resolve();
      return new Promise((resolve) => {
        loggingOut.push(resolve);
        leaving.run(() => session.logout(text, timers.now()));
      });
    },
  };
}
