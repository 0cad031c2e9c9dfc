import { conflator, PendingMessages } from '../conflate.js';
import { FeedError } from '../errors.js';
import type { Channel } from '../feed.js';
import type { ResetReason } from './events.js';
import type { Consumer } from './key-stream.js';

/** What a queue does when messages come faster than they are taken. */
export interface QueueOptions {
  /**
   * `fail`: end the subscription with an error. `drop-oldest`: leave out and count. `latest`: keep the last message of each key. `merge`:
   * keep one for each key, as the description says that they merge. Default `fail`.
   */
  readonly policy?: 'fail' | 'drop-oldest' | 'latest' | 'merge';
  /** Most messages that wait. Default 10000. */
  readonly limit?: number;
}

/** What a program may ask of a subscription beside messages. */
export interface SubscriptionCallbacks<Message = unknown, Snapshot = unknown> {
  /** Takes the place of iterating: called for each message at once, and nothing is queued. */
  onMessage?(message: Message, key: string): void;
  /** What an operation answered when a gap was repaired: it stands for all messages of the key until now. */
  onSnapshot?(snapshot: Snapshot, key: string): void;
  /** What is known of a key no longer holds: messages are missing, or a new connection begins. */
  onReset?(key: string, reason: ResetReason): void;
}

/** Messages of one channel. Iterated at most once; ends when it is left, and throws where the feed ends it. */
export interface Subscription<Message = unknown> extends AsyncIterable<Message> {
  /** The channel's key in the description. */
  readonly channel: string;
  readonly keys: readonly string[];
  /** Messages that were left out because the queue was full. */
  readonly dropped: number;
  /** Messages that wait to be taken. */
  readonly waiting: number;
  /** Leaves. Resolves when the feed has acknowledged it; what still waits can be taken. */
  unsubscribe(): Promise<void>;
}

/** A subscription from inside. */
export interface OwnSubscription {
  readonly subscription: Subscription;
  readonly consumer: Consumer;
  /** Nothing more will come. */
  readonly finish: (error?: FeedError) => void;
}

/** A subscription that is yet to be joined to its streams. `leave` is called once, when nobody listens any more. */
export function createSubscription(
  channel: Channel,
  keys: readonly string[],
  options: SubscriptionCallbacks & { readonly queue?: QueueOptions | undefined },
  onCallbackError: (error: unknown) => void,
  leave: () => Promise<void>,
): OwnSubscription {
  const { policy = 'fail', limit = 10_000 } = options.queue ?? {};
  const mode = policy === 'latest' || policy === 'merge' ? policy : 'none';
  const pending = new PendingMessages(
    conflator(channel.descriptor.conflate, mode),
    Math.max(1, limit),
  );
  const takers: ((result: 'look') => void)[] = [];
  let dropped = 0;
  let end: { readonly error: FeedError | undefined } | undefined;
  let left: Promise<void> | undefined;

  const wake = (): void => takers.shift()?.('look');
  const finish = (error?: FeedError): void => {
    if (end !== undefined) return;
    end = { error };
    while (takers.length > 0) wake();
  };
  const guarded = (callback: () => void): void => {
    try {
      callback();
    } catch (error) {
      onCallbackError(error);
    }
  };
  const stop = (): Promise<void> => {
    finish();
    left ??= leave();
    return left;
  };

  const queue = (value: unknown, message: string, key: string): void => {
    if (end !== undefined) return;
    if (policy === 'fail' && pending.size >= limit) {
      finish(
        new FeedError('overflow', `Messages of "${channel.key}" are not taken quickly enough`),
      );
      left ??= leave();
      left.catch(() => undefined);
      return;
    }
    dropped += pending.add(message, key, value);
    wake();
  };

  const next = async (): Promise<IteratorResult<unknown, undefined>> => {
    for (;;) {
      const taken = pending.take();
      if (taken !== undefined) return { done: false, value: taken.value };
      if (end?.error !== undefined) throw end.error;
      if (end !== undefined) return { done: true, value: undefined };
      await new Promise((resolve) => takers.push(resolve));
    }
  };

  return {
    finish,
    subscription: {
      channel: channel.key,
      keys,
      get dropped() {
        return dropped;
      },
      get waiting() {
        return pending.size;
      },
      unsubscribe: stop,
      [Symbol.asyncIterator]: () => ({
        next,
        async return() {
          pending.clear();
          await stop();
          return { done: true, value: undefined };
        },
      }),
    },
    consumer: {
      needsSnapshot: options.onSnapshot !== undefined,
      message:
        options.onMessage === undefined
          ? queue
          : (value, _, key) => {
              if (end === undefined) guarded(() => options.onMessage?.(value, key));
            },
      snapshot(value, key) {
        if (end === undefined) guarded(() => options.onSnapshot?.(value, key));
      },
      reset(key, reason) {
        if (end === undefined) guarded(() => options.onReset?.(key, reason));
      },
      fail: finish,
    },
  };
}
