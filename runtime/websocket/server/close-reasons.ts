/** Code and reason of a closing handshake (RFC 6455 section 7.4). */
export interface CloseReason {
  readonly code: number;
  readonly reason: string;
}

/** Reasons for which a server closes a connection. */
export interface CloseReasons {
  /** The server is shutting down. */
  readonly goingAway: CloseReason;
  /** Too many new connections from the IP address (`limits.connections`). */
  readonly tooManyConnections: CloseReason;
  /** The client did not subscribe to anything within `limits.firstSubscribe`. */
  readonly noSubscription: CloseReason;
  /** The client was silent for `pingInterval`, and for the same time after a ping. */
  readonly noPong: CloseReason;
  /** The client repeatedly exceeded `limits.messages`. */
  readonly rateLimit: CloseReason;
  /** Too many requests are waiting for earlier ones. */
  readonly tooManyRequests: CloseReason;
  /** The client reads too slowly. */
  readonly slowConsumer: CloseReason;
  /** The key that authenticated the client was revoked. */
  readonly keyRevoked: CloseReason;
  /** A message exceeded `limits.messageBytes`. */
  readonly tooBig: CloseReason;
  /** A handler did not create a snapshot, and too many messages are waiting for it. */
  readonly noSnapshot: CloseReason;
}

/**
 * Close codes and reasons that a server sends. `drain` and `x-slow-consumer` may specify others. A connection whose
 * address is refused only after the handshake is closed with 1008 and the reason of the refusal.
 */
export const closeReasons: CloseReasons = {
  goingAway: { code: 1001, reason: 'going away' },
  tooManyConnections: { code: 1013, reason: 'too many connections' },
  noSubscription: { code: 1008, reason: 'no subscription in time' },
  noPong: { code: 1008, reason: 'no reply to a ping' },
  rateLimit: { code: 1008, reason: 'rate limit exceeded' },
  tooManyRequests: { code: 1008, reason: 'too many requests' },
  slowConsumer: { code: 1008, reason: 'slow consumer' },
  keyRevoked: { code: 1008, reason: 'key revoked' },
  tooBig: { code: 1009, reason: 'message too big' },
  noSnapshot: { code: 1011, reason: 'no snapshot' },
};

/** Maximum length of a close reason in bytes (RFC 6455 section 5.5). */
const maxReasonBytes = 123;

/** Truncates a reason to the maximum length. */
export function clippedReason(reason: string): string {
  const bytes = new TextEncoder().encode(reason);
  if (bytes.length <= maxReasonBytes) return reason;
  // A character that is cut in two is removed.
  return new TextDecoder().decode(bytes.subarray(0, maxReasonBytes)).replace(/\uFFFD+$/, '');
}
