import type { JsonValue } from '../../core/descriptor.js';
import type { LevelBookView } from '../book/level-book.js';
import type { OrderBookView } from '../book/order-book.js';
import { type KeptBook, keepLevels, keepOrders } from '../book/reader.js';
import type { FeedDescriptor } from '../descriptor.js';
import { FeedError } from '../errors.js';
import { frameOf } from '../frame.js';
import type { Channel } from '../feed.js';
import type { BookChannelOf, ChannelOf, ChannelTypes, FeedTypes } from '../types.js';
import { type BookCallbacks, type BookSubscription, followBook } from './book-subscription.js';
import type { FeedRequestOptions } from './calls.js';
import { createEngine, type Engine } from './engine.js';
import type { FeedListener } from './events.js';
import type { Consumer } from './key-stream.js';
import type { FeedClientOptions } from './options.js';
import {
  createSubscription,
  type QueueOptions,
  type Subscription,
  type SubscriptionCallbacks,
} from './subscription.js';

/** What may be said of a subscription. */
export interface SubscribeOptions<
  Types extends ChannelTypes = ChannelTypes,
> extends SubscriptionCallbacks<Types['message'], Types['snapshot']> {
  /** Products, accounts, whatever the channel is divided into. None means all, where the channel allows it. */
  readonly keys?: readonly string[];
  readonly queue?: QueueOptions;
  /** Further wishes, for feeds whose requests have them. Of several subscriptions to one key those of the first hold. */
  readonly options?: Types['options'] | undefined;
  /** Ends the subscription, or the waiting for it. */
  readonly signal?: AbortSignal;
}

/** Keys must be named where the channel demands it, and cannot be where it has none. */
export type SubscribeArguments<Types extends ChannelTypes> = Types['keys'] extends 'required'
  ? [options: SubscribeOptions<Types> & { readonly keys: readonly string[] }]
  : Types['keys'] extends 'none'
    ? [options?: SubscribeOptions<Types> & { readonly keys?: never }]
    : [options?: SubscribeOptions<Types>];

/**
 * A client of a feed, which a generated class extends. It owns its connection: opens it with the first subscription, watches over it, opens
 * another when it is lost, and renews every subscription with fresh credentials.
 */
export class FeedClient<Types extends FeedTypes<Types>, Sent = unknown> {
  readonly #engine: Engine;

  /**
   * `parameters` are those of the address, and `options.query` those of its query, if the description has any.
   *
   * @throws {FeedError} `usage` for options that cannot work, and for parameters that no address has
   */
  constructor(
    descriptor: FeedDescriptor,
    options: FeedClientOptions & { readonly query?: object } = {},
    parameters: object = {},
  ) {
    const engine = createEngine(descriptor, options, parameters);
    this.#engine = engine;
    const { signal } = options;
    if (signal?.aborted === true) engine.close(signal.reason);
    signal?.addEventListener('abort', () => engine.close(signal.reason), { once: true });
  }

  /** Whether the connection is open now. */
  get isOpen(): boolean {
    return this.#engine.isOpen;
  }

  /** Connects before anything is subscribed to. */
  connect(): void {
    this.#engine.start();
  }

  /** Adds a listener for everything that is no message; the answer takes it away. */
  on(listener: FeedListener): () => void {
    return this.#engine.events.on(listener);
  }

  /**
   * Subscribes to a channel; resolves when the feed has acknowledged it, after as many connections as that takes.
   *
   * @throws {FeedError} `refused` with the feed's own words, `timeout`, `credentials`, `closed`, `usage`; the signal's reason
   */
  async subscribe<Name extends ChannelOf<Types>>(
    name: Name,
    ...[options]: SubscribeArguments<Types[Name]>
  ): Promise<Subscription<Types[Name]['message']>> {
    const given: SubscribeOptions = options ?? {};
    const channel = this.#channel(name, given.keys ?? []);
    const keys = [...new Set(given.keys)];
    const own = createSubscription(
      channel,
      keys,
      given,
      (error) => this.#engine.events.announce({ kind: 'callback-error', error }),
      () => this.#engine.leave(consumer),
    );
    let failure: FeedError | undefined;
    const consumer: Consumer = {
      ...own.consumer,
      fail(error) {
        failure = error ?? new FeedError('closed', 'The feed was closed');
        own.finish(error);
      },
    };
    await this.#join(channel, keys, consumer, given);
    if (failure !== undefined) throw failure;
    given.signal?.addEventListener('abort', () => quietly(own.subscription.unsubscribe()), {
      once: true,
    });
    return own.subscription;
  }

  /** Keeps a book of price levels; resolves when it is whole. Rejects like {@link subscribe}. */
  levelBook<Name extends BookChannelOf<Types, 'levels'>>(
    name: Name,
    key: string,
    callbacks: BookCallbacks<LevelBookView> = {},
  ): Promise<BookSubscription<LevelBookView>> {
    const channel = this.#channel(name, [key]);
    const { book } = channel.descriptor;
    if (book?.kind !== 'levels') throw new FeedError('usage', `"${name}" keeps no book of levels`);
    return this.#follow(channel, key, keepLevels(book), callbacks);
  }

  /** Keeps a book of single orders; resolves when it is whole. Rejects like {@link subscribe}. */
  orderBook<Name extends BookChannelOf<Types, 'orders'>>(
    name: Name,
    key: string,
    callbacks: BookCallbacks<OrderBookView> = {},
  ): Promise<BookSubscription<OrderBookView>> {
    const channel = this.#channel(name, [key]);
    const { book } = channel.descriptor;
    if (book?.kind !== 'orders') throw new FeedError('usage', `"${name}" keeps no book of orders`);
    return this.#follow(channel, key, keepOrders(book), callbacks);
  }

  /**
   * Sends a message that is no request to subscribe: bytes as a binary frame, anything else as JSON. Nothing answers it but what the feed sends by itself.
   *
   * @throws {FeedError} `closed` where no connection is open: what was sent before may be lost, and only a program knows what to repeat
   */
  send(message: Sent): void {
    if (!this.#engine.send(frameOf(message))) {
      throw new FeedError('closed', 'No connection is open');
    }
  }

  /**
   * Asks what the description calls an operation, and resolves with its reply; waits for a connection first. A generated method calls it.
   *
   * @throws {FeedError} `timeout`, `closed` where the connection was lost before the reply came; the signal's reason
   */
  protected async request<Reply>(
    operation: string,
    message: unknown,
    options: FeedRequestOptions = {},
  ): Promise<Reply> {
    return (await this.#engine.call(operation, message, options)) as Reply;
  }

  /** Makes a key whole anew: from the operation that the description names, or by subscribing again. */
  resync(name: ChannelOf<Types>, key: string): void {
    this.#engine.repair(this.#channel(name, [key]), key, 'asked');
  }

  /** Closes the connection for good and ends every subscription. Resolves at once; what waits in queues can still be taken. */
  async close(): Promise<void> {
    this.#engine.close();
    await this.#engine.closed;
  }

  async #follow<View extends LevelBookView>(
    channel: Channel,
    key: string,
    kept: KeptBook<View>,
    callbacks: BookCallbacks<View>,
  ): Promise<BookSubscription<View>> {
    const engine = this.#engine;
    const { resync, snapshot } = channel.descriptor.book ?? {};
    if (typeof resync === 'object' && !Object.hasOwn(engine.settings.snapshots, channel.key)) {
      const operation = `the answer of "${resync.operation}"`;
      throw new FeedError(
        'usage',
        `A book of "${channel.key}" needs ${operation}: give "snapshots"`,
      );
    }
    if (resync === 'resubscribe' && snapshot?.message === undefined) {
      throw new FeedError('usage', `No message of "${channel.key}" is a snapshot`);
    }
    const own = followBook(
      kept,
      callbacks,
      (reason) => engine.repair(channel, key, reason),
      (error) => engine.events.announce({ kind: 'callback-error', error }),
    );
    const { signal } = callbacks;
    // Settled together with the joining, which is where a failure is told first.
    own.whole.catch(() => undefined);
    await this.#join(channel, [key], own.consumer, signal === undefined ? {} : { signal });
    await abortable(own.whole, signal, () => engine.leave(own.consumer));
    signal?.addEventListener('abort', () => quietly(engine.leave(own.consumer)), { once: true });
    return {
      channel: channel.key,
      key,
      book: kept.book,
      get isLive() {
        return own.isLive();
      },
      async close() {
        await engine.leave(own.consumer);
        own.consumer.fail();
      },
    };
  }

  async #join(
    channel: Channel,
    keys: readonly string[],
    consumer: Consumer,
    { signal, options }: SubscribeOptions,
  ): Promise<void> {
    const engine = this.#engine;
    if (engine.demands(channel) && engine.settings.credentials === undefined) {
      throw new FeedError('credentials', `"${channel.key}" demands credentials`);
    }
    signal?.throwIfAborted();
    const wishes = options === undefined ? undefined : wishesOf(options);
    const joined = engine.join(channel, keys, consumer, wishes);
    await abortable(joined, signal, () => engine.leave(consumer));
  }

  #channel(name: string, keys: readonly string[]): Channel {
    const channel = this.#engine.feed.channels.get(name);
    if (channel === undefined) throw new FeedError('usage', `There is no channel "${name}"`);
    const { keys: division } = channel.descriptor;
    if (division === undefined && keys.length > 0) {
      throw new FeedError('usage', `"${name}" has no keys`);
    }
    if (keys.includes('') || (division?.required === true && keys.length === 0)) {
      throw new FeedError('usage', `"${name}" wants keys that say something`);
    }
    return channel;
  }
}

/** Waits, unless the signal fires first: then what was begun is undone and the signal's reason thrown. */
async function abortable<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
  undo: () => Promise<void>,
): Promise<Value> {
  if (signal === undefined) return await promise;
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => {
      undo().catch(() => undefined);
      reject(signal.reason);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (abort !== undefined) signal.removeEventListener('abort', abort);
  }
}

/** For what nobody waits for: a connection that fails tells of it by an event. */
function quietly(promise: Promise<void>): void {
  promise.catch(() => undefined);
}

function wishesOf(options: object): Readonly<Record<string, JsonValue>> {
  return JSON.parse(JSON.stringify(options)) as Record<string, JsonValue>;
}
