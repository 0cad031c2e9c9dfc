import type {
  DeliveryStatus,
  WebhookEventFilter,
  WebhookEventType,
  WebhookEventTypeFilter,
  WebhookStatus,
} from '@platform/platform';
import { networkNamed } from '../assets/networks.js';
import { keyOf } from '../assets/state.js';
import { type Index, Table } from '../tables.js';
import type { Instant } from '../time.js';

/** Whose webhook it is. */
export interface WebhookOwner {
  readonly organization: string;
  readonly project: string;
}

/** A webhook. */
export interface WebhookRow extends WebhookOwner {
  readonly id: string;
  /** Name of the network, as it was given. */
  readonly networkId: string;
  readonly eventType: WebhookEventType;
  readonly typeFilter?: WebhookEventTypeFilter | undefined;
  readonly eventFilters?: readonly WebhookEventFilter[] | undefined;
  readonly notificationUri: string;
  readonly signatureHeader?: string | undefined;
  readonly status: WebhookStatus;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** How an attempt ended: `success`, or the reason for which it failed, as in the runtime's `DeliveryAttempt`. */
export interface AttemptResult {
  readonly ended: string;
  /** Status of the response; absent if there was none. */
  readonly status?: number | undefined;
  /** Error code of the connection, such as `ECONNREFUSED`. */
  readonly code?: string | undefined;
}

/** An attempt that has ended. */
export interface AttemptRow extends AttemptResult {
  /** From 1 on. */
  readonly number: number;
  readonly startedAt: Instant;
  readonly endedAt: Instant;
}

/** A new delivery. */
export interface NewDelivery extends WebhookOwner {
  readonly id: string;
  /** Identifies the event, in all of its deliveries and attempts. */
  readonly eventId: string;
  /** Webhook of the description: a flat `notification`, or an `event` in an envelope. */
  readonly kind: 'notification' | 'event';
  readonly eventType: string;
  readonly webhook: string;
  /** Target and header text of the webhook at the time of the event. */
  readonly target: string;
  readonly signatureHeader?: string | undefined;
  /** The message as JSON. */
  readonly body: string;
}

/** A delivery: one message for one webhook. */
export interface DeliveryRow extends NewDelivery {
  readonly status: DeliveryStatus;
  /** True if its next attempt may begin. */
  readonly isReady: boolean;
  readonly attempts: readonly AttemptRow[];
  /** Beginning of the attempt that is in progress. */
  readonly startedAt: Instant | null;
  /** Time of the next attempt, while it waits for it. */
  readonly nextAttemptAt: Instant | null;
  /** True if it was given up because its webhook was deleted or made inactive. */
  readonly isAbandoned: boolean;
  readonly createdAt: Instant;
}

/** State of the subject `webhooks`. */
export interface WebhooksState {
  readonly webhooks: Table<WebhookRow>;
  readonly byProject: Index<WebhookRow>;
  readonly byOrganization: Index<WebhookRow>;
  /** Active webhooks by network and type of event. */
  readonly listening: Index<WebhookRow>;
  readonly deliveries: Table<DeliveryRow>;
  readonly deliveriesByWebhook: Index<DeliveryRow>;
  readonly deliveriesByProject: Index<DeliveryRow>;
  /** Unfinished deliveries: `ready` for an attempt, or `processing`. */
  readonly open: Index<DeliveryRow>;
}

export function createWebhooks(): WebhooksState {
  const webhooks = new Table<WebhookRow>();
  const deliveries = new Table<DeliveryRow>();
  return {
    webhooks,
    byProject: webhooks.index(({ project }) => project),
    byOrganization: webhooks.index(({ organization }) => organization),
    listening: webhooks.index(listeningGroup),
    deliveries,
    deliveriesByWebhook: deliveries.index(({ webhook }) => webhook),
    deliveriesByProject: deliveries.index(({ project }) => project),
    open: deliveries.index(({ status, isReady }) => {
      if (isReady) return 'ready';
      return status === 'processing' ? 'processing' : undefined;
    }),
  };
}

function listeningGroup({ status, networkId, eventType }: WebhookRow): string | undefined {
  const network = networkNamed(networkId);
  return status === 'active' && network !== undefined ? keyOf(network, eventType) : undefined;
}
