import type { Channel } from '../feed.js';
import type { TemplateMembers } from '../template.js';
import type { Consumer } from './key-stream.js';
import type { ReconnectingSocket } from './reconnecting-socket.js';
import type { ResyncScheduler } from './resync-scheduler.js';
import type { StreamRequests } from './stream-requests.js';
import { ChannelStreams } from './streams.js';
import type { SubscriberRegistry } from './subscriber-registry.js';

/** Subscriptions of a program's consumers to the streams of channels. */
export interface Subscriptions {
  /**
   * Subscribes a consumer to keys of a channel, or to the whole
   * channel. Resolves when the feed has granted the subscription.
   *
   * Rejects with a {@link FeedError}; the consumer is not subscribed then.
   */
  readonly join: (
    channel: Channel,
    keys: readonly string[],
    consumer: Consumer,
    options: TemplateMembers | undefined,
  ) => Promise<void>;
  /**
   * Unsubscribes a consumer. Resolves when the feed has acknowledged it, if no other consumer needs the subscription.
   */
  readonly leave: (consumer: Consumer) => Promise<void>;
  /** Requests a new snapshot of a key. */
  readonly repair: (
    channel: Channel,
    key: string,
    reason: 'crossed' | 'unreadable' | 'asked',
  ) => void;
}

/** Dependencies of subscriptions. */
export interface SubscriptionParts {
  /** Streams of each channel by its index, once it has been subscribed to. */
  readonly channels: (ChannelStreams | undefined)[];
  readonly scheduler: ResyncScheduler;
  readonly subscribers: SubscriberRegistry;
  readonly connection: ReconnectingSocket;
  readonly streamRequests: StreamRequests;
}

/** Creates the subscriptions of a client without consumers. The first one starts the connection. */
export function createSubscriptions({
  channels,
  scheduler,
  subscribers,
  connection,
  streamRequests,
}: SubscriptionParts): Subscriptions {
  return {
    async join(channel, keys, consumer, options) {
      const streams = (channels[channel.index] ??= new ChannelStreams(channel, scheduler));
      const joined = streams.join(keys, consumer);
      const unrequested = joined.filter(({ wire }) => wire === 'wanted');
      for (const stream of unrequested) stream.options ??= options;
      const granted = subscribers.add(consumer, streams, joined);
      connection.start();
      if (connection.isOpen && unrequested.length > 0)
        void streamRequests.subscribe(streams, unrequested);
      if (consumer.needsSnapshot) {
        for (const stream of joined) if (stream.wire === 'active') stream.repair('initial');
      }
      await granted;
    },
    async leave(consumer) {
      const unsubscribed = subscribers.remove(consumer);
      const streams = channels[unsubscribed[0]?.channel.index ?? -1];
      if (streams !== undefined) await streamRequests.unsubscribe(streams, unsubscribed);
    },
    repair(channel, key, reason) {
      const streams = channels[channel.index];
      (streams?.keyed.get(key) ?? streams?.wholeChannel)?.repair(reason);
    },
  };
}
