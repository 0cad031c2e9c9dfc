import { closable, type Closable } from '../../core/closable.js';
import type { IntegersDescriptor } from '../../core/descriptor.js';
import { readJson } from '../../core/integers.js';
import { readLosslessJson } from '../../core/json-numbers.js';
import type { LevelBookView } from '../book/level-book.js';
import type { OrderBookView } from '../book/order-book.js';
import { type MaintainedBook, createLevelBook, createOrderBook } from '../book/reader.js';
import type { FeedDescriptor } from '../descriptor.js';
import { FeedError } from '../errors.js';
import { frameOf, type WriteJson } from '../frame.js';
import type { Channel } from '../feed.js';
import type { TemplateMembers } from '../template.js';
import type { BookChannelOf, ChannelOf, ChannelTypes, FeedTypes } from '../types.js';
import { type BookCallbacks, type BookSubscription, followBook } from './book-subscription.js';
import type { FeedRequestOptions } from './pending-requests.js';
import { createFeedSession, type FeedSession } from './feed-session.js';
import type { FeedListener } from './events.js';
import type { Consumer } from './key-stream.js';
import type { FeedClientOptions } from './options.js';
import {
  createSubscription,
  type QueueOptions,
  type Subscription,
  type SubscriptionCallbacks,
} from './subscription.js';

/** Options of a subscription. */
export interface SubscribeOptions<
  Types extends ChannelTypes = ChannelTypes,
> extends SubscriptionCallbacks<Types['message'], Types['snapshot']> {
  /**
   * Keys to subscribe to, such as products or accounts. Without keys, the whole channel, if the channel allows that.
   */
  readonly keys?: readonly string[];
  /** Queue of messages that have not been read. */
  readonly queue?: QueueOptions;
  /** Options for feeds whose requests have them. If several subscriptions to the same key differ, those of the first apply. */
  readonly options?: Types['options'] | undefined;
  /** Aborts the subscription or the attempt to subscribe. */
  readonly signal?: AbortSignal;
}

/** Arguments of `subscribe`: keys are required if the channel requires them, and not allowed if it has none. */
export type SubscribeArguments<Types extends ChannelTypes> = Types['keys'] extends 'required'
  ? [options: SubscribeOptions<Types> & { readonly keys: readonly string[] }]
  : Types['keys'] extends 'none'
    ? [options?: SubscribeOptions<Types> & { readonly keys?: never }]
    : [options?: SubscribeOptions<Types>];

/**
 * Client of a feed; base class of generated clients.
 *
 * It owns its connection: it connects with the first subscription, monitors the connection, reconnects after a loss,
 * and then renews all subscriptions with new credentials.
 */
export class FeedClient<Types extends FeedTypes<Types>, Sent = unknown> implements Closable {
  readonly #session: FeedSession;

  /**
   * Creates a client without connecting. `parameters` contains the parameters of the feed's address, and
   * `options.query` those of its query, if the description has any.
   *
   * @throws {FeedError} `usage` for options that cannot work, or invalid parameters.
   */
  constructor(
    descriptor: FeedDescriptor,
    options: FeedClientOptions & { readonly query?: object } = {},
    parameters: object = {},
  ) {
    const session = createFeedSession(descriptor, options, parameters);
    this.#session = session;
    const { signal } = options;
    if (signal?.aborted === true) session.close(signal.reason);
    signal?.addEventListener('abort', () => session.close(signal.reason), { once: true });
  }

  /** True if the connection is open. */
  get isOpen(): boolean {
    return this.#session.isOpen;
  }

  /** Connects before the first subscription. */
  connect(): void {
    this.#session.start();
  }

  /** Adds a listener for all events other than messages. The returned function removes it. */
  on(listener: FeedListener): () => void {
    return this.#session.events.on(listener);
  }

  /**
   * Subscribes to a channel. Resolves when the feed has acknowledged the subscription, if necessary after reconnecting.
   *
   * @throws {FeedError} `refused` with the feed's error message,
   * `timeout`, `credentials`, `closed` or `usage`; or the signal's reason.
   */
  async subscribe<Name extends ChannelOf<Types>>(
    name: Name,
    ...[options]: SubscribeArguments<Types[Name]>
  ): Promise<Subscription<Types[Name]['message']>> {
    const subscribeOptions: SubscribeOptions = options ?? {};
    const channel = this.#channel(name, subscribeOptions.keys ?? []);
    const keys = [...new Set(subscribeOptions.keys)];
    const managed = createSubscription(
      channel,
      keys,
      subscribeOptions,
      (error) => this.#session.events.emit({ kind: 'callback-error', error }),
      () => this.#session.leave(consumer),
    );
    let failure: FeedError | undefined;
    const consumer: Consumer = {
      ...managed.consumer,
      fail(error) {
        failure = error ?? new FeedError('closed', 'The feed was closed');
        managed.finish(error);
      },
    };
    await this.#join(channel, keys, consumer, subscribeOptions);
    if (failure !== undefined) throw failure;
    subscribeOptions.signal?.addEventListener(
      'abort',
      () => ignoreRejection(managed.subscription.unsubscribe()),
      {
        once: true,
      },
    );
    return managed.subscription;
  }

  /** Maintains a book of price levels. Resolves when the book is complete; rejects like {@link subscribe}. */
  levelBook<Name extends BookChannelOf<Types, 'levels'>>(
    name: Name,
    key: string,
    callbacks: BookCallbacks<LevelBookView> = {},
  ): Promise<BookSubscription<LevelBookView>> {
    const channel = this.#channel(name, [key]);
    const { book } = channel.descriptor;
    if (book?.kind !== 'levels') throw new FeedError('usage', `"${name}" has no book of levels`);
    return this.#follow(channel, key, createLevelBook(book), callbacks);
  }

  /** Maintains a book of individual orders. Resolves when the book is complete; rejects like {@link subscribe}. */
  orderBook<Name extends BookChannelOf<Types, 'orders'>>(
    name: Name,
    key: string,
    callbacks: BookCallbacks<OrderBookView> = {},
  ): Promise<BookSubscription<OrderBookView>> {
    const channel = this.#channel(name, [key]);
    const { book } = channel.descriptor;
    if (book?.kind !== 'orders') throw new FeedError('usage', `"${name}" has no book of orders`);
    return this.#follow(channel, key, createOrderBook(book), callbacks);
  }

  /**
   * Sends a message other than a subscription request: bytes as a binary
   * frame, anything else as JSON. The feed does not acknowledge it.
   *
   * @throws {FeedError} `closed` if no connection is open. Messages sent
   * before may be lost, and only the program knows which to repeat.
   */
  send(message: Sent): void {
    const session = this.#session;
    if (!session.send(frameOf(message, session.feed.writeJson))) {
      throw new FeedError('closed', 'No connection is open');
    }
  }

  /**
   * Sends a request of an operation in the description and resolves to
   * its reply. Waits for a connection first. Used by generated methods.
   *
   * @throws {FeedError} `timeout`; `closed` if the connection
   * was lost before the reply arrived; or the signal's reason.
   */
  protected async request<Reply>(
    operation: string,
    message: unknown,
    options: FeedRequestOptions = {},
  ): Promise<Reply> {
    return (await this.#session.call(operation, message, options)) as Reply;
  }

  /** Resynchronises a key: from the operation that the description names, or by a new subscription. */
  resync(name: ChannelOf<Types>, key: string): void {
    this.#session.repair(this.#channel(name, [key]), key, 'asked');
  }

  /** Closes the connection permanently and ends all subscriptions. Queued messages can still be read. */
  async close(): Promise<void> {
    this.#session.close();
    await this.#session.closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #follow<View extends LevelBookView>(
    channel: Channel,
    key: string,
    maintained: MaintainedBook<View>,
    callbacks: BookCallbacks<View>,
  ): Promise<BookSubscription<View>> {
    const session = this.#session;
    const { resync, snapshot } = channel.descriptor.book ?? {};
    if (typeof resync === 'object' && !Object.hasOwn(session.settings.snapshots, channel.key)) {
      const operation = `the response of "${resync.operation}"`;
      throw new FeedError(
        'usage',
        `A book of "${channel.key}" requires ${operation}: the option "snapshots" is missing`,
      );
    }
    if (resync === 'resubscribe' && snapshot?.message === undefined) {
      throw new FeedError('usage', `No message of "${channel.key}" is a snapshot`);
    }
    const managed = followBook(
      maintained,
      callbacks,
      (reason) => session.repair(channel, key, reason),
      (error) => session.events.emit({ kind: 'callback-error', error }),
    );
    const { signal } = callbacks;
    // Settled together with the subscription, whose promise reports a failure first.
    managed.ready.catch(() => undefined);
    await this.#join(channel, [key], managed.consumer, signal === undefined ? {} : { signal });
    await abortable(managed.ready, signal, () => session.leave(managed.consumer));
    signal?.addEventListener('abort', () => ignoreRejection(session.leave(managed.consumer)), {
      once: true,
    });
    const close = async (): Promise<void> => {
      await session.leave(managed.consumer);
      managed.consumer.fail();
    };
    return closable(
      {
        channel: channel.key,
        key,
        book: maintained.book,
        get isLive() {
          return managed.isLive();
        },
        close,
      },
      close,
    );
  }

  async #join(
    channel: Channel,
    keys: readonly string[],
    consumer: Consumer,
    { signal, options }: SubscribeOptions,
  ): Promise<void> {
    const session = this.#session;
    if (session.requiresCredentials(channel) && session.settings.credentials === undefined) {
      throw new FeedError('credentials', `"${channel.key}" requires credentials`);
    }
    signal?.throwIfAborted();
    const jsonOptions = options === undefined ? undefined : toJson(options, session.feed.writeJson);
    const granted = session.join(channel, keys, consumer, jsonOptions);
    await abortable(granted, signal, () => session.leave(consumer));
  }

  #channel(name: string, keys: readonly string[]): Channel {
    const channel = this.#session.feed.channels.get(name);
    if (channel === undefined) throw new FeedError('usage', `There is no channel "${name}"`);
    const { keys: division } = channel.descriptor;
    if (division === undefined && keys.length > 0) {
      throw new FeedError('usage', `"${name}" has no keys`);
    }
    if (keys.includes('') || (division?.required === true && keys.length === 0)) {
      throw new FeedError('usage', `"${name}" requires keys that are not empty`);
    }
    return channel;
  }
}

/** Waits for a promise. If the signal fires first, calls `undo` and throws the signal's reason. */
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

/** Ignores rejections. A connection failure is reported by an event. */
function ignoreRejection(promise: Promise<void>): void {
  promise.catch(() => undefined);
}

/** Copies options as JSON. All integers of the copy are `bigint` if a number cannot represent one of them. */
function toJson(options: object, writeJson: WriteJson): TemplateMembers {
  const text = writeJson(options);
  const { value, isInexact } = readLosslessJson(text);
  return (isInexact ? readJson(text, allIntegers) : value) as TemplateMembers;
}

/** Every integer at any depth. */
const allIntegers: IntegersDescriptor = {
  places: { value: { here: true, additional: 'value', items: 'value' } },
  at: 'value',
};
