import type { Timers } from '../../core/clock.js';
import type { ApiDescriptor } from '../../core/descriptor.js';
import { randomUuid, systemRandom } from '../../core/random.js';
import type { DeliveryIdentity } from '../../core/security.js';
import { Refusal } from '../../core/server/fault.js';
import { report, type LogEntry } from '../../core/server/log.js';
import type { Awaitable } from '../../core/server/options.js';
import { sha256 } from '../../core/stable-json.js';
import { memoryReceivedDeliveryStore } from './memory-store.js';
import type { ReceivedDeliveryStore } from './store.js';

/** Options for recognising repeated deliveries. */
export interface ReceivedDeliveryOptions {
  /** Store that records deliveries. Default: in memory, for this process only. */
  readonly store?: ReceivedDeliveryStore;
  /**
   * Identifies the system that sends the deliveries. Receivers of different senders that share a store need different
   * values, because two senders may use the same event id. Default: the title of the description.
   */
  readonly sender?: string;
  /**
   * Duration of a claim in milliseconds. It is renewed while the handler runs, so the delivery of a crashed process
   * becomes available after this time. Default: 60,000.
   */
  readonly lease?: number;
  /**
   * Time in milliseconds for which a handled delivery is remembered
   * after its request would no longer be accepted. Default: 24 hours.
   */
  readonly retention?: number;
}

/** The delivery that a handler is processing. */
export interface HandledDelivery {
  /** The id of the event, if the signature covers it. Every attempt has the same id. */
  readonly event?: string;
  /**
   * Records the delivery as handled within a transaction of the caller, on the
   * database of the store: the handler's writes and the record are committed together.
   * Without this call, the delivery is recorded after its handler has succeeded.
   *
   * @throws {DeliveryClaimLostError} if another process has claimed the
   * delivery in the meantime. The transaction must not be committed.
   */
  complete(transaction: unknown): Promise<void>;
}

/** Thrown if this process's claim on a delivery expired and another process claimed the delivery. */
export class DeliveryClaimLostError extends Error {
  override readonly name: string = 'DeliveryClaimLostError';

  constructor() {
    super('Another process has claimed this delivery');
  }
}

/** A delivery that this process has claimed. */
export interface Claimed {
  readonly delivery: HandledDelivery;
  /** Renews the claim periodically until it is completed or released. */
  renew(): void;
  /** Records the delivery as handled. */
  complete(): Promise<void>;
  /** Gives the claim up after a failure: the delivery may be claimed again. */
  release(): Promise<void>;
}

/**
 * Claims a delivery. Resolves to `repeated` if it has been handled before.
 *
 * Rejects with a {@link Refusal} if it is being handled, or if the store may have forgotten it.
 */
export type ClaimDelivery = (
  identities: readonly DeliveryIdentity[],
  lease?: number,
) => Promise<Claimed | 'repeated'>;

/** Maximum value of `Retry-After`, in seconds, while a handler is still running. */
const maxRetryAfter = 60;

/**
 * Prepares a function that claims deliveries.
 *
 * @throws {TypeError} if the lease is not a number above zero, or the retention is not a number from zero on.
 */
export function deliveryClaims(
  api: ApiDescriptor,
  options: ReceivedDeliveryOptions,
  timers: Timers,
  log: ((entry: LogEntry) => void) | undefined,
): ClaimDelivery {
  const { sender = api.title, lease: defaultLease = 60_000, retention = 86_400_000 } = options;
  if (!(defaultLease > 0 && retention >= 0))
    throw new TypeError(
      '"deliveries.lease" must be above zero, and "deliveries.retention" must not be negative',
    );
  const logFailure = (reason: string, cause?: unknown): void =>
    report(log, { reason, method: 'POST', ...(cause === undefined ? {} : { cause }) });
  const store =
    options.store ?? memoryReceivedDeliveryStore({ onWarning: ({ reason }) => logFailure(reason) });

  return async (identities, lease = defaultLease) => {
    const keyParts = identities.flatMap(namesOf).map((name) => JSON.stringify([sender, ...name]));
    const keys = await Promise.all(keyParts.map(sha256));
    const now = timers.now();
    const until = Math.max(now, ...identities.map(({ until: last = 0 }) => last * 1000));
    const forgetAt = until + retention;
    const owner = JSON.stringify([sender, identities[0]?.owner ?? '']);
    const token = randomUuid(systemRandom);
    const claimedKeys: string[] = [];
    const forEachKey = async (action: (key: string) => Awaitable<unknown>): Promise<void> => {
      for (const key of claimedKeys) {
        try {
          if ((await action(key)) === false) logFailure('delivery-claim-lost');
        } catch (cause) {
          logFailure('delivery-store-failed', cause);
        }
      }
    };
    const release = (): Promise<void> => forEachKey((key) => store.release(key, token));
    for (const key of keys) {
      const leaseUntil = now + lease;
      let result: Awaited<ReturnType<ReceivedDeliveryStore['claim']>>;
      try {
        result = await store.claim(key, { token, owner, now, leaseUntil, forgetAt });
      } catch (cause) {
        await release();
        throw new Refusal('internal', 'delivery-store-failed', { cause });
      }
      if (result.state === 'claimed') {
        claimedKeys.push(key);
        continue;
      }
      await release();
      if (result.state === 'handled') return 'repeated';
      throw result.state === 'running'
        ? stillRunning(now - result.since)
        : new Refusal('unauthorized', 'delivery-forgotten');
    }

    let timer: unknown;
    let isSettled = false;
    let isRecorded = false;
    const renew = (): void => {
      timer = timers.setTimeout(() => {
        if (isSettled) return;
        renew();
        void forEachKey((key) => store.renew(key, token, timers.now() + lease));
      }, lease / 3);
    };
    const settle = async (finish: () => Promise<void>): Promise<void> => {
      isSettled = true;
      timers.clearTimeout(timer);
      await finish();
    };
    const event = identities.find((identity) => identity.event !== undefined)?.event;
    return {
      delivery: {
        ...(event === undefined ? {} : { event }),
        async complete(transaction) {
          for (const key of claimedKeys) {
            const isCurrent = await store.complete(key, token, { forgetAt }, transaction);
            if (!isCurrent) throw new DeliveryClaimLostError();
          }
          isRecorded = true;
        },
      },
      renew,
      complete: () =>
        settle(async () => {
          if (!isRecorded) await forEachKey((key) => store.complete(key, token, { forgetAt }));
        }),
      release: () => settle(release),
    };
  };
}

/** Keys of a delivery: its event, or each of its signatures, because a sender that repeats it may omit all but one of them. */
function namesOf({ owner, event, signatures }: DeliveryIdentity): readonly (readonly string[])[] {
  return event === undefined
    ? signatures.map((signature) => [owner, 'signature', signature])
    : [[owner, 'event', event]];
}

/**
 * Refuses a delivery whose handler is running. `Retry-After` is its
 * running time so far, so each attempt waits about twice as long.
 */
function stillRunning(milliseconds: number): Refusal {
  const seconds = Math.min(maxRetryAfter, Math.max(1, Math.ceil(milliseconds / 1000)));
  return new Refusal('conflict', 'delivery-running', {
    message: 'This delivery is still being handled.',
    headers: ['Retry-After', String(seconds)],
  });
}
