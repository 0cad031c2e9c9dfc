import { randomBytes } from 'node:crypto';
import { isShared, type Journal, type SharedJournal } from './journal/journal.js';
import { memoryJournal } from './journal/memory.js';
import type { FixOptions, FixPorts } from './fix-options.js';
import { type Market, startMarket } from './market/index.js';
import { BotRequests } from './market/requests.js';
import { allowsLocal, mountsOf, surfacesOf } from './mounts.js';
import { FixServers } from './start-fix.js';
import { type Deliveries, startDeliveries } from './surfaces/deliveries/sender.js';
import { exchangeSecretsOf } from './surfaces/exchange/credentials.js';
import { type FeedOptions, type Feeds, startFeed } from './surfaces/feed/index.js';
import { Activity } from './server/activity.js';
import { Connections } from './server/connections.js';
import { type Core, openCore } from './server/core.js';
import { Forwarder, forwardedOnly } from './server/forward.js';
import {
  listenForSandbox,
  type ListeningSandbox,
  type Mounts,
  type Place,
  urlOf,
} from './server/listen.js';
import { Replica } from './server/replica.js';
import {
  Reservations,
  reservationsHandler,
  reservationsPath,
  sendReserving,
} from './server/reservations.js';
import { replicatedSurface, type Surface } from './server/replicated.js';

/** Options of {@link startSandbox}. */
export interface SandboxOptions {
  /** Default: in memory. */
  readonly journal?: Journal;
  /** Text from which all secrets and identifiers follow. Default: random. */
  readonly seed?: string;
  /** With `manual`, the control plane alone moves every clock. Default: `real`. */
  readonly time?: 'real' | 'manual';
  /** Address to listen on. Default: `127.0.0.1`. */
  readonly host?: string;
  /** Port to listen on. Default: a free one. */
  readonly port?: number;
  /**
   * Port on 127.0.0.1 of the page and the control plane, if `host` is no loopback address: they are for this machine only. Default: a free one.
   */
  readonly controlPort?: number;
  /** URL at which clients and other processes with the same journal reach this one. Default: `http://HOST:PORT`. */
  readonly advertise?: string;
  /** True if webhooks may call this machine. Default: true, if it listens on a loopback address. */
  readonly allowsLocalTargets?: boolean;
  /** Prefix of the methods of JSON-RPC. Default: `platform`. */
  readonly methodPrefix?: string;
  /** False if the exchange counts neither requests nor messages of feed and FIX, for tests that send many. Default: true. */
  readonly hasRateLimits?: boolean;
  /** Issuer that bearer tokens must name. Default: that of the description. */
  readonly issuer?: string;
  /** Audience of bearer tokens that name one. Default: that of the description. */
  readonly audience?: string;
  /** Ports and certificate for FIX, on `host`. Default: free ports, without TLS. `false` listens on none. */
  readonly fix?: FixOptions | false;
  /**
   * True for a market: bots that trade five products with one another and with everyone else. With a journal that processes share, they run in
   * the one that decides. Default: false.
   */
  readonly market?: boolean;
  /** Token of the control plane. Default: random; with a journal that processes share, it follows from the seed. */
  readonly token?: string;
  /** Called for every request that was refused, and for everything that failed. */
  readonly log?: (entry: SandboxLogEntry) => void;
  /**
   * Called when this process, which followed another one with the same journal, has begun to decide. From then on it listens for orders over
   * FIX, on these ports.
   */
  readonly onLead?: (fixPorts: FixPorts) => void;
  /** Called when the sandbox can no longer store what it decides. It responds to nothing from then on. */
  readonly onFailure?: (error: unknown) => void;
}

/** What a sandbox reports about a request. */
export interface SandboxLogEntry {
  /** Stable code, such as `token-expired` or `handler-failed`. */
  readonly reason: string;
  readonly method: string;
  /** Identifier of the operation; absent if there is none at the path. */
  readonly operation?: string;
  readonly status?: number;
  /** Identifier of the request, which its response contains, too. */
  readonly correlationId?: string;
  /** The error, if something failed. */
  readonly cause?: unknown;
}

/** A running sandbox. */
export interface Sandbox {
  /**
   * Base URL of the REST APIs of the platform and of the exchange, and of JSON-RPC, such as `http://127.0.0.1:8080`. The feed of the exchange
   * has the same address with `ws`, and the direct feed is at `/direct` there.
   */
  readonly url: string;
  /** Address of the page, and base URL of the control plane: {@link url}, unless `host` is no loopback address. */
  readonly controlUrl: string;
  /** Token of the control plane. */
  readonly token: string;
  /** True if this process decides; false if it follows another one with the same journal. */
  readonly isLeading: boolean;
  /** Ports for FIX. Those for orders are open as long as this process decides. */
  readonly fixPorts: FixPorts;
  /** Stops it: no new requests, responses sent, a snapshot taken. */
  close(): Promise<void>;
}

/**
 * Starts a sandbox in this process.
 *
 * @throws {JournalError} if the journal is damaged, or belongs to another seed
 * @example
 * const sandbox = await startSandbox();
 * const control = new SandboxControlClient({ baseUrl: sandbox.url, credentials: { token: sandbox.token } });
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const {
    journal = memoryJournal(),
    seed = randomBytes(32).toString('hex'),
    time = 'real',
    host = '127.0.0.1',
    port = 0,
    controlPort = 0,
    onFailure = () => undefined,
  } = options;
  const core = await closingOnError(journal, () =>
    openCore({ journal, seed: Buffer.from(seed), time, onFailure }),
  );
  return closingOnError(core, () =>
    isShared(journal)
      ? startReplica(core, journal, { ...options, host, port, controlPort, onFailure })
      : startAlone(core, { ...options, host, port, controlPort, onFailure }),
  );
}

/**
 * Options of {@link startAlone}.
 *
 * @internal
 */
export interface StartOptions extends SandboxOptions {
  readonly host: string;
  readonly port: number;
  readonly controlPort: number;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Starts a sandbox whose journal no other process uses, on a state that was loaded.
 *
 * @internal
 */
export async function startAlone(core: Core, options: StartOptions): Promise<Sandbox> {
  const { onFailure, token = randomBytes(24).toString('base64url') } = options;
  await core.lead();
  const connections = new Connections();
  const activity = new Activity(core.loop, connections);
  const bots = new BotRequests();
  const surfaces = surfacesOf(core, { ...options, token, activity, bots });
  const fix = new FixServers(core, options, connections);
  const listening = await closingOnError(fix, async () => {
    await fix.start();
    await fix.lead();
    return listenForSandbox(options, ({ authorities, isLocal }) =>
      mountsOf(
        isLocal ? surfaces : surfaces.filter(isForAll),
        { authorities, token, activity, bots, isLocal },
        ({ create }) => create({ authorities }),
      ),
    );
  });
  const feeds = openFeeds(core, listening, { ...options, connections });
  const deliveries = startDeliveries(core, { allowsLocal: allowsLocal(options), onFailure });
  const market = openMarket(core, options, { ...listening, token, bots });
  await market?.opened;
  core.checkHistory();
  return {
    url: listening.url,
    controlUrl: listening.controlUrl,
    token,
    isLeading: true,
    fixPorts: fix.ports,
    async close() {
      await market?.close();
      activity.close();
      await feeds.close();
      await listening.close();
      await fix.close();
      await deliveries.close();
      await core.close();
    },
  };
}

/** Starts one of several processes with the same journal. All of them have one token, because the leader verifies it. */
async function startReplica(
  core: Core,
  journal: SharedJournal,
  options: StartOptions,
): Promise<Sandbox> {
  const { host, onFailure, token = core.secret('token of the control plane') } = options;
  const connections = new Connections();
  const activity = new Activity(core.loop, connections);
  const bots = new BotRequests();
  const surfaces = surfacesOf(core, { ...options, token, activity, bots });
  const forwarder = new Forwarder(core.secretKey('forwarded requests'));
  let deliveries: Deliveries | undefined;
  let market: Market | undefined;
  let replica: Replica | undefined;
  let isStarted = false;
  /** Waits until this process, if it follows another one, has applied what was committed before. */
  const caughtUp = async (): Promise<void> => {
    if (replica?.isLeading === false) await replica.caughtUp();
  };
  const isLeading = (): boolean => replica?.isLeading === true;
  const send = sendReserving(forwarder, () => replica);
  const reservations = new Reservations({ isLeading, send });
  // What is not restored is reserved again with the next renewal.
  const restore = (): Promise<void> => reservations.restore().catch(() => undefined);
  const fix = new FixServers(
    core,
    { ...options, caughtUp, connectionStore: reservations },
    connections,
  );
  const mount = ({ authorities, port, isLocal }: Place): Mounts => {
    replica ??= new Replica(core, {
      journal,
      address: options.advertise ?? urlOf(host, port),
      forwarder,
      onLeader: () => void restore(),
      async onLead() {
        await restore();
        deliveries = startDeliveries(core, { allowsLocal: allowsLocal(options), onFailure });
        await fix.lead();
        market = openMarket(core, options, { ...listening, token, bots });
        if (isStarted) options.onLead?.(fix.ports);
      },
    });
    const replicated = { core, replica, forwarder };
    const mounts = mountsOf(
      surfaces,
      { authorities, token, activity, bots, isLocal },
      (surface) => {
        const handler = replicatedSurface(surface, authorities, replicated);
        // Other processes forward commands of the control plane to the address that all clients reach.
        return isLocal || isForAll(surface) ? handler : forwardedOnly(handler, forwarder);
      },
    );
    const counting = reservationsHandler(reservations, forwarder, isLeading);
    return new Map([[reservationsPath, counting], ...mounts]);
  };
  const listening = await closingOnError(fix, async () => {
    await fix.start();
    return listenForSandbox(options, mount);
  });
  const feeds = openFeeds(core, listening, { ...options, connections, caughtUp });
  await replica?.start();
  isStarted = true;
  await market?.opened;
  core.checkHistory();
  return {
    url: listening.url,
    controlUrl: listening.controlUrl,
    token,
    get isLeading() {
      return isLeading();
    },
    get fixPorts() {
      return fix.ports;
    },
    async close() {
      await market?.close();
      activity.close();
      await feeds.close();
      await listening.close();
      await fix.close();
      await replica?.close();
      await deliveries?.close();
      forwarder.close();
      await core.close();
    },
  };
}

/** True for surfaces that clients on other machines may reach. The control plane is none (control-1). */
function isForAll({ name }: Surface): boolean {
  return name !== 'control';
}

/** Starts the feed at `/` and the direct feed at `/direct`, over WebSocket. */
function openFeeds(
  core: Core,
  listening: ListeningSandbox,
  {
    hasRateLimits = true,
    log,
    connections,
    caughtUp,
  }: StartOptions & Pick<FeedOptions, 'connections' | 'caughtUp'>,
): Feeds {
  const unlimited = { rate: 1_000_000, burst: 1_000_000 };
  const feeds = startFeed(core, {
    connections,
    caughtUp,
    onError: (cause) => log?.({ reason: 'feed-failed', method: 'GET', cause }),
    ...(hasRateLimits ? {} : { limits: { connections: unlimited, messages: unlimited } }),
  });
  listening.accept('/', feeds.accept);
  listening.accept('/direct', feeds.acceptDirect);
  return feeds;
}

/** Starts the bots, if they are asked for. */
function openMarket(
  core: Core,
  { market = false, log }: StartOptions,
  {
    bots,
    url,
    controlUrl,
    token,
  }: Pick<ListeningSandbox, 'url' | 'controlUrl'> & {
    readonly token: string;
    readonly bots: BotRequests;
  },
): Market | undefined {
  if (!market) return undefined;
  return startMarket({
    url,
    controlUrl,
    token,
    seed: core.secretKey('market'),
    timers: core.timers,
    secretsOf: (key) => exchangeSecretsOf(core, key),
    onKey: (key) => bots.add(key),
    onError: (cause) => log?.({ reason: 'market-failed', method: 'POST', cause }),
  });
}

/** Runs a step of the start. If it fails, closes what the steps before it have opened. */
async function closingOnError<Result>(
  opened: { close(): Promise<void> },
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    await opened.close();
    throw error;
  }
}
