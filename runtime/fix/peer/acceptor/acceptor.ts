import { closable, type Closable } from '../../../core/closable.js';
import { systemTimers } from '../../../core/clock.js';
import { ignoreErrors } from '../../../core/ignore-errors.js';
import { newCorrelationId } from '../../../core/server/correlation.js';
import { callRunner } from '../../../core/server/middleware.js';
import { revocableKey } from '../../../core/server/revocations.js';
import type { FixCodec } from '../../message/codec.js';
import { type AcceptorConnectionParts, acceptConnection } from './acceptor-connection.js';
import { createAcceptorSession } from './acceptor-session.js';
import { createAcceptorSessions } from './acceptor-sessions.js';
import { createLogonAuthorizer } from './authorize-logon.js';
import type { FixAcceptorOptions, FixClient, FixHandlers } from '../client.js';
import type { ConnectionDriver } from '../connection-driver.js';
import type { AcceptFixConnection } from '../connection.js';
import type { FixDescriptor, FixMessageOf, FixTypes } from '../descriptor.js';
import { FixError } from '../errors.js';
import type { FixEvent } from '../events.js';

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
  described: FixDescriptor<Types>,
  handlers: FixHandlers<Types, Principal>,
  options: FixAcceptorOptions<Types, Principal> = {},
): FixAcceptor<Types, Principal> {
  const descriptor = options.hasRateLimits === false ? withoutRates(described) : described;
  const { policy } = descriptor;
  const codec = descriptor.codec as FixCodec<FixMessageOf<Types>>;
  const { timers = systemTimers, expects = () => true } = options;
  const compId = options.compId ?? policy.compIds.server;
  if (compId === undefined)
    throw new FixError('usage', 'Neither the options nor the description contain a compId');
  const emit = (event: FixEvent, client?: FixClient<Types, Principal>): void => {
    ignoreErrors(() => options.onEvent?.(event, client));
  };
  const runner = callRunner(options.middleware);
  const correlationId =
    options.correlationId === false ? undefined : (options.correlationId ?? newCorrelationId);
  const sessionParts = {
    descriptor,
    handlers,
    options,
    timers,
    compId,
    emit,
    correlationId,
    runner,
  };
  const sessions = createAcceptorSessions<Types, Principal>({
    policy,
    isAddressed: ({ beginString, targetCompId }) =>
      beginString === codec.beginString && targetCompId === compId,
    isExpected: expects,
    create: (identity) => createAcceptorSession(sessionParts, identity),
    emit,
  });
  const drivers = new Set<ConnectionDriver<FixMessageOf<Types>>>();
  const connectionParts: AcceptorConnectionParts<Types, Principal> = {
    policy,
    timers,
    sessions,
    drivers,
    correlationId,
    counted: options.counted,
    authorize: createLogonAuthorizer<Types, Principal>(policy, timers, options),
    reception: {
      dataFields: codec.dataFields,
      ...(options.session?.logonTimeout === undefined
        ? {}
        : { logonTimeout: options.session.logonTimeout }),
    },
    emit,
  };

  const endRevocations = options.revocations?.watch((key) => {
    for (const { principal, connection, handle } of sessions.known()) {
      if (connection === undefined || revocableKey(principal, options) !== key) continue;
      void handle.logout('Key revoked');
      timers.setTimeout(() => connection.cut(), revokedTimeout);
    }
  });

  const acceptor: Omit<FixAcceptor<Types, Principal>, typeof Symbol.asyncDispose> = {
    accept(connection) {
      const driver = acceptConnection(connectionParts, connection);
      if (sessions.isClosed) driver.cut();
      return driver.events;
    },
    clients: () => sessions.known().map(({ client }) => client),
    async close(text) {
      endRevocations?.();
      await sessions.logout(text);
      for (const driver of drivers) driver.cut();
      await sessions.close();
    },
  };
  return closable(acceptor, () => acceptor.close());
}

/** Time in milliseconds for the Logout (5) of a peer whose key was revoked. */
const revokedTimeout = 500;

/** The description without the rates of messages and Logons (A). */
function withoutRates<Types extends FixTypes>({
  policy: { rate: _, ...policy },
  ...descriptor
}: FixDescriptor<Types>): FixDescriptor<Types> {
  return { ...descriptor, policy };
}
