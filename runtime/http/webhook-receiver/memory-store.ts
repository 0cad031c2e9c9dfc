import { ExpiringSet } from '../../core/expiring-set.js';
import { quietly } from '../../core/quietly.js';
import type { DeliveryClaim, HeldClaim, ReceivedDeliveryStore } from './store.js';

/** How much a memory of deliveries holds. */
export interface MemoryReceivedDeliveryOptions {
  /** Handled deliveries in all. Default 1,000,000, which take 36 MB. */
  readonly capacity?: number;
  /** Told when deliveries had to be forgotten before their time. */
  readonly onWarning?: (warning: ReceivedDeliveryWarning) => void;
}

/** Says that a memory of deliveries is at its bound. */
export interface ReceivedDeliveryWarning {
  readonly reason: 'delivery-memory-full';
  /** Deliveries forgotten before their time. */
  readonly dropped: number;
  /** When they were to be forgotten, milliseconds since the epoch: what is as old as that is refused. */
  readonly forgetAt: number;
}

/** A program's own unit of work in memory: what is handed to it happens when it commits. */
export interface MemoryTransaction {
  onCommit(effect: () => void): void;
}

/** A store in the memory of one process, and what it holds. */
export interface MemoryReceivedDeliveryStore extends ReceivedDeliveryStore<MemoryTransaction> {
  /** Handled deliveries that it remembers. */
  readonly handled: number;
  /** Bytes that they take: at most 40 for each, beyond the first few thousand. */
  readonly bytes: number;
}

/** Claims after which those that ran out are looked for. */
const mostUnswept = 1_000;

interface Held extends DeliveryClaim {
  leaseUntil: number;
}

/**
 * A store of one process. Claims are kept as they are, and what was handled as a digest of 16 bytes. At its bound it forgets the oldest
 * deliveries first and refuses what is as old as those, never what is newer.
 *
 * @throws {TypeError} for a capacity that is no number above zero
 */
export function memoryReceivedDeliveryStore(
  options: MemoryReceivedDeliveryOptions = {},
): MemoryReceivedDeliveryStore {
  const { capacity = 1_000_000, onWarning } = options;
  if (!(capacity > 0)) throw new TypeError('"capacity" is a number above zero');
  const held = new Map<string, Held>();
  const warn = (dropped: number, second: number): void =>
    quietly(() =>
      onWarning?.({ reason: 'delivery-memory-full', dropped, forgetAt: second * 1000 }),
    );
  const handled = new ExpiringSet({
    capacity,
    perOwner: capacity,
    onDropped: (dropped, second) => warn(dropped, second),
  });
  let sweepAt = mostUnswept;
  const dropExpired = (now: number): void => {
    for (const [key, { leaseUntil }] of held) if (leaseUntil <= now) held.delete(key);
    sweepAt = Math.max(mostUnswept, held.size * 2);
  };
  const remember = (key: string, owner: string, forgetAt: number, now: number): void => {
    const second = Math.ceil(forgetAt / 1000);
    // All that could be dropped is as new as this delivery, which was handled: it is the one that is forgotten.
    if (handled.add(owner, key, second, Math.floor(now / 1000)) === 'expired') warn(1, second);
  };
  let latest = 0;
  return {
    get handled() {
      return handled.size;
    },
    get bytes() {
      return handled.bytes;
    },
    claim(key, claim) {
      const { owner, now, forgetAt } = claim;
      latest = Math.max(latest, now);
      handled.sweep(Math.floor(now / 1000));
      const known = handled.secondOf(owner, key);
      if (known !== undefined) {
        // This attempt would be accepted for longer than the one that was handled.
        if (Math.ceil(forgetAt / 1000) > known) remember(key, owner, forgetAt, now);
        return { state: 'handled' };
      }
      const other = held.get(key);
      if (other !== undefined && other.leaseUntil > now)
        return { state: 'running', since: other.now };
      if (handled.isBelowFloor(owner, Math.ceil(forgetAt / 1000))) return { state: 'expired' };
      if (held.size >= sweepAt) dropExpired(now);
      // In order of age.
      held.delete(key);
      held.set(key, { ...claim });
      return { state: 'claimed' };
    },
    renew(key, token, leaseUntil) {
      const claim = held.get(key);
      if (claim?.token !== token) return false;
      claim.leaseUntil = leaseUntil;
      return true;
    },
    complete(key, token, { forgetAt }, transaction) {
      const claim = held.get(key);
      if (claim?.token !== token) return false;
      const effect = (): void => {
        if (held.get(key)?.token === token) held.delete(key);
        remember(key, claim.owner, forgetAt, latest);
      };
      if (transaction === undefined) effect();
      else transaction.onCommit(effect);
      return true;
    },
    release(key, token) {
      if (held.get(key)?.token === token) held.delete(key);
    },
    claims({ before = Infinity, limit = 100 } = {}) {
      dropExpired(latest);
      return [...held]
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
