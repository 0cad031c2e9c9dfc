import { connectExchange, ExchangeFeed, exchangeFeedSnapshots, feedKey } from '@platform/exchange';
import type { LevelBookView, OrderBookView } from '@tallystick/runtime/websocket';
import { wsSocket } from '@tallystick/runtime/websocket/node';
import { WebSocket } from 'ws';
import type { Trader } from '../exchange/traders.js';
import type { Place } from './place.js';

const open = wsSocket();

/** A connection of the feed with the books that it builds. */
export class FeedListener {
  readonly #place: Place;
  readonly #product: string;
  readonly #trader: Trader;
  readonly #channels: 'level2' | 'all';
  #feed: ExchangeFeed | undefined;
  /** Books by price, by channel. */
  levels: Map<string, LevelBookView> = new Map();
  /** Books by order, by channel. */
  orders: Map<string, OrderBookView> = new Map();
  messages = 0;

  /** @param channels `level2` for the book by price alone */
  constructor(place: Place, product: string, trader: Trader, channels: 'level2' | 'all') {
    this.#channels = channels;
    this.#place = place;
    this.#product = product;
    this.#trader = trader;
  }

  /** Closes the connection, and opens another one with other books. */
  async reconnect(): Promise<void> {
    await this.#feed?.close();
    const { url } = this.#place;
    const { key } = this.#trader;
    const feed = new ExchangeFeed({
      url: url.replace('http', 'ws'),
      open: (request, events) =>
        open(request, {
          ...events,
          frame: (frame) => {
            this.messages += 1;
            events.frame(frame);
          },
        }),
      snapshots: exchangeFeedSnapshots(connectExchange({ baseUrl: url })),
      credentials: feedKey({ ...key, key: key.name }),
    });
    this.#feed = feed;
    const product = this.#product;
    this.levels = new Map();
    this.orders = new Map();
    const level2 = await feed.levelBook('level2', product);
    this.levels.set('level2', level2.book);
    if (this.#channels === 'level2') return;
    this.levels.set('level2_batch', (await feed.levelBook('level2_batch', product)).book);
    this.orders.set('full', (await feed.orderBook('full', product)).book);
    this.orders.set('level3', (await feed.orderBook('level3', product)).book);
    for (const channel of ['ticker', 'matches', 'heartbeat', 'user'] as const)
      await feed.subscribe(channel, { keys: [product], onMessage: () => undefined });
    await feed.subscribe('status', { onMessage: () => undefined });
  }

  async close(): Promise<void> {
    await this.#feed?.close();
  }
}

/** Opens a connection that says something wrong. Resolves when the server has answered or closed it. */
export function wrongConnection({ url, random }: Place): Promise<void> {
  const texts = [
    '{',
    '{"type":"subscribe"}',
    '{"type":"subscribe","channels":["nothing"]}',
    `{"type":"subscribe","channels":[{"name":"level2","product_ids":${JSON.stringify(Array.from({ length: 500 }, (_, at) => `NO-${at}`))}}]}`,
    '{"type":"subscribe","channels":["user"],"key":"x","passphrase":"y","timestamp":"1","signature":"z"}',
  ];
  return new Promise((resolve) => {
    const socket = new WebSocket(url.replace('http', 'ws'));
    socket.addEventListener('open', () => {
      socket.send(texts[Math.floor(random() * texts.length)] ?? '{');
    });
    socket.addEventListener('message', () => socket.close());
    socket.addEventListener('close', () => resolve());
    socket.addEventListener('error', () => resolve());
  });
}
