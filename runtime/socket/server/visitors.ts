import type { Timers } from '../../core/clock.js';
import type { LimitsDescriptor } from '../descriptor.js';
import type { SocketRequest } from '../socket.js';
import { type TokenBucket, tokenBucket } from './token-bucket.js';

/** What each address may still do: open connections, and say something over them. */
export interface Visitors {
  readonly mayEnter: (request: SocketRequest) => boolean;
  /** What a connection's messages are taken from; `undefined` where they are not limited. */
  readonly messagesOf: (request: SocketRequest) => TokenBucket | undefined;
  /** Forgets addresses that could as well be new. */
  readonly tidy: () => void;
  /** Addresses that are remembered. */
  readonly size: number;
}

/** Nobody was there yet. */
export function createVisitors(
  { connections, messages }: LimitsDescriptor,
  timers: Timers,
): Visitors {
  const entering = new Map<string, TokenBucket>();
  const talking = new Map<string, TokenBucket>();
  return {
    mayEnter({ peer }) {
      if (connections === undefined || peer === undefined) return true;
      const bucket = entering.get(peer.address) ?? tokenBucket(connections, timers);
      entering.set(peer.address, bucket);
      return bucket.take();
    },
    messagesOf({ peer }) {
      if (messages === undefined) return undefined;
      if (messages.per !== 'ip' || peer === undefined) return tokenBucket(messages, timers);
      const bucket = talking.get(peer.address) ?? tokenBucket(messages, timers);
      talking.set(peer.address, bucket);
      return bucket;
    },
    tidy() {
      for (const buckets of [entering, talking]) {
        for (const [address, bucket] of buckets) if (bucket.isFull()) buckets.delete(address);
      }
    },
    get size() {
      return entering.size + talking.size;
    },
  };
}
