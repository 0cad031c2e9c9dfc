import { FeedError } from '../errors.js';
import type { Frame, Socket, SocketClosed, SocketRequest } from '../socket.js';
import type { ClientSettings } from './options.js';

/** An attempt to open a connection, and the connection that it opened. */
export interface ConnectionAttempt {
  /** Ignores all later events. A socket that is still opening is terminated when it is open. */
  readonly discard: () => void;
  /** Aborts the opening, and ignores all later events. */
  readonly abort: (reason: unknown) => void;
}

/** Events of an attempt and of its connection. */
export interface ConnectionAttemptEvents {
  readonly opened: (socket: Socket) => void;
  readonly frame: (frame: Frame) => void;
  /** The server has shown a sign of life other than a frame. */
  readonly alive: () => void;
  /** The connection could not be opened, or was closed. */
  readonly lost: (closed: SocketClosed, cause?: unknown) => void;
}

/** Starts to open a connection, within the time limit of the settings. */
export function attemptConnection(
  request: SocketRequest,
  { open, timers, connectTimeout }: ClientSettings,
  events: ConnectionAttemptEvents,
): ConnectionAttempt {
  const abortion = new AbortController();
  let isCurrent = true;
  const timer = timers.setTimeout(() => {
    const cause = new FeedError('timeout', 'The connection was not opened in time');
    abortion.abort(cause);
    lose({ code: 1006, reason: '' }, cause);
  }, connectTimeout);
  const discard = (): void => {
    isCurrent = false;
    timers.clearTimeout(timer);
  };
  const lose = (closed: SocketClosed, cause?: unknown): void => {
    if (!isCurrent) return;
    discard();
    events.lost(closed, cause);
  };
  // An adapter may throw synchronously instead of rejecting.
  const opened = async (): Promise<Socket> =>
    open(
      { ...request, signal: abortion.signal },
      {
        frame(frame) {
          if (isCurrent) events.frame(frame);
        },
        alive() {
          if (isCurrent) events.alive();
        },
        drained: () => undefined,
        closed: (how) => lose(how),
      },
    );
  opened().then(
    (socket) => {
      timers.clearTimeout(timer);
      if (isCurrent) events.opened(socket);
      else socket.terminate();
    },
    (cause: unknown) => lose({ code: 1006, reason: '' }, cause),
  );
  return {
    discard,
    abort(reason) {
      discard();
      abortion.abort(reason);
    },
  };
}
