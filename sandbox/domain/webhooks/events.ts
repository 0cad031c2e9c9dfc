import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import type { Instant } from '../time.js';
import type {
  AttemptResult,
  DeliveryRow,
  NewDelivery,
  WebhookRow,
  WebhooksState,
} from './state.js';

/** What an update changes. Absent members stay as they are. */
export type WebhookChanges = Partial<
  Pick<WebhookRow, 'typeFilter' | 'eventFilters' | 'notificationUri' | 'status'>
>;

/** Events of the subject `webhooks`. */
export interface WebhooksEvents {
  readonly 'webhooks.created': Omit<WebhookRow, 'createdAt' | 'updatedAt'>;
  readonly 'webhooks.updated': { readonly id: string; readonly changes: WebhookChanges };
  readonly 'webhooks.deleted': { readonly id: string };
  readonly 'webhooks.deliveries-created': { readonly deliveries: readonly NewDelivery[] };
  /** The pause before the next attempt is over. */
  readonly 'webhooks.delivery-ready': { readonly id: string };
  readonly 'webhooks.attempt-started': { readonly id: string };
  readonly 'webhooks.attempt-ended': {
    readonly id: string;
    readonly result: AttemptResult;
    readonly status: 'succeeded' | 'retrying' | 'failed';
    /** Time of the next attempt; `null` if there is none. */
    readonly nextAttemptAt: Instant | null;
    /** When the delivery is forgotten, if it is finished (webhooks-12); `null` for one that is not, or that is kept. */
    readonly forgetAt: Instant | null;
  };
  readonly 'webhooks.delivery-abandoned': {
    readonly id: string;
    readonly forgetAt: Instant | null;
  };
  readonly 'webhooks.delivery-forgotten': { readonly id: string };
}

export const event: EventMaker<WebhooksEvents> = makeEvent;

/** Command that is due when the pause before the next attempt is over. */
const ready = 'webhooks.ready';

/** Command that is due when a finished delivery has been kept long enough. */
const forget = 'webhooks.forget';

/** Deliveries that were finished before they could be forgotten are kept. */
const keep = <Data extends object>(data: Data): Data & { readonly forgetAt: null } => ({
  ...data,
  forgetAt: null,
});

export const webhooksEvents: {
  readonly [Name in keyof WebhooksEvents]: EventType<WebhooksState, WebhooksEvents[Name]>;
} = {
  'webhooks.created': {
    version: 1,
    apply: ({ webhooks }, webhook, { at }) =>
      webhooks.set(webhook.id, { ...webhook, createdAt: at, updatedAt: at }),
  },

  'webhooks.updated': {
    version: 1,
    apply({ webhooks }, { id, changes }, { at }) {
      const webhook = webhooks.get(id);
      if (webhook !== undefined) webhooks.set(id, { ...webhook, ...changes, updatedAt: at });
    },
  },

  'webhooks.deleted': { version: 1, apply: ({ webhooks }, { id }) => void webhooks.delete(id) },

  'webhooks.deliveries-created': {
    version: 1,
    apply({ deliveries }, data, { at }) {
      for (const delivery of data.deliveries)
        deliveries.set(delivery.id, {
          ...delivery,
          status: 'pending',
          isReady: true,
          attempts: [],
          startedAt: null,
          nextAttemptAt: null,
          isAbandoned: false,
          createdAt: at,
        });
    },
  },

  'webhooks.delivery-ready': {
    version: 1,
    apply: (own, { id }) => change(own, id, { isReady: true, nextAttemptAt: null }),
  },

  'webhooks.attempt-started': {
    version: 1,
    apply: (own, { id }, { at }) =>
      change(own, id, { status: 'processing', isReady: false, startedAt: at }),
  },

  'webhooks.attempt-ended': {
    version: 2,
    upcast: [keep],
    apply(own, { id, result, status, nextAttemptAt, forgetAt }, { at, due }) {
      const { attempts = [], startedAt } = own.deliveries.get(id) ?? {};
      const number = attempts.length + 1;
      const attempt = { number, startedAt: startedAt ?? at, endedAt: at, ...result };
      change(own, id, {
        status,
        attempts: [...attempts, attempt],
        startedAt: null,
        nextAttemptAt,
      });
      if (nextAttemptAt !== null) due.set(ready, id, nextAttemptAt);
      if (forgetAt !== null) due.set(forget, id, forgetAt);
    },
  },

  'webhooks.delivery-abandoned': {
    version: 2,
    upcast: [keep],
    apply(own, { id, forgetAt }, { due }) {
      change(own, id, {
        status: 'failed',
        isReady: false,
        startedAt: null,
        nextAttemptAt: null,
        isAbandoned: true,
      });
      if (forgetAt !== null) due.set(forget, id, forgetAt);
    },
  },

  'webhooks.delivery-forgotten': {
    version: 1,
    apply: ({ deliveries }, { id }) => void deliveries.delete(id),
  },
};

function change({ deliveries }: WebhooksState, id: string, changes: Partial<DeliveryRow>): void {
  const delivery = deliveries.get(id);
  if (delivery !== undefined) deliveries.set(id, { ...delivery, ...changes });
}
