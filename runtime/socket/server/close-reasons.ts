/** Code and reason of a closing handshake (RFC 6455 section 7.4). */
export interface CloseReason {
  readonly code: number;
  readonly reason: string;
}

/** Why a server ends a connection. */
export interface CloseReasons {
  /** The server drains. */
  readonly goingAway: CloseReason;
  /** Connections of its address above `limits.connections`. */
  readonly tooManyConnections: CloseReason;
  /** Nothing was subscribed to within `limits.firstSubscribe`. */
  readonly noSubscription: CloseReason;
  /** It was silent for `pingInterval`, and as long again after a ping. */
  readonly noPong: CloseReason;
  /** More messages than `limits.messages` allows, again and again. */
  readonly rateLimit: CloseReason;
  /** Requests that wait for those before them. */
  readonly tooManyRequests: CloseReason;
  /** It does not take what it is sent. */
  readonly slowConsumer: CloseReason;
  /** A message longer than `limits.messageBytes`. */
  readonly tooBig: CloseReason;
  /** A handler does not make a snapshot, and too many messages wait for it. */
  readonly noSnapshot: CloseReason;
}

/**
 * What a server tells a client whose connection it ends. `drain` and `x-slow-consumer` may have others, and an address
 * that is refused after the handshake is closed with 1008 and what is wrong with it.
 */
export const closeReasons: CloseReasons = {
  goingAway: { code: 1001, reason: 'going away' },
  tooManyConnections: { code: 1013, reason: 'too many connections' },
  noSubscription: { code: 1008, reason: 'no subscription in time' },
  noPong: { code: 1008, reason: 'no answer to a ping' },
  rateLimit: { code: 1008, reason: 'rate limit exceeded' },
  tooManyRequests: { code: 1008, reason: 'too many requests' },
  slowConsumer: { code: 1008, reason: 'slow consumer' },
  tooBig: { code: 1009, reason: 'message too big' },
  noSnapshot: { code: 1011, reason: 'no snapshot' },
};

/** The longest reason that a close frame has room for, in bytes (RFC 6455 section 5.5). */
const mostBytes = 123;

/** Returns as much of a reason as a close frame has room for. */
export function clippedReason(reason: string): string {
  const bytes = new TextEncoder().encode(reason);
  if (bytes.length <= mostBytes) return reason;
  // A character that is cut in two is left out.
  return new TextDecoder().decode(bytes.subarray(0, mostBytes)).replace(/\uFFFD+$/, '');
}
