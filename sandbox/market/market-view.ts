import { ExchangeFeed } from '@platform/exchange';
import type { Timers } from '@tallystick/runtime';
import type { LevelBookView } from '@tallystick/runtime/websocket';
import { wsSocket } from '@tallystick/runtime/websocket/node';

/** What the bots see of the market: trades and books of the feed, without a key. */
export class MarketView {
  readonly #feed: ExchangeFeed;
  readonly #lastPrices = new Map<string, number>();
  readonly #books = new Map<string, LevelBookView>();

  /** @param url base URL of the exchange */
  constructor(url: string, timers: Timers) {
    this.#feed = new ExchangeFeed({ url: url.replace(/^http/, 'ws'), open: wsSocket(), timers });
  }

  /** Resolves when the books of the products are complete. */
  async open(products: readonly string[]): Promise<void> {
    await Promise.all([
      this.#feed.subscribe('ticker', {
        keys: products,
        onMessage: ({ price }, product) => void this.#lastPrices.set(product, Number(price)),
      }),
      ...products.map(async (product) => {
        const { book } = await this.#feed.levelBook('level2_batch', product);
        this.#books.set(product, book);
      }),
    ]);
  }

  /** Price of the last trade; `undefined` before the first one. */
  lastPrice(product: string): number | undefined {
    const price = this.#lastPrices.get(product) ?? 0;
    return price > 0 ? price : undefined;
  }

  /** Best price of the orders of a side; `undefined` if there are none. */
  best(product: string, side: 'buy' | 'sell'): number | undefined {
    const book = this.#books.get(product);
    const level = side === 'buy' ? book?.bestBid : book?.bestAsk;
    return level === undefined ? undefined : Number(level.price);
  }

  close(): Promise<void> {
    return this.#feed.close();
  }
}
