import type { SubscriberEvent } from '@tallystick/runtime/broker';
import type { ReceivedDeliveryStore } from '@tallystick/runtime/webhooks/server';
import {
  EventsSubscriber,
  type MatchMessage,
  type Notification,
  type UserOperation,
} from './events/index.js';
import { deadLetterSubject, type EventsBroker } from './events-broker.js';

/** What a service does with the events. */
export interface Accounting {
  transfer(notification: Notification): Promise<void>;
  completed(operation: UserOperation): Promise<void>;
  trade(match: MatchMessage): Promise<void>;
}

export interface AccountingOptions {
  readonly broker: EventsBroker;
  readonly environment: string;
  readonly accounting: Accounting;
  /** Remembers the ids of the messages that have been handled. */
  readonly store: ReceivedDeliveryStore;
  readonly onEvent?: (event: SubscriberEvent) => void;
}

/**
 * Receives the events that the accounting needs. All processes with this group share the messages: a durable consumer of
 * each stream knows which of them are done.
 */
export async function startAccounting(options: AccountingOptions): Promise<EventsSubscriber> {
  const { broker, environment, accounting, store, onEvent } = options;
  const subscribe = new EventsSubscriber(broker, {
    deadLetter: deadLetterSubject(environment),
    deduplication: { store, consumer: 'accounting', lease: 10_000 },
    retries: { attempts: 3, delay: 50, maxDelay: 1_000 },
    // Messages of one webhook, account or product are handled one after the other.
    orderBy: ({ address }) => address,
    ...(onEvent && { onEvent }),
  });
  const group = { group: 'accounting' };

  await subscribe.delivery(
    { environment, webhookId: '*' },
    async ({ message, payload }) => {
      if (message === 'notification') await accounting.transfer(payload);
    },
    group,
  );

  await subscribe.userOperation(
    { environment, network: '*', address: '*' },
    async ({ payload }) => {
      if (payload.status === 'complete') await accounting.completed(payload);
    },
    group,
  );

  await subscribe.marketMessage(
    { environment, productId: '*' },
    async ({ message, payload }) => {
      if (message === 'match') await accounting.trade(payload);
    },
    group,
  );
  return subscribe;
}
