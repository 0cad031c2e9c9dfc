import type { Timers } from '../../core/clock.js';
import type { Socket } from '../socket.js';

/** Maximum silence on a connection, and the means to provoke a sign of life. */
export interface Liveness {
  readonly interval: number;
  /** Creates a ping message, for feeds that define one. */
  readonly ping: (() => string | undefined) | undefined;
  /** Returns true if silence alone indicates a dead connection, because the feed promises regular messages. */
  readonly expectsMessages: () => boolean;
}

/** Monitors signs of life on the open connection. After a silent interval it sends a ping; after another, the connection is dead. */
export interface LivenessMonitor {
  /** Monitors a connection that has just been opened. */
  readonly start: (socket: Socket) => void;
  /** Records that the server has sent something. */
  readonly recordActivity: () => void;
  readonly stop: () => void;
}

/** Creates a monitor that has not been started. */
export function createLivenessMonitor(
  { interval, ping, expectsMessages }: Liveness,
  timers: Timers,
  onDead: () => void,
): LivenessMonitor {
  let timer: unknown;
  let wasActive = true;
  let wasPinged = false;

  const check = (socket: Socket): void => {
    const canPing = socket.ping !== undefined || ping !== undefined;
    const isQuiet = !wasActive;
    if (isQuiet && wasPinged && (canPing || expectsMessages())) {
      onDead();
      return;
    }
    wasActive = false;
    wasPinged = isQuiet;
    if (isQuiet) {
      const text = ping?.();
      if (text !== undefined) socket.send(text);
      else socket.ping?.();
    }
    schedule(socket);
  };

  const schedule = (socket: Socket): void => {
    timers.clearTimeout(timer);
    timer = timers.setTimeout(() => check(socket), interval);
  };

  return {
    start(socket) {
      wasActive = true;
      wasPinged = false;
      schedule(socket);
    },
    recordActivity() {
      wasActive = true;
    },
    stop: () => timers.clearTimeout(timer),
  };
}
