import type { Timers } from '../core/clock.js';
import { randomUuid, systemRandom } from '../core/random.js';
import { sha256 } from '../core/stable-json.js';
import type { ReceivedDeliveryStore } from '../webhooks/server/store.js';

/** Options for handling each message once, by its id. */
export interface DeduplicationOptions {
  /** Records the handled messages: in memory, or shared through a database (`@tallystick/stores`). */
  readonly store: ReceivedDeliveryStore;
  /** Distinguishes consumers that handle the same messages for different purposes. Default: the title of the description. */
  readonly consumer?: string;
  /** Milliseconds for which a crashed process keeps its messages from others. Default: 60,000. */
  readonly lease?: number;
  /** Milliseconds for which a handled message is remembered. Default: 24 hours. */
  readonly retention?: number;
}

/** A message that this process may handle. */
export interface MessageClaim {
  /** Records it as handled. */
  complete(): Promise<void>;
  /** Lets others handle it. */
  release(): Promise<void>;
}

/** Claims a message by its id: it may be handled, has been handled, or is being handled by another process. */
export type ClaimMessage = (id: string) => Promise<MessageClaim | 'handled' | 'running'>;

/** Prepares the claims of a subscriber. */
export function createClaims(
  { store, consumer, lease = 60_000, retention = 86_400_000 }: DeduplicationOptions,
  title: string,
  timers: Timers,
): ClaimMessage {
  const owner = consumer ?? title;
  return async (id) => {
    const key = await sha256(JSON.stringify([owner, id]));
    const token = randomUuid(systemRandom);
    const now = timers.now();
    const forgetAt = now + retention;
    const { state } = await store.claim(key, {
      token,
      owner,
      now,
      leaseUntil: now + lease,
      forgetAt,
    });
    if (state === 'handled' || state === 'running') return state;
    // A store that has forgotten the message cannot tell; handling it twice loses nothing.
    if (state === 'expired') return { complete: async () => {}, release: async () => {} };
    let timer: unknown;
    let isHeld = true;
    const renewLater = (): void => {
      if (isHeld) timer = timers.setTimeout(() => void renew(), lease / 3);
    };
    const renew = async (): Promise<void> => {
      try {
        await store.renew(key, token, timers.now() + lease);
      } catch {
        // The claim lasts until its lease ends, and the next renewal may succeed.
      }
      renewLater();
    };
    const end = (): void => {
      isHeld = false;
      timers.clearTimeout(timer);
    };
    renewLater();
    return {
      async complete() {
        end();
        await store.complete(key, token, { forgetAt });
      },
      async release() {
        end();
        await store.release(key, token);
      },
    };
  };
}
