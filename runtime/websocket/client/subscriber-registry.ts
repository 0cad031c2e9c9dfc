import type { ChannelStreams } from './streams.js';
import type { Consumer, KeyStream } from './key-stream.js';

/** The streams of each consumer, and the consumers that wait for a grant. */
export interface SubscriberRegistry {
  readonly add: (
    consumer: Consumer,
    streams: ChannelStreams,
    joined: readonly KeyStream[],
  ) => Promise<void>;
  /** Removes a consumer. Returns the streams without any consumer. */
  readonly remove: (consumer: Consumer) => readonly KeyStream[];
  readonly granted: (streams: readonly KeyStream[]) => void;
  /** True if a consumer is still waiting for the first reply about a stream. */
  readonly isFirst: (stream: KeyStream) => boolean;
  readonly consumers: Iterable<Consumer>;
}

interface Member {
  readonly streams: ChannelStreams;
  readonly joined: readonly KeyStream[];
  readonly missing: Set<KeyStream>;
  readonly settle: () => void;
}

/** Creates an empty registry. A consumer that fails is removed. */
export function createSubscriberRegistry(): SubscriberRegistry {
  const members = new Map<Consumer, Member>();
  return {
    add: (consumer, streams, joined) =>
      new Promise((resolve) => {
        const missing = new Set(joined.filter(({ wire }) => wire !== 'active'));
        members.set(consumer, { streams, joined, missing, settle: resolve });
        if (missing.size === 0) resolve();
      }),
    remove(consumer) {
      const member = members.get(consumer);
      if (member === undefined) return [];
      members.delete(consumer);
      member.settle();
      return member.streams.leave(member.joined, consumer);
    },
    granted(streams) {
      for (const { missing, settle } of members.values()) {
        for (const stream of streams) missing.delete(stream);
        if (missing.size === 0) settle();
      }
    },
    isFirst: (stream) => [...members.values()].some(({ missing }) => missing.has(stream)),
    get consumers() {
      return [...members.keys()];
    },
  };
}
