import { createRevocations, type Revocations } from '@tallystick/runtime/fix';
import type { ConnectionCounter, ConnectionStore } from '@tallystick/runtime/http/server';
import type { UsersEvents } from './domain/users/events.js';
import type { Connections } from './server/connections.js';
import type { Core } from './server/core.js';
import { isLoopback } from './server/listen.js';
import { traderCounter } from './surfaces/fix/credentials.js';
import type { FixOptions, FixPorts } from './fix-options.js';
import type { GatewayOptions } from './surfaces/fix/ports.js';
import { type OrderEntry, startOrderEntry } from './surfaces/fix-orders/index.js';
import { type MarketData, startMarketData } from './surfaces/fix-market-data/index.js';

/** Address that the gateways listen on: without a certificate one of this machine, because a Logon has a passphrase (fix-16). */
export function fixHostOf(host: string, hasCertificate: boolean): string {
  return hasCertificate || isLoopback(host) ? host : '127.0.0.1';
}

/** Where the FIX surfaces listen, and whether they count messages and Logons. */
export interface FixServersOptions {
  readonly host: string;
  /** Default: free ports, without TLS. `false` listens on none. */
  readonly fix?: FixOptions | false;
  /** Default: true. */
  readonly hasRateLimits?: boolean;
  /** Resolves when everything that was committed before the call is applied in this process. Default: it always is. */
  readonly caughtUp?: () => Promise<void>;
  /** Counts the connections of all processes with one journal. Default: in memory, those of this process. */
  readonly connectionStore?: ConnectionStore;
}

/** The surfaces F50, F42, FM-S and FM-I. */
export class FixServers {
  readonly #core: Core;
  readonly #host: string;
  readonly #options: FixOptions | undefined;
  readonly #hasRateLimits: boolean;
  readonly #caughtUp: () => Promise<void>;
  readonly #counter: ConnectionCounter;
  readonly #connections: Connections;
  readonly #revocations: Revocations = createRevocations();
  readonly #stopRevoking: () => void;
  #orders: OrderEntry | undefined;
  #marketData: MarketData | undefined;

  constructor(
    core: Core,
    {
      host,
      fix = {},
      hasRateLimits = true,
      caughtUp = () => Promise.resolve(),
      connectionStore,
    }: FixServersOptions,
    connections: Connections,
  ) {
    this.#core = core;
    this.#connections = connections;
    this.#options = fix === false ? undefined : fix;
    this.#hasRateLimits = hasRateLimits;
    this.#caughtUp = caughtUp;
    this.#host = fixHostOf(host, this.#options?.certificate !== undefined);
    this.#counter = traderCounter(connectionStore);
    this.#stopRevoking = core.loop.onCommitted((entries) => {
      for (const { events } of entries)
        for (const { type, data } of events)
          if (type === 'users.key-revoked')
            void this.#revocations.revoke((data as UsersEvents[typeof type]).name);
    });
  }

  /** Ports that are open. */
  get ports(): FixPorts {
    return { ...this.#orders?.ports, ...this.#marketData?.ports };
  }

  /** Listens for market data, which every process serves. */
  async start(): Promise<void> {
    if (this.#options !== undefined)
      this.#marketData = await startMarketData(this.#core, this.#gatewayOptions(this.#options));
  }

  /** Listens for orders, which only the process that decides accepts (journal-11). */
  async lead(): Promise<void> {
    if (this.#options !== undefined)
      this.#orders = await startOrderEntry(this.#core, this.#gatewayOptions(this.#options));
  }

  /** Sends a Logout on all sessions, and ends. */
  async close(): Promise<void> {
    this.#stopRevoking();
    await Promise.all([this.#orders?.close(closing), this.#marketData?.close(closing)]);
    this.#revocations.close();
  }

  #gatewayOptions({ port = 0, certificate }: FixOptions): GatewayOptions {
    const host = this.#host;
    const listening = { host, port, certificate };
    return {
      listening,
      counter: this.#counter,
      connections: this.#connections,
      revocations: this.#revocations,
      hasRateLimits: this.#hasRateLimits,
      caughtUp: this.#caughtUp,
    };
  }
}

const closing = 'The sandbox is stopped';
