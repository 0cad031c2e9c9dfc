import { ExpiringSet } from '../../core/expiring-set.js';
import { ignoreErrors } from '../../core/ignore-errors.js';
import type { MemoryTransaction } from '../../core/server/memory-transaction.js';
import type { DeliveryClaim, HeldClaim, ReceivedDeliveryStore } from './store.js';

/** Limits of an in-memory store. */
export interface MemoryReceivedDeliveryOptions {
  /** Maximum number of handled deliveries to remember. Default: 1,000,000, which take about 36 MB. */
  readonly capacity?: number;
  /** Called when deliveries were forgotten before their time. */
  readonly onWarning?: (warning: ReceivedDeliveryWarning) => void;
}

/** Reported when an in-memory store has reached its capacity. */
export interface ReceivedDeliveryWarning {
  readonly reason: 'delivery-memory-full';
  /** Number of deliveries that were forgotten early. */
  readonly dropped: number;
  /** Their original expiry time, in milliseconds since the epoch. Deliveries up to this age are now refused. */
  readonly forgetAt: number;
}

/** In-memory store of one process, with its current size. */
export interface MemoryReceivedDeliveryStore extends ReceivedDeliveryStore<MemoryTransaction> {
  /** Number of handled deliveries that it remembers. */
  readonly handled: number;
  /** Memory used for them in bytes: at most 40 for each, beyond the first few thousand. */
  readonly bytes: number;
}

/** Number of claims beyond which expired ones are removed. */
const sweepThreshold = 1_000;

interface StoredClaim extends DeliveryClaim {
  leaseUntil: number;
}

/**
 * Creates a store of received deliveries in the memory of one process.
 *
 * It stores handled deliveries as digests of 16 bytes. At its capacity it forgets the oldest deliveries first, and
 * refuses deliveries that are as old as those rather than risk handling them twice.
 *
 * @throws {TypeError} if the capacity is not a number above zero.
 */
export function memoryReceivedDeliveryStore(
  options: MemoryReceivedDeliveryOptions = {},
): MemoryReceivedDeliveryStore {
  const { capacity = 1_000_000, onWarning } = options;
  if (!(capacity > 0)) throw new TypeError('"capacity" must be a positive number');
  const current = new Map<string, StoredClaim>();
  const warn = (dropped: number, second: number): void =>
    ignoreErrors(() =>
      onWarning?.({ reason: 'delivery-memory-full', dropped, forgetAt: second * 1000 }),
    );
  const handled = new ExpiringSet({
    capacity,
    perOwner: capacity,
    onDropped: (dropped, second) => warn(dropped, second),
  });
  let sweepAt = sweepThreshold;
  const dropExpired = (now: number): void => {
    for (const [key, { leaseUntil }] of current) if (leaseUntil <= now) current.delete(key);
    sweepAt = Math.max(sweepThreshold, current.size * 2);
  };
  const remember = (key: string, owner: string, forgetAt: number, now: number): void => {
    const second = Math.ceil(forgetAt / 1000);
    // Everything else is at least as recent as this handled delivery, so this one is forgotten.
    if (handled.add(owner, key, second, Math.floor(now / 1000)) === 'expired') warn(1, second);
  };
  let latestTime = 0;
  return {
    get handled() {
      return handled.size;
    },
    get bytes() {
      return handled.bytes;
    },
    claim(key, claim) {
      const { owner, now, forgetAt } = claim;
      latestTime = Math.max(latestTime, now);
      handled.sweep(Math.floor(now / 1000));
      const handledUntil = handled.secondOf(owner, key);
      if (handledUntil !== undefined) {
        // This attempt would be accepted for longer than the one that was handled.
        if (Math.ceil(forgetAt / 1000) > handledUntil) remember(key, owner, forgetAt, now);
        return { state: 'handled' };
      }
      const existing = current.get(key);
      if (existing !== undefined && existing.leaseUntil > now)
        return { state: 'running', since: existing.now };
      if (handled.isBelowFloor(owner, Math.ceil(forgetAt / 1000))) return { state: 'expired' };
      if (current.size >= sweepAt) dropExpired(now);
      // Reinserted to keep the map in order of age.
      current.delete(key);
      current.set(key, { ...claim });
      return { state: 'claimed' };
    },
    renew(key, token, leaseUntil) {
      const claim = current.get(key);
      if (claim?.token !== token) return false;
      claim.leaseUntil = leaseUntil;
      return true;
    },
    complete(key, token, { forgetAt }, transaction) {
      const claim = current.get(key);
      if (claim?.token !== token) return false;
      const effect = (): void => {
        if (current.get(key)?.token === token) current.delete(key);
        remember(key, claim.owner, forgetAt, latestTime);
      };
      if (transaction === undefined) effect();
      else transaction.onCommit(effect);
      return true;
    },
    release(key, token) {
      if (current.get(key)?.token === token) current.delete(key);
    },
    claims({ before = Infinity, limit = 100 } = {}) {
      dropExpired(latestTime);
      return [...current]
        .filter(([, { now }]) => now < before)
        .slice(0, limit)
        .map(([key, { owner, now, leaseUntil }]): HeldClaim => ({
          key,
          owner,
          since: now,
          leaseUntil,
        }));
    },
  };
}
