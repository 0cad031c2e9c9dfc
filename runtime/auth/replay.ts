import { ExpiringSet } from '../core/expiring-set.js';
import { ignoreErrors } from '../core/ignore-errors.js';
import { AuthError } from './error.js';

/** Remembers single-use values. Can be implemented by a store that several servers share. */
export interface ReplayCache {
  /**
   * Atomically checks if a value is known, and remembers it.
   *
   * @param owner scheme and key; values of different owners are independent
   * @param value the nonce or token id
   * @param until Unix seconds until which a token with this value could be accepted; it must be remembered until then
   * @param now Unix seconds by the verifier's clock
   * @returns `expired` if values with this expiry are no longer remembered; the token is then rejected, as for `seen`. A value that
   * expires later than all dropped ones is never rejected
   */
  remember(
    owner: string,
    value: string,
    until: number,
    now: number,
  ): ReplayAnswer | Promise<ReplayAnswer>;
}

/** Result of {@link ReplayCache.remember}: unknown, known, or with an expiry that is no longer remembered. */
export type ReplayAnswer = 'new' | 'seen' | 'expired';

/** Warning that a memory is full. Tokens that expire as early as the dropped ones are rejected from then on. */
export interface ReplayMemoryWarning {
  readonly reason: 'replay-memory-full';
  /** Number of entries dropped before their expiry; 0 if a new value was rejected because no stored one expires earlier. */
  readonly dropped: number;
  /** Unix seconds up to which tokens that expire are no longer accepted, unless they are known. */
  readonly until: number;
}

/** A memory in this process, and its size. */
export interface ReplayMemory extends ReplayCache {
  /** Number of stored values. */
  readonly size: number;
  /** Bytes used: at most 40 per value, beyond the first few thousand. */
  readonly bytes: number;
}

/** Limits of a replay memory. */
export interface ReplayMemoryOptions {
  /** Maximum number of values. Default 1,000,000, which use 36 MB: sufficient for 1,600 per second in a window of ten minutes. */
  readonly capacity?: number;
  /** Maximum number of values per owner. Default: `capacity`. When the memory is full, owners with more than an equal share lose values first. */
  readonly perOwner?: number;
  /** Called when values had to be dropped before their expiry, or a new one was rejected: once for each second of expiry. */
  readonly onWarning?: (warning: ReplayMemoryWarning) => void;
}

/**
 * Creates a replay memory in this process. Its size is bounded, because each value is only stored until its expiry.
 *
 * When the memory is full, it drops the values with the earliest expiry of the owner with more than its share, warns, and rejects
 * tokens that expire by then. A replay is never accepted, and a token that expires later is never rejected. A value that has already
 * expired when it is first seen (because the clock was turned back) counts as seen.
 *
 * If all values that could be dropped expire no earlier than a new one, the new one is rejected and reported: without a place for it, its
 * repetition could not be recognised.
 *
 * @throws {AuthError} `description` if a limit is not a number
 */
export function replayMemory(options: ReplayMemoryOptions = {}): ReplayMemory {
  const { capacity = 1_000_000, onWarning } = options;
  const { perOwner = capacity } = options;
  // NaN would compare false with everything, and so impose no limit.
  if (!(capacity >= 0 && perOwner >= 0))
    throw new AuthError('description', 'The limits of a replay memory must be numbers');
  const warn = (dropped: number, until: number): void =>
    ignoreErrors(() => onWarning?.({ reason: 'replay-memory-full', dropped, until }));
  const values = new ExpiringSet({ capacity, perOwner, onDropped: warn });
  /** Second of expiry for which a rejected new value was last reported. */
  let rejectedAt = -Infinity;
  const reject = (owner: string, second: number): 'expired' => {
    // Below the floor of the owner, the drop itself was reported.
    if (second > rejectedAt && !values.isBelowFloor(owner, second)) {
      rejectedAt = second;
      warn(0, second);
    }
    return 'expired';
  };
  return {
    get size() {
      return values.size;
    },
    get bytes() {
      return values.bytes;
    },
    remember(owner, value, until, now) {
      values.sweep(Math.floor(now));
      const second = Math.ceil(until);
      if (second < values.sweptAt || values.secondOf(owner, value) !== undefined) return 'seen';
      return values.add(owner, value, second, now) === 'added' ? 'new' : reject(owner, second);
    },
  };
}
