import type { Frame, Socket, SocketClosed, SocketRequest } from '../socket.js';
import { FeedError } from '../errors.js';
import { fullJitter } from '../../core/back-off.js';
import { attemptConnection, type ConnectionAttempt } from './connection-attempt.js';
import type { EventEmitter } from './events.js';
import { createLivenessMonitor, type Liveness } from './liveness.js';
import type { ClientSettings } from './options.js';

/** The connection of a client: opens it, monitors it, and reconnects after a loss. */
export interface ReconnectingSocket {
  /** Connects, unless already started. */
  readonly start: () => void;
  readonly isOpen: boolean;
  /** Counter of connections. Results that belong to an earlier connection are ignored. */
  readonly generation: number;
  readonly send: (frame: Frame) => void;
  /** Drops the current connection and opens another. */
  readonly renew: (reason: string) => void;
  /** Closes permanently. */
  readonly close: (code: number, reason: string, error?: unknown) => void;
}

/** Events of the connection. */
export interface ReconnectingSocketEvents {
  readonly opened: () => void;
  readonly frame: (frame: Frame) => void;
  /** The connection is lost, with all requests that wait for a reply on it. */
  readonly lost: () => void;
  readonly ended: (error: unknown) => void;
}

/** Creates a connection that has not been started. */
export function createReconnectingSocket(
  request: SocketRequest,
  settings: ClientSettings,
  liveness: Liveness,
  { emit }: EventEmitter,
  events: ReconnectingSocketEvents,
): ReconnectingSocket {
  const { timers } = settings;
  let socket: Socket | undefined;
  let attempt: ConnectionAttempt | undefined;
  let generation = 0;
  let failures = 0;
  let hasEnded = false;
  let wasEverOpen = false;
  let retryTimer: unknown;
  /** Timer after which a connection counts as stable, so that delays restart. */
  let stableTimer: unknown;
  const monitor = createLivenessMonitor(liveness, timers, () => renew('The server sent nothing'));

  const connect = (): void => {
    if (hasEnded) return;
    generation += 1;
    emit({ kind: 'connecting', attempt: failures + 1 });
    // The listener may have closed the client.
    if (hasEnded) return;
    attempt = attemptConnection(request, settings, {
      opened: ready,
      lost,
      frame(frame) {
        monitor.recordActivity();
        events.frame(frame);
      },
      alive: () => monitor.recordActivity(),
    });
  };

  const ready = (opened: Socket): void => {
    socket = opened;
    wasEverOpen = true;
    stableTimer = timers.setTimeout(() => (failures = 0), settings.reconnect.stableAfter);
    monitor.start(opened);
    emit({ kind: 'open' });
    events.opened();
  };

  /** Ignores later events of the current connection. */
  const abandon = (): void => {
    generation += 1;
    attempt?.discard();
    monitor.stop();
    timers.clearTimeout(stableTimer);
    timers.clearTimeout(retryTimer);
    socket = undefined;
  };

  const lost = (closed: SocketClosed, cause?: unknown): void => {
    const wasOpen = socket !== undefined;
    abandon();
    failures += 1;
    const mayRetry = failures <= settings.reconnect.attempts;
    const retryIn = mayRetry
      ? fullJitter(settings.reconnect, failures, settings.random)
      : undefined;
    emit({ kind: 'lost', closed, retryIn, ...(cause === undefined ? {} : { cause }) });
    if (wasOpen) events.lost();
    if (hasEnded) return;
    if (!wasEverOpen && isFinalRefusal(cause)) end(cause);
    else if (retryIn === undefined)
      end(new FeedError('unreachable', 'The feed could not be reached', { cause }));
    else {
      timers.clearTimeout(retryTimer);
      retryTimer = timers.setTimeout(connect, retryIn);
    }
  };

  const renew = (reason: string): void => {
    const previous = socket;
    if (previous === undefined) return;
    lost({ code: 1006, reason });
    previous.terminate();
  };

  const end = (error: unknown): void => {
    if (hasEnded) return;
    hasEnded = true;
    abandon();
    attempt?.abort(error);
    events.ended(error);
    emit({ kind: 'closed', ...(error === undefined ? {} : { error }) });
  };

  return {
    start() {
      if (generation === 0) connect();
    },
    get isOpen() {
      return socket !== undefined;
    },
    get generation() {
      return generation;
    },
    send: (frame) => socket?.send(frame),
    renew,
    close(code, reason, error) {
      const previous = socket;
      end(error);
      previous?.close(code, reason);
    },
  };
}

/** Statuses for an invalid address, which another attempt would not change. */
const finalStatuses = [400, 404, 410, 414];

/** True if the server rejects the address itself, so that no attempt can succeed. */
function isFinalRefusal(cause: unknown): boolean {
  return cause instanceof FeedError && finalStatuses.includes(cause.status ?? 0);
}
