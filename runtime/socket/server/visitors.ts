import type { Timers } from '../../core/clock.js';
import type { LimitsDescriptor } from '../descriptor.js';
import type { SocketRequest } from '../socket.js';
import { type TokenBucket, tokenBucket } from './token-bucket.js';

/** What each address may still do: open connections, and say something over them. */
export interface Visitors {
  readonly mayEnter: (request: SocketRequest) => boolean;
  /** What a connection's messages are taken from; `undefined` where they are not limited. */
  readonly messagesOf: (request: SocketRequest) => TokenBucket | undefined;
  /** A connection is gone, and takes nothing more. */
  readonly left: (request: SocketRequest) => void;
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
  const talking = new Map<string, { readonly bucket: TokenBucket; connections: number }>();
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
      const known = talking.get(peer.address) ?? {
        bucket: tokenBucket(messages, timers),
        connections: 0,
      };
      known.connections += 1;
      talking.set(peer.address, known);
      return known.bucket;
    },
    left({ peer }) {
      const known = peer === undefined ? undefined : talking.get(peer.address);
      if (known !== undefined) known.connections -= 1;
    },
    tidy() {
      for (const [address, bucket] of entering) if (bucket.isFull()) entering.delete(address);
      // Whoever is connected still draws on the same bucket as whoever comes next.
      for (const [address, { bucket, connections: open }] of talking)
        if (open === 0 && bucket.isFull()) talking.delete(address);
    },
    get size() {
      return entering.size + talking.size;
    },
  };
}
