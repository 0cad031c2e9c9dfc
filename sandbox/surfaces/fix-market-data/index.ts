import type {
  FixClient,
  FixEvent,
  FixInbound,
  FixTypes,
  PresentedLogon,
} from '@tallystick/runtime/fix';
import {
  BusinessRejectReason,
  createExchangeFixMarketDataIncrementsAcceptor,
  createExchangeFixMarketDataSnapshotsAcceptor,
  type ExchangeFixMarketDataIncrementsTypes,
  exchangeFixMarketDataIncrementsPolicy,
  type ExchangeFixMarketDataSnapshotsTypes,
  exchangeFixMarketDataSnapshotsPolicy,
  logonKeyVerifier,
  type MarketDataRequest,
  type SecurityListRequest,
} from '@platform/exchange-fix-market-data';
import type { GatewayName } from '../../fix-options.js';
import type { Connections } from '../../server/connections.js';
import type { Core } from '../../server/core.js';
import { countedTraders, logonVerification, mayUse, type Trader } from '../fix/credentials.js';
import { Output } from '../fix/output.js';
import { type GatewayOptions, openGateway } from '../fix/ports.js';
import { MarketProjection } from './market.js';
import { type MarketMessage, type MarketSession, Subscriptions } from './subscriptions.js';

/** Running gateways of market data. */
export interface MarketData {
  readonly ports: { readonly snapshots: number; readonly increments: number };
  /** Sends a Logout on all sessions, and ends. */
  close(text: string): Promise<void>;
}

/** Starts the surfaces FM-S and FM-I: market data over FIX, with and without snapshots. */
export async function startMarketData(core: Core, options: GatewayOptions): Promise<MarketData> {
  const { listening, counter, connections, revocations, hasRateLimits, caughtUp } = options;
  const verify = logonVerification(core, logonKeyVerifier);
  const shared = {
    async verify(presented: PresentedLogon) {
      await caughtUp();
      return verify(presented);
    },
    groupOf: ({ profile }: Trader) => profile,
    counted: countedTraders(counter),
    revocations,
    hasRateLimits,
    timers: core.timers,
  };
  const whole = new Subscriptions(core.loop, { hasSnapshots: true });
  const partial = new Subscriptions(core.loop, { hasSnapshots: false });
  const wholeSessions = new MarketSessions<ExchangeFixMarketDataSnapshotsTypes>(core, whole, {
    kind: 'snapshots',
    connections,
    caughtUp,
    send: (client, message) => client.send(message),
  });
  const partialSessions = new MarketSessions<ExchangeFixMarketDataIncrementsTypes>(core, partial, {
    kind: 'increments',
    connections,
    caughtUp,
    async send(client, message) {
      if (message.type !== 'MarketDataSnapshotFullRefresh') await client.send(message);
    },
  });
  const snapshots = createExchangeFixMarketDataSnapshotsAcceptor<Trader>(wholeSessions.handlers, {
    ...shared,
    onEvent: (event, client) => wholeSessions.event(event, client),
  });
  const increments = createExchangeFixMarketDataIncrementsAcceptor<Trader>(
    partialSessions.handlers,
    { ...shared, onEvent: (event, client) => partialSessions.event(event, client) },
  );
  const projection = new MarketProjection(core.loop.state);
  const stopFollowing = core.loop.onCommitted((entries) => {
    for (const entry of entries) {
      const events = projection.eventsOf(entry);
      whole.follow(entry.number, events);
      partial.follow(entry.number, events);
      if (!entry.events.some(({ type }) => type === 'deployment.restored')) continue;
      // Numbers and books go back: clients begin again.
      for (const client of [...snapshots.clients(), ...increments.clients()])
        void client.logout(restored).catch(() => undefined);
    }
  });
  const ports = await Promise.all([
    openGateway('snapshots', snapshots.accept, exchangeFixMarketDataSnapshotsPolicy, listening),
    openGateway('increments', increments.accept, exchangeFixMarketDataIncrementsPolicy, listening),
  ]);
  const [first, second] = ports;
  return {
    ports: { snapshots: first.port, increments: second.port },
    async close(text) {
      stopFollowing();
      await Promise.all([snapshots.close(text), increments.close(text)]);
      await Promise.all(ports.map((port) => port.close()));
    },
  };
}

/** Messages that both gateways receive. */
interface MarketTypes extends FixTypes {
  readonly toServer: MarketDataRequest | SecurityListRequest;
}

type MarketClient<Types extends MarketTypes> = FixClient<Types, Trader>;

/** What differs between the gateways, and where their sessions are reported. */
interface MarketGateway<Types extends MarketTypes> {
  readonly kind: GatewayName;
  readonly connections: Connections;
  readonly caughtUp: () => Promise<void>;
  send(client: MarketClient<Types>, message: MarketMessage): Promise<void>;
}

/** The sessions of a gateway. */
class MarketSessions<Types extends MarketTypes> {
  readonly #core: Core;
  readonly #subscriptions: Subscriptions;
  readonly #gateway: MarketGateway<Types>;
  readonly #sessions = new Map<object, MarketSession>();

  constructor(core: Core, subscriptions: Subscriptions, gateway: MarketGateway<Types>) {
    this.#core = core;
    this.#subscriptions = subscriptions;
    this.#gateway = gateway;
  }

  /** Handlers of the messages of both gateways. */
  get handlers(): {
    MarketDataRequest(message: MarketDataRequest, client: MarketClient<Types>): Promise<void>;
    SecurityListRequest(
      message: SecurityListRequest,
      client: MarketClient<Types>,
      inbound: FixInbound<Types['toServer']>,
    ): Promise<void>;
  } {
    return {
      MarketDataRequest: async (message, client) => {
        await this.#gateway.caughtUp();
        if (!client.isOpen) return;
        const session = this.#sessionOf(client);
        this.#subscriptions.request(session, message);
        const keys = this.#subscriptions.productsOf(session);
        const subscriptions = keys.length === 0 ? [] : [{ channel: 'market data', keys }];
        this.#gateway.connections.changed(client, { subscriptions });
      },
      SecurityListRequest: async (message, client, inbound) => {
        await this.#gateway.caughtUp();
        if (!client.isOpen) return;
        const session = this.#sessionOf(client);
        if (session.mayView) this.#subscriptions.list(session, message);
        else client.refuse(inbound, BusinessRejectReason.Other, 'Forbidden');
      },
    };
  }

  /** Reports sessions, and ends the subscriptions of one whose connection has ended. */
  event({ kind }: FixEvent, client: MarketClient<Types> | undefined): void {
    if (client === undefined) return;
    const { connections, kind: gateway } = this.#gateway;
    if (kind === 'logon') {
      const { profile, keyName } = client.principal ?? {};
      const openedAt = this.#core.loop.now;
      connections.opened(client, { kind: gateway, openedAt, profile, keyName, subscriptions: [] });
    }
    if (kind !== 'disconnected') return;
    connections.closed(client);
    const session = this.#sessions.get(client);
    if (session === undefined) return;
    session.end();
    this.#subscriptions.end(session);
    this.#sessions.delete(client);
  }

  #sessionOf(client: MarketClient<Types>): MarketSession {
    const known = this.#sessions.get(client);
    if (known !== undefined) return known;
    const core = this.#core;
    const output = new Output(client);
    const session: MarketSession = {
      tell: (message) => output.send(() => this.#gateway.send(client, message)),
      end: () => output.end(),
      get mayView() {
        return client.principal !== undefined && mayUse(core, client.principal, 'view');
      },
    };
    this.#sessions.set(client, session);
    return session;
  }
}

const restored = 'The state was restored';
