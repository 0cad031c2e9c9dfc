import type { ChannelStreams } from './streams.js';
import type { Consumer, KeyStream } from './key-stream.js';

/** Who takes which streams, and who waits for them to be granted. */
export interface Membership {
  readonly add: (
    consumer: Consumer,
    streams: ChannelStreams,
    taken: readonly KeyStream[],
  ) => Promise<void>;
  /** Takes a consumer away; answers the streams that nobody takes any more. */
  readonly remove: (consumer: Consumer) => readonly KeyStream[];
  readonly granted: (streams: readonly KeyStream[]) => void;
  /** Whether somebody still waits for the first answer about a stream. */
  readonly isFirst: (stream: KeyStream) => boolean;
  readonly consumers: Iterable<Consumer>;
}

interface Member {
  readonly streams: ChannelStreams;
  readonly taken: readonly KeyStream[];
  readonly missing: Set<KeyStream>;
  readonly settle: () => void;
}

/** No members yet. A consumer that fails is no member any more, and neither waits nor takes. */
export function createMembership(): Membership {
  const members = new Map<Consumer, Member>();
  return {
    add: (consumer, streams, taken) =>
      new Promise((resolve) => {
        const missing = new Set(taken.filter(({ wire }) => wire !== 'active'));
        members.set(consumer, { streams, taken, missing, settle: resolve });
        if (missing.size === 0) resolve();
      }),
    remove(consumer) {
      const member = members.get(consumer);
      if (member === undefined) return [];
      members.delete(consumer);
      member.settle();
      return member.streams.leave(member.taken, consumer);
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
