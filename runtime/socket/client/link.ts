import type { Frame, Socket, SocketClosed, SocketRequest } from '../socket.js';
import { FeedError } from '../errors.js';
import { jittered } from './back-off.js';
import type { Announcer } from './events.js';
import type { ClientSettings } from './options.js';

/** Owns the one connection of a client: opens it, watches over it, and opens another when it is lost. */
export interface Link {
  /** Connects, unless it does already. */
  readonly start: () => void;
  readonly isOpen: boolean;
  /** Counts connections: what belongs to an older one is void. */
  readonly generation: number;
  readonly send: (frame: Frame) => void;
  /** Gives this connection up and opens another. */
  readonly renew: (reason: string) => void;
  /** Ends for good. */
  readonly close: (code: number, reason: string, error?: unknown) => void;
}

/** What a link tells its owner. */
export interface LinkEvents {
  readonly opened: () => void;
  readonly frame: (frame: Frame) => void;
  /** Whatever was asked on this connection will not be answered. */
  readonly lost: () => void;
  readonly ended: (error: unknown) => void;
}

/** How long a connection may be silent, and how it is asked for a sign of life. */
export interface Liveness {
  readonly interval: number;
  /** The text of a ping, for feeds that have their own. */
  readonly ping: (() => string | undefined) | undefined;
  /** Silence alone is a sign of death, because the feed promises to send something. */
  readonly isPromised: () => boolean;
}

/** A link that is not yet started. */
export function createLink(
  request: SocketRequest,
  settings: ClientSettings,
  liveness: Liveness,
  { announce }: Announcer,
  events: LinkEvents,
): Link {
  const { timers } = settings;
  let socket: Socket | undefined;
  let opening: AbortController | undefined;
  let generation = 0;
  let failures = 0;
  let hasEnded = false;
  let wasEverOpen = false;
  let wasHeard = true;
  let wasAsked = false;
  const alarms: Record<'retry' | 'stable' | 'alive' | 'connect', unknown> = {
    retry: undefined,
    stable: undefined,
    alive: undefined,
    connect: undefined,
  };

  const set = (alarm: keyof typeof alarms, callback: () => void, milliseconds: number): void => {
    timers.clearTimeout(alarms[alarm]);
    alarms[alarm] = timers.setTimeout(callback, milliseconds);
  };
  const clear = (): void => {
    for (const handle of Object.values(alarms)) timers.clearTimeout(handle);
  };

  const connect = (): void => {
    if (hasEnded) return;
    generation += 1;
    const mine = generation;
    const isMine = (): boolean => mine === generation && !hasEnded;
    const abort = new AbortController();
    opening = abort;
    announce({ kind: 'connecting', attempt: failures + 1 });
    set(
      'connect',
      () => {
        if (!isMine()) return;
        const cause = new FeedError('timeout', 'The connection was not opened in time');
        abort.abort(cause);
        lost({ code: 1006, reason: '' }, cause);
      },
      settings.connectTimeout,
    );
    // What an adapter throws at once is no different from what it rejects with.
    const opened = async (): Promise<Socket> =>
      settings.open(
        { ...request, signal: abort.signal },
        {
          frame(frame) {
            if (mine !== generation) return;
            wasHeard = true;
            events.frame(frame);
          },
          alive() {
            if (mine === generation) wasHeard = true;
          },
          drained: () => undefined,
          closed(how) {
            if (isMine()) lost(how);
          },
        },
      );
    opened().then(
      (ours) => {
        if (isMine()) ready(ours);
        else ours.terminate();
      },
      (cause: unknown) => {
        if (isMine()) lost({ code: 1006, reason: '' }, cause);
      },
    );
  };

  const ready = (opened: Socket): void => {
    timers.clearTimeout(alarms.connect);
    socket = opened;
    wasEverOpen = true;
    wasHeard = true;
    wasAsked = false;
    set('stable', () => (failures = 0), settings.reconnect.stableAfter);
    set('alive', check, liveness.interval);
    announce({ kind: 'open' });
    events.opened();
  };

  const check = (): void => {
    if (socket === undefined) return;
    const canAsk = socket.ping !== undefined || liveness.ping !== undefined;
    const isQuiet = !wasHeard;
    if (isQuiet && wasAsked && (canAsk || liveness.isPromised())) {
      renew('Nothing was heard');
      return;
    }
    wasHeard = false;
    wasAsked = isQuiet;
    if (isQuiet) {
      const text = liveness.ping?.();
      if (text !== undefined) socket.send(text);
      else socket.ping?.();
    }
    set('alive', check, liveness.interval);
  };

  /** The connection of this generation is gone; its late events are void. */
  const lost = (closed: SocketClosed, cause?: unknown): void => {
    generation += 1;
    clear();
    const wasOpen = socket !== undefined;
    socket = undefined;
    failures += 1;
    const mayRetry = failures <= settings.reconnect.attempts;
    const retryIn = mayRetry ? jittered(settings.reconnect, failures, settings.random) : undefined;
    announce({ kind: 'lost', closed, retryIn, ...(cause === undefined ? {} : { cause }) });
    if (wasOpen) events.lost();
    if (hasEnded) return;
    if (!wasEverOpen && isRefusedForGood(cause)) end(cause);
    else if (retryIn === undefined)
      end(new FeedError('unreachable', 'The feed could not be reached', { cause }));
    else set('retry', connect, retryIn);
  };

  const renew = (reason: string): void => {
    const old = socket;
    if (old === undefined) return;
    lost({ code: 1006, reason });
    old.terminate();
  };

  const end = (error: unknown): void => {
    if (hasEnded) return;
    hasEnded = true;
    generation += 1;
    clear();
    opening?.abort(error);
    socket = undefined;
    events.ended(error);
    announce({ kind: 'closed', ...(error === undefined ? {} : { error }) });
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
      const old = socket;
      end(error);
      old?.close(code, reason);
    },
  };
}

/** Statuses of an address that is wrong: trying again does not make it right. */
const finalStatuses = [400, 404, 410, 414];

/** True if the server refuses the address itself, so that the first connection never opens. */
function isRefusedForGood(cause: unknown): boolean {
  return cause instanceof FeedError && finalStatuses.includes(cause.status ?? 0);
}
