import type { HmacPrincipal } from '@tallystick/runtime/auth/hmac';
import type { AcceptSocket, SocketRequest } from '@tallystick/runtime/websocket';
import type {
  EventFeedServer,
  FeedServerEvent,
  FeedServerOptions,
  Revocations,
} from '@tallystick/runtime/websocket/server';
import type { ExchangeFeedChannels } from '@platform/exchange';
import { exchangeFeedChecks } from '@platform/exchange/feed-checks';
import {
  createExchangeFeedServer,
  type ExchangeFeedEvents,
  feedKeyVerifier,
} from '@platform/exchange/feed-server';
import type { Entry } from '../../domain/engine.js';
import type { Connections } from '../../server/connections.js';
import type { Core } from '../../server/core.js';
import { exchangeKeyLookup } from '../exchange/credentials.js';
import { channels } from './channels.js';
import { Committed } from './committed.js';
import { Follower } from './follow.js';
import { KnownProfiles } from './known-profiles.js';
import type { FeedEvent } from './messages.js';
import { status } from './status.js';

/** The servers of the description: the feed, and the direct feed, all of whose channels need credentials. */
export type FeedName = 'feed' | 'direct';

/** What a generation is made of. */
export interface GenerationParts {
  readonly core: Core;
  readonly revocations: Revocations;
  readonly connections: Connections;
  readonly caughtUp: () => Promise<void>;
  readonly limits: FeedServerOptions['limits'];
  readonly onEvent: ((feed: FeedName, event: FeedServerEvent) => void) | undefined;
}

/** Milliseconds that clients have to close their connections. */
const closeTime = 1000;

/** The feeds from one state on, until another state replaces it. All clients of a generation see the same history. */
export class Generation {
  /** Number of the last entry that the beginning reflects. */
  readonly #from: number;
  readonly #follower: Follower;
  readonly #servers: Readonly<
    Record<FeedName, EventFeedServer<ExchangeFeedChannels, HmacPrincipal, ExchangeFeedEvents>>
  >;

  constructor(parts: GenerationParts) {
    const { core, caughtUp } = parts;
    const { loop } = core;
    const known = new KnownProfiles();
    const committed = new Committed(loop.state);
    this.#from = loop.number;
    // A failure ends the process.
    const ready = loop.settled().catch(() => new Promise<never>(() => undefined));
    const handlers = channels({ loop, committed, ready, caughtUp });
    const serverOf = (name: FeedName) =>
      createExchangeFeedServer<HmacPrincipal>(handlers, optionsOf(name, parts, known));
    this.#servers = { feed: serverOf('feed'), direct: serverOf('direct') };
    const servers = Object.values(this.#servers);
    const heard = () => servers.filter(({ connections }) => connections > 0);
    this.#follower = new Follower({
      committed,
      known,
      state: loop.state,
      outlet: {
        get isHeard() {
          return servers.some(({ connections }) => connections > 0);
        },
        publish(event: FeedEvent) {
          for (const server of heard()) server.publish(event);
        },
        publishStatus() {
          const message = status(committed);
          for (const server of heard()) server.publish('status', undefined, message);
        },
        publishQuoteMatch(message) {
          for (const server of heard()) server.publish('rfq_matches', message.product_id, message);
        },
      },
    });
  }

  /** Accepts the connections of a feed. */
  accept(name: FeedName, ...connection: Parameters<AcceptSocket>): ReturnType<AcceptSocket> {
    return this.#servers[name].accept(...connection);
  }

  /** Sends what a committed entry has changed. */
  follow(entry: Entry): void {
    if (entry.number > this.#from) this.#follower.follow(entry);
  }

  /** Sends what waits, and closes all connections. */
  async close(reason: string): Promise<void> {
    await Promise.all(
      Object.values(this.#servers).map((server) => server.drain({ timeout: closeTime, reason })),
    );
  }
}

/** Credentials are those of the REST API (tenancy-9); every message is checked. */
function optionsOf(
  name: FeedName,
  { core, revocations, connections, caughtUp, limits, onEvent }: GenerationParts,
  known: KnownProfiles,
): Parameters<typeof createExchangeFeedServer<HmacPrincipal>>[1] {
  const { loop, timers } = core;
  /** What identifies each open connection. */
  const requests = new Map<number, SocketRequest>();
  const verifier = feedKeyVerifier({ keys: exchangeKeyLookup(core), clock: timers });
  return {
    server: name,
    checks: exchangeFeedChecks,
    timers,
    revocations,
    // A clock that is stepped passes minutes in which no client can answer.
    ...(core.isManual ? { pingInterval: Infinity } : {}),
    ...(limits === undefined ? {} : { limits }),
    async verify({ auth, channels: names, request }) {
      await caughtUp();
      const { peer } = request;
      const verdict = await verifier.verify(auth, {
        ...(peer === undefined ? {} : { peer }),
        operation: 'subscribe',
        channels: names,
      });
      await loop.settled();
      if (verdict.ok) {
        const { project: profile = '', keyName } = verdict.principal;
        known.verified(request, profile);
        connections.changed(request, { profile, keyName });
      }
      return verdict;
    },
    onEvent(event) {
      if (event.kind === 'connected') {
        const { connection, request } = event;
        known.connected(connection, request);
        requests.set(connection, request);
        const { address } = request.peer ?? {};
        connections.opened(request, { kind: name, openedAt: loop.now, address, subscriptions: [] });
      } else if (event.kind === 'subscriptions') {
        const request = requests.get(event.connection);
        if (request !== undefined)
          connections.changed(request, { subscriptions: event.subscriptions });
      } else if (event.kind === 'disconnected') {
        known.disconnected(event.connection);
        const request = requests.get(event.connection);
        requests.delete(event.connection);
        if (request !== undefined) connections.closed(request);
      }
      onEvent?.(name, event);
    },
  };
}
