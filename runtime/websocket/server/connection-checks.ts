import { closeReasons } from './close-reasons.js';
import type { ConnectionLimits } from './connection-limits.js';
import type { FeedConnection } from './connection.js';
import type { ServerSettings } from './options.js';

/** Regular checks of connections: pings, deadlines, and connections that do not close. */
export interface ConnectionChecks {
  /** Starts the checks unless they are running. They end by themselves when there are no connections. */
  start(): void;
  stop(): void;
}

/** Creates the checks of a server's connections without starting them. */
export function createConnectionChecks(
  settings: ServerSettings,
  connections: ReadonlySet<FeedConnection>,
  limits: ConnectionLimits,
): ConnectionChecks {
  const { timers, pingInterval, tick } = settings;
  let timer: unknown;
  let nextPing = 0;
  const schedule = (): unknown => timers.setTimeout(checkAll, tick);
  const checkAll = (): void => {
    const now = timers.now();
    const isPingDue = now >= nextPing;
    if (isPingDue) nextPing = now + pingInterval;
    for (const connection of connections) inspect(connection, now, isPingDue, settings);
    limits.cleanUp();
    timer = connections.size + limits.size === 0 ? undefined : schedule();
  };
  return {
    start() {
      if (timer !== undefined) return;
      nextPing = timers.now() + pingInterval;
      timer = schedule();
    },
    stop() {
      timers.clearTimeout(timer);
    },
  };
}

/** Maximum time for the peer to complete a closing handshake, in milliseconds. */
const closingTimeout = 5000;

/** Checks the deadlines of one connection. */
function inspect(
  connection: FeedConnection,
  now: number,
  isPingDue: boolean,
  { limits: { firstSubscribe = Infinity } }: ServerSettings,
): void {
  const { socket, closingSince } = connection;
  if (closingSince !== undefined) {
    if (now - closingSince >= closingTimeout) socket.terminate();
    return;
  }
  connection.catchUp();
  if (!connection.hasSubscribed && now - connection.since >= firstSubscribe) {
    connection.close(closeReasons.noSubscription);
  } else if (isPingDue) {
    const { wasActive: wasHeard, wasPinged } = connection;
    connection.wasActive = false;
    connection.wasPinged = !wasHeard;
    if (!wasHeard && wasPinged) connection.close(closeReasons.noPong);
    else if (!wasHeard) socket.ping?.();
  }
}
