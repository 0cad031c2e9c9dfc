import type { Timers } from '../../core/clock.js';
import type { LimitsDescriptor } from '../descriptor.js';
import type { SocketRequest } from '../socket.js';
import { type TokenBucket, tokenBucket } from './token-bucket.js';

/** Rate limits by IP address, for new connections and for messages. */
export interface ConnectionLimits {
  readonly mayConnect: (request: SocketRequest) => boolean;
  /** Token bucket for a connection's messages; `undefined` if they are not limited. */
  readonly messagesOf: (request: SocketRequest) => TokenBucket | undefined;
  /** Reports that a connection has closed. */
  readonly disconnected: (request: SocketRequest) => void;
  /** Removes addresses whose state equals that of a new address. */
  readonly cleanUp: () => void;
  /** Number of addresses with state. */
  readonly size: number;
}

/** Creates limits without any state. */
export function createConnectionLimits(
  { connections, messages }: LimitsDescriptor,
  timers: Timers,
): ConnectionLimits {
  const connectionBuckets = new Map<string, TokenBucket>();
  const messageBuckets = new Map<string, { readonly bucket: TokenBucket; connections: number }>();
  return {
    mayConnect({ peer }) {
      if (connections === undefined || peer === undefined) return true;
      const bucket = connectionBuckets.get(peer.address) ?? tokenBucket(connections, timers);
      connectionBuckets.set(peer.address, bucket);
      return bucket.take();
    },
    messagesOf({ peer }) {
      if (messages === undefined) return undefined;
      if (messages.per !== 'ip' || peer === undefined) return tokenBucket(messages, timers);
      const entry = messageBuckets.get(peer.address) ?? {
        bucket: tokenBucket(messages, timers),
        connections: 0,
      };
      entry.connections += 1;
      messageBuckets.set(peer.address, entry);
      return entry.bucket;
    },
    disconnected({ peer }) {
      const entry = peer === undefined ? undefined : messageBuckets.get(peer.address);
      if (entry !== undefined) entry.connections -= 1;
    },
    cleanUp() {
      for (const [address, bucket] of connectionBuckets)
        if (bucket.isFull()) connectionBuckets.delete(address);
      // The bucket of an address with open connections must be shared with its next connection.
      for (const [address, { bucket, connections: open }] of messageBuckets)
        if (open === 0 && bucket.isFull()) messageBuckets.delete(address);
    },
    get size() {
      return connectionBuckets.size + messageBuckets.size;
    },
  };
}
