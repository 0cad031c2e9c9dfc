import { SandboxControlClient } from '@platform/sandbox-control';
import { connectExchange, listProducts } from '@platform/exchange';
import type { Timers } from '@tallystick/runtime';
import { settings } from '../settings.js';
import { roleClients, roles, type Role, type RoleClients, type Venue } from './accounts.js';
import { botTurns, openMarket } from './bots.js';
import { Desk } from './desk.js';
import { MarketView } from './market-view.js';
import { type Pair, tradedPairs } from './products.js';
import { randomFrom } from './random.js';
import { Wave } from './wave.js';

/** Options of {@link startMarket}. */
export interface MarketOptions extends Omit<Venue, 'control'> {
  /** Base URL of the control plane, and its token. */
  readonly controlUrl: string;
  readonly token: string;
  /** The same seed gives the same sequence of decisions. */
  readonly seed: Uint8Array;
  /** Clock and timers of the bots: the sandbox's, so that the market stands still with them. */
  readonly timers: Timers;
  /** Called with what has failed. The bots go on. */
  readonly onError: (error: unknown) => void;
}

/** Bots that trade with one another and with everyone else (start-1). */
export interface Market {
  /** Resolves when there are books, or when the first attempt to fill them has failed. */
  readonly opened: Promise<void>;
  /** Ends what the bots are doing. Their orders stay. */
  close(): Promise<void>;
}

/**
 * Starts a maker, a taker, a bot that makes noise and one that follows a slow trend. They use the REST API and the feed of the exchange as any
 * client does. The control plane creates their user, profiles and keys if they do not exist.
 */
export function startMarket(options: MarketOptions): Market {
  const market = new RunningMarket(options);
  const running = market.run();
  return {
    opened: market.opened,
    async close() {
      market.stop();
      await running;
    },
  };
}

class RunningMarket {
  readonly opened: Promise<void>;
  readonly #options: MarketOptions;
  readonly #random: () => number;
  readonly #stopping = new AbortController();
  readonly #startedAt: number;
  #onOpened: () => void = () => undefined;
  #view: MarketView | undefined;
  #desks: readonly Desk[] = [];
  /** Turns since the books were opened. */
  #turns = 0;

  constructor(options: MarketOptions) {
    this.#options = options;
    this.#random = randomFrom(options.seed, 0);
    this.#startedAt = options.timers.now();
    this.opened = new Promise((resolve) => {
      this.#onOpened = resolve;
    });
  }

  async run(): Promise<void> {
    while (!this.#isStopping) {
      const isOpen = await this.#step();
      this.#onOpened();
      await this.#pause(isOpen ? this.#pace : settings['start-1'].retry);
    }
    await this.#leave();
  }

  stop(): void {
    this.#stopping.abort();
    // What waits for the feed ends, too.
    void this.#view?.close();
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Milliseconds between two turns. The market calms down, so that a sandbox that nobody stops does not fill the disk. */
  get #pace(): number {
    const { lively, calm, livelyFor } = settings['start-1'];
    return this.#options.timers.now() - this.#startedAt < livelyFor ? lively : calm;
  }

  /** One turn of one bot, or the way to where turns are possible. Returns false if something has failed. */
  async #step(): Promise<boolean> {
    try {
      if (this.#view === undefined) await this.#enter();
      else await this.#turn();
      return true;
    } catch (error) {
      if (!this.#isStopping) this.#options.onError(error);
      await this.#leave();
      return false;
    }
  }

  async #enter(): Promise<void> {
    const { url, controlUrl, token, timers } = this.#options;
    const control = new SandboxControlClient({ baseUrl: controlUrl, credentials: { token } });
    const [clients, products] = await Promise.all([
      roleClients({ ...this.#options, control }),
      listProducts(connectExchange({ baseUrl: url, timers })),
    ]);
    const pairs = tradedPairs(products);
    const view = new MarketView(url, timers);
    this.#view = view;
    await view.open(pairs.map(({ id }) => id));
    this.#desks = pairs.map((pair, index) =>
      this.#desk(pair, new Wave(pair, randomFrom(this.#options.seed, index + 1)), clients, view),
    );
    this.#turns = 0;
    await openMarket(this.#desks, settings['start-1'].firstLevels);
  }

  #desk(pair: Pair, wave: Wave, clients: RoleClients, view: MarketView): Desk {
    const { timers } = this.#options;
    return new Desk({
      pair,
      clients,
      view,
      wave,
      now: () => timers.now(),
      random: this.#random,
      signal: this.#stopping.signal,
    });
  }

  async #turn(): Promise<void> {
    const { length } = this.#desks;
    // At first the maker completes one book after the other.
    const isFilling = this.#turns < length * settings['start-1'].fillingTurns;
    const index = isFilling ? this.#turns % length : Math.floor(this.#random() * length);
    this.#turns += 1;
    const desk = this.#desks[index];
    if (desk !== undefined) await botTurns[isFilling ? 'maker' : this.#nextRole()](desk);
  }

  #nextRole(): Role {
    const { shares } = settings['start-1'];
    let rest = this.#random() * roles.reduce((sum, role) => sum + shares[role], 0);
    for (const role of roles) {
      rest -= shares[role];
      if (rest < 0) return role;
    }
    return 'maker';
  }

  async #leave(): Promise<void> {
    const view = this.#view;
    this.#view = undefined;
    this.#desks = [];
    await view?.close();
  }

  #pause(milliseconds: number): Promise<void> {
    const { timers } = this.#options;
    const { signal } = this.#stopping;
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        timers.clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = timers.setTimeout(end, milliseconds);
      signal.addEventListener('abort', end, { once: true });
    });
  }
}
