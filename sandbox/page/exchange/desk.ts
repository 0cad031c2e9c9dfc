import { ApiError } from '@tallystick/runtime';
import type { Client } from '@tallystick/runtime/http';
import { connectExchange, ExchangeFeed, exchangeKey, feedKey } from '@platform/exchange';
import { readClock, signingClock } from '../clock.js';
import { problemOf } from '../live.js';
import { Accounts } from './accounts.js';
import { Orders } from './orders.js';
import { pageKey } from './page-key.js';
import { Store } from './store.js';
import { Products } from './products.js';

/** Whether what a desk shows is up to date. */
export type DeskConnection = 'connecting' | 'live' | 'lost';

/** What a profile trades with: clients of the exchange's REST API and feed with a key of the profile, and what they receive. */
export class Desk extends Store {
  readonly profileId: string;
  readonly client: Client;
  readonly feed: ExchangeFeed;
  readonly products: Products;
  readonly orders: Orders;
  readonly accounts: Accounts;
  #connection: DeskConnection = 'connecting';
  #problem: string | undefined;
  #isRefused = false;

  private constructor(profileId: string, client: Client, feed: ExchangeFeed) {
    super();
    this.profileId = profileId;
    this.client = client;
    this.feed = feed;
    const report = (error: unknown): void => {
      this.#problem = problemOf(error);
      this.#isRefused ||= error instanceof ApiError && error.status === 401;
      this.changed();
    };
    this.products = new Products(feed, report);
    this.orders = new Orders({ client, feed, products: this.products }, report);
    this.accounts = new Accounts({ client, feed }, report);
    feed.on((event) => {
      if (event.kind === 'lost') this.#show('lost');
      else if (event.kind === 'open') this.#show('live');
      else if (event.kind === 'callback-error') report(event.error);
      else if (event.kind === 'refused') {
        this.#isRefused = true;
        report(event.error);
      }
    });
  }

  /** Opens a desk: gets a key of the page, and connects. */
  static async open(profileId: string): Promise<Desk> {
    await readClock();
    const { name, ...secrets } = await pageKey(profileId);
    const credentials = { key: name, ...secrets };
    const clock = signingClock;
    const client = connectExchange({
      baseUrl: location.origin,
      credentials: { exchangeKey: exchangeKey(credentials, { clock }) },
    });
    const feed = new ExchangeFeed({
      url: location.origin.replace(/^http/, 'ws'),
      credentials: feedKey(credentials, { clock }),
      reconnect: { maxDelay: 2000 },
    });
    return new Desk(profileId, client, feed);
  }

  get connection(): DeskConnection {
    return this.#connection;
  }

  /** Why something is missing. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** True if the key is not accepted any more, as after the restoration of an older state. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Ends the connection. */
  close(): void {
    void this.feed.close();
  }

  #show(connection: DeskConnection): void {
    this.#connection = connection;
    if (connection === 'live') this.#problem = undefined;
    this.changed();
  }
}
