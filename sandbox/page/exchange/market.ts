import type { LevelBookView } from '@tallystick/runtime/websocket';
import type { ExchangeFeed } from '@platform/exchange';
import type { LastMatchMessage, MatchMessage, TickerMessage } from '@platform/exchange/types';
import { Store } from './store.js';

/** A trade. */
export type Trade = MatchMessage | LastMatchMessage;

/** Number of trades that are kept. */
const maxTrades = 50;

/** Whether the book is that of the exchange: not yet, now, or not until a gap is repaired. */
export type BookState = 'loading' | 'live' | 'repairing';

/** The market of a product: its book, its trades and its price, as the feed sends them. */
export class Market extends Store {
  readonly product: string;
  readonly #stop = new AbortController();
  #book: LevelBookView | undefined;
  #state: BookState = 'loading';
  #trades: readonly Trade[] = [];
  #ticker: TickerMessage | undefined;
  #updates = 0;
  #problem: string | undefined;

  constructor(feed: ExchangeFeed, product: string) {
    super();
    this.product = product;
    const { signal } = this.#stop;
    const keys = [product];
    const failed = (error: unknown): void => {
      if (signal.aborted) return;
      this.#problem = error instanceof Error ? error.message : String(error);
      this.changed();
    };
    const shown = (book: LevelBookView): void => {
      this.#book = book;
      this.#state = 'live';
      this.#updated();
    };
    feed
      .levelBook('level2', product, {
        signal,
        onSnapshot: shown,
        onUpdate: shown,
        onStale: () => {
          this.#state = 'repairing';
          this.changed();
        },
      })
      .catch(failed);
    feed
      .subscribe('matches', { keys, signal, onMessage: (trade) => this.#traded(trade) })
      .catch(failed);
    feed
      .subscribe('ticker', {
        keys,
        signal,
        onMessage: (ticker) => {
          this.#ticker = ticker;
          this.#updated();
        },
      })
      .catch(failed);
  }

  get book(): LevelBookView | undefined {
    return this.#book;
  }

  get state(): BookState {
    return this.#state;
  }

  /** The newest trades, newest first. */
  get trades(): readonly Trade[] {
    return this.#trades;
  }

  get ticker(): TickerMessage | undefined {
    return this.#ticker;
  }

  /** Number of messages that have arrived. */
  get updates(): number {
    return this.#updates;
  }

  /** Why the market cannot be shown. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Ends the subscriptions. */
  close(): void {
    this.#stop.abort();
  }

  #traded(trade: Trade): void {
    const [newest] = this.#trades;
    // After a reconnection, the feed repeats the last trade.
    if (newest?.trade_id === trade.trade_id) return;
    this.#trades = [trade, ...this.#trades.slice(0, maxTrades - 1)];
    this.#updated();
  }

  #updated(): void {
    this.#updates += 1;
    this.changed();
  }
}
