import type { Timers } from '../../core/clock.js';
import type { ApiDescriptor } from '../../core/descriptor.js';
import { randomUuid, systemRandom } from '../../core/random.js';
import type { DeliveryIdentity } from '../../core/security.js';
import { Refusal } from '../../core/server/fault.js';
import { report, type LogEntry } from '../../core/server/log.js';
import type { Awaitable } from '../../core/server/options.js';
import { sha256 } from '../server/canonical.js';
import { memoryReceivedDeliveryStore } from './memory-store.js';
import type { ReceivedDeliveryStore } from './store.js';

/** How a receiver remembers deliveries. */
export interface ReceivedDeliveryOptions {
  /** Default: the memory of this process. */
  readonly store?: ReceivedDeliveryStore;
  /**
   * Who sends the deliveries. Where receivers of several senders share a store, each has its own: an event of one sender may have the id of
   * another sender's event. Default: the title of the description.
   */
  readonly sender?: string;
  /** Milliseconds after which the claim of a process that died is free; it is renewed while a handler runs. Default 60,000. */
  readonly lease?: number;
  /** Milliseconds for which a handled delivery is remembered beyond the moment up to which it would be accepted. Default 24 hours. */
  readonly retention?: number;
}

/** The delivery that a handler handles. */
export interface HandledDelivery {
  /** The id of the event, if the signature covers it: the same for every attempt. */
  readonly event?: string;
  /**
   * Records now that the delivery was handled, in a transaction of the program's own on the database of the store: what the handler wrote and
   * the record commit together. Without it the delivery is recorded when its handler has succeeded.
   *
   * @throws {DeliveryClaimLostError} if another process has taken the delivery meanwhile: the transaction must not commit
   */
  complete(transaction: unknown): Promise<void>;
}

/** Another process has taken a delivery, since the lease of this one ran out. */
export class DeliveryClaimLostError extends Error {
  override readonly name: string = 'DeliveryClaimLostError';

  constructor() {
    super('Another process has taken this delivery');
  }
}

/** A delivery that is being handled here. */
export interface Claimed {
  readonly delivery: HandledDelivery;
  /** Holds the claim until it is settled. */
  renew(): void;
  /** The delivery was handled. */
  complete(): Promise<void>;
  /** It was not: it may come again. */
  release(): Promise<void>;
}

/** Claims a delivery; `repeated` if it was handled before. Throws a refusal for one that is being handled, or is not known any more. */
export type ClaimDelivery = (
  identities: readonly DeliveryIdentity[],
  lease?: number,
) => Promise<Claimed | 'repeated'>;

/** Seconds that a caller is asked to wait for a handler that still runs. */
const longestWait = 60;

/**
 * Prepares the claiming of deliveries.
 *
 * @throws {TypeError} for a lease or a retention that is no number above zero
 */
export function deliveryClaims(
  api: ApiDescriptor,
  options: ReceivedDeliveryOptions,
  timers: Timers,
  log: ((entry: LogEntry) => void) | undefined,
): ClaimDelivery {
  const { sender = api.title, lease: usual = 60_000, retention = 86_400_000 } = options;
  if (!(usual > 0 && retention >= 0))
    throw new TypeError('"deliveries.lease" and "deliveries.retention" are numbers above zero');
  const failed = (reason: string, cause?: unknown): void =>
    report(log, { reason, method: 'POST', ...(cause === undefined ? {} : { cause }) });
  const store =
    options.store ?? memoryReceivedDeliveryStore({ onWarning: ({ reason }) => failed(reason) });

  return async (identities, lease = usual) => {
    const names = identities.flatMap(namesOf).map((name) => JSON.stringify([sender, ...name]));
    const keys = await Promise.all(names.map(sha256));
    const now = timers.now();
    const until = Math.max(now, ...identities.map(({ until: last = 0 }) => last * 1000));
    const forgetAt = until + retention;
    const owner = JSON.stringify([sender, identities[0]?.owner ?? '']);
    const token = randomUuid(systemRandom);
    const held: string[] = [];
    const each = async (act: (key: string) => Awaitable<unknown>): Promise<void> => {
      for (const key of held) {
        try {
          if ((await act(key)) === false) failed('delivery-claim-lost');
        } catch (cause) {
          failed('delivery-store-failed', cause);
        }
      }
    };
    const release = (): Promise<void> => each((key) => store.release(key, token));
    for (const key of keys) {
      const leaseUntil = now + lease;
      let known: Awaited<ReturnType<ReceivedDeliveryStore['claim']>>;
      try {
        known = await store.claim(key, { token, owner, now, leaseUntil, forgetAt });
      } catch (cause) {
        await release();
        throw new Refusal('internal', 'delivery-store-failed', { cause });
      }
      if (known.state === 'claimed') {
        held.push(key);
        continue;
      }
      await release();
      if (known.state === 'handled') return 'repeated';
      throw known.state === 'running'
        ? stillRunning(now - known.since)
        : new Refusal('unauthorized', 'delivery-forgotten');
    }

    let timer: unknown;
    let isOver = false;
    let isRecorded = false;
    const renew = (): void => {
      timer = timers.setTimeout(() => {
        if (isOver) return;
        renew();
        void each((key) => store.renew(key, token, timers.now() + lease));
      }, lease / 3);
    };
    const settle = async (how: () => Promise<void>): Promise<void> => {
      isOver = true;
      timers.clearTimeout(timer);
      await how();
    };
    const event = identities.find((identity) => identity.event !== undefined)?.event;
    return {
      delivery: {
        ...(event === undefined ? {} : { event }),
        async complete(transaction) {
          for (const key of held) {
            const isMine = await store.complete(key, token, { forgetAt }, transaction);
            if (!isMine) throw new DeliveryClaimLostError();
          }
          isRecorded = true;
        },
      },
      renew,
      complete: () =>
        settle(async () => {
          if (!isRecorded) await each((key) => store.complete(key, token, { forgetAt }));
        }),
      release: () => settle(release),
    };
  };
}

/** Names of a delivery: of its event, or of each of its signatures, since whoever sends it again may leave out any but one. */
function namesOf({ owner, event, signatures }: DeliveryIdentity): readonly (readonly string[])[] {
  return event === undefined
    ? signatures.map((signature) => [owner, 'signature', signature])
    : [[owner, 'event', event]];
}

/** A handler that has run for a second is likely to need another one: each attempt waits about twice as long. */
function stillRunning(milliseconds: number): Refusal {
  const seconds = Math.min(longestWait, Math.max(1, Math.ceil(milliseconds / 1000)));
  return new Refusal('conflict', 'delivery-running', {
    message: 'This delivery is still being handled.',
    headers: ['Retry-After', String(seconds)],
  });
}
