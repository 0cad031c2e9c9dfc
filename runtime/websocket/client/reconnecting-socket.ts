import type { Frame, Socket, SocketClosed, SocketRequest } from '../socket.js';
import { FeedError } from '../errors.js';
import { fullJitter } from './back-off.js';
import type { EventEmitter } from './events.js';
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

/** Maximum silence on a connection, and the means to provoke a sign of life. */
export interface Liveness {
  readonly interval: number;
  /** Creates a ping message, for feeds that define one. */
  readonly ping: (() => string | undefined) | undefined;
  /** Returns true if silence alone indicates a dead connection, because the feed promises regular messages. */
  readonly expectsMessages: () => boolean;
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
  let opening: AbortController | undefined;
  let generation = 0;
  let failures = 0;
  let hasEnded = false;
  let wasEverOpen = false;
  let wasActive = true;
  let wasPinged = false;
  const timerHandles: Record<'retry' | 'stable' | 'alive' | 'connect', unknown> = {
    retry: undefined,
    stable: undefined,
    alive: undefined,
    connect: undefined,
  };

  const set = (
    timer: keyof typeof timerHandles,
    callback: () => void,
    milliseconds: number,
  ): void => {
    timers.clearTimeout(timerHandles[timer]);
    timerHandles[timer] = timers.setTimeout(callback, milliseconds);
  };
  const clear = (): void => {
    for (const handle of Object.values(timerHandles)) timers.clearTimeout(handle);
  };

  const connect = (): void => {
    if (hasEnded) return;
    generation += 1;
    const ownGeneration = generation;
    const isCurrent = (): boolean => ownGeneration === generation && !hasEnded;
    const abort = new AbortController();
    opening = abort;
    emit({ kind: 'connecting', attempt: failures + 1 });
    set(
      'connect',
      () => {
        if (!isCurrent()) return;
        const cause = new FeedError('timeout', 'The connection was not opened in time');
        abort.abort(cause);
        lost({ code: 1006, reason: '' }, cause);
      },
      settings.connectTimeout,
    );
    // An adapter may throw synchronously instead of rejecting.
    const opened = async (): Promise<Socket> =>
      settings.open(
        { ...request, signal: abort.signal },
        {
          frame(frame) {
            if (ownGeneration !== generation) return;
            wasActive = true;
            events.frame(frame);
          },
          alive() {
            if (ownGeneration === generation) wasActive = true;
          },
          drained: () => undefined,
          closed(how) {
            if (isCurrent()) lost(how);
          },
        },
      );
    opened().then(
      (connected) => {
        if (isCurrent()) ready(connected);
        else connected.terminate();
      },
      (cause: unknown) => {
        if (isCurrent()) lost({ code: 1006, reason: '' }, cause);
      },
    );
  };

  const ready = (opened: Socket): void => {
    timers.clearTimeout(timerHandles.connect);
    socket = opened;
    wasEverOpen = true;
    wasActive = true;
    wasPinged = false;
    set('stable', () => (failures = 0), settings.reconnect.stableAfter);
    set('alive', check, liveness.interval);
    emit({ kind: 'open' });
    events.opened();
  };

  const check = (): void => {
    if (socket === undefined) return;
    const canPing = socket.ping !== undefined || liveness.ping !== undefined;
    const isQuiet = !wasActive;
    if (isQuiet && wasPinged && (canPing || liveness.expectsMessages())) {
      renew('The server sent nothing');
      return;
    }
    wasActive = false;
    wasPinged = isQuiet;
    if (isQuiet) {
      const text = liveness.ping?.();
      if (text !== undefined) socket.send(text);
      else socket.ping?.();
    }
    set('alive', check, liveness.interval);
  };

  /** Handles the loss of the current connection. Its later events are ignored. */
  const lost = (closed: SocketClosed, cause?: unknown): void => {
    generation += 1;
    clear();
    const wasOpen = socket !== undefined;
    socket = undefined;
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
    else set('retry', connect, retryIn);
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
    generation += 1;
    clear();
    opening?.abort(error);
    socket = undefined;
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
