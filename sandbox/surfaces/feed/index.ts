import type { AcceptSocket } from '@tallystick/runtime/websocket';
import {
  createRevocations,
  type FeedServerEvent,
  type FeedServerOptions,
} from '@tallystick/runtime/websocket/server';
import type { Entry } from '../../domain/engine.js';
import type { UsersEvents } from '../../domain/users/events.js';
import { Connections } from '../../server/connections.js';
import type { Core } from '../../server/core.js';
import { type FeedName, Generation, type GenerationParts } from './generation.js';

export type { FeedName } from './generation.js';

/** Options of {@link startFeed}. */
export interface FeedOptions {
  /** Resolves when everything that was committed before the call is applied in this process. Default: it always is. */
  readonly caughtUp?: (() => Promise<void>) | undefined;
  /** Gets the connections that are open. */
  readonly connections?: Connections | undefined;
  /** Limits instead of those of the description. */
  readonly limits?: FeedServerOptions['limits'];
  /** Receives what happens on connections, for logs. It contains no credentials. */
  readonly onEvent?: (feed: FeedName, event: FeedServerEvent) => void;
  /** Called with an error of the feed itself. All connections are closed, and clients begin again. */
  readonly onError: (error: unknown) => void;
}

/** The running feeds. */
export interface Feeds {
  /** Accepts connections of the feed. */
  readonly accept: AcceptSocket;
  /** Accepts connections of the direct feed. */
  readonly acceptDirect: AcceptSocket;
  /** Sends what waits, and closes all connections. */
  close(): Promise<void>;
}

/**
 * Starts the surfaces W and W-D: the WebSocket feed and the direct feed. They send what committed entries have changed, from the next one on
 * (feed-10), in this process or in the one that it follows.
 */
export function startFeed(core: Core, options: FeedOptions): Feeds {
  const { onError, limits, onEvent, caughtUp = () => Promise.resolve() } = options;
  const { connections = new Connections() } = options;
  const revocations = createRevocations({ clock: core.timers });
  const parts: GenerationParts = {
    core,
    revocations,
    connections,
    caughtUp,
    limits,
    onEvent,
  };
  let generation = new Generation(parts);
  const closing = new Set<Promise<void>>();

  const restart = (reason: string): void => {
    const ended = generation.close(reason);
    closing.add(ended);
    void ended.finally(() => closing.delete(ended));
    generation = new Generation(parts);
  };
  const follow = (entry: Entry): void => {
    generation.follow(entry);
    for (const { type, data } of entry.events) {
      // The data of an event has the type that its subject declares.
      if (type === 'users.key-revoked')
        void revocations.revoke((data as UsersEvents[typeof type]).name);
      // Nothing that clients know need be true any more.
      else if (type === 'deployment.restored') restart('the sandbox was restored');
    }
  };
  const stop = core.loop.onCommitted((entries) => {
    for (const entry of entries) {
      try {
        follow(entry);
      } catch (error) {
        restart('internal error');
        onError(error);
      }
    }
  });
  return {
    accept: (...connection) => generation.accept('feed', ...connection),
    acceptDirect: (...connection) => generation.accept('direct', ...connection),
    async close() {
      stop();
      await Promise.all([generation.close('going away'), ...closing]);
      revocations.close();
    },
  };
}
