import {
  canDeliveryStatusTransition,
  canWebhookStatusTransition,
  type DeliveryStatus,
  limits,
} from '@platform/platform';
import { settings } from '../../settings.js';
import { networkNamed } from '../assets/networks.js';
import { accept, type CommandType, type Decide, refuse, type Refused } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { type Instant, printInstant } from '../time.js';
import { event, type WebhookChanges } from './events.js';
import { carried } from './matching.js';
import { isWanted, webhookOf } from './queries.js';
import { filterProblem, targetProblem } from './rules.js';
import type { AttemptResult, DeliveryRow, WebhookRow } from './state.js';

/** A new webhook. */
export interface NewWebhook extends Pick<
  WebhookRow,
  | 'organization'
  | 'project'
  | 'networkId'
  | 'eventType'
  | 'typeFilter'
  | 'eventFilters'
  | 'notificationUri'
  | 'signatureHeader'
> {
  /** True if the deployment allows targets on this machine. */
  readonly allowsLocal: boolean;
}

/** How a sender took an attempt: it must send now, or not at all. */
export type AttemptStart = 'send' | 'abandoned';

/** Commands of the subject `webhooks`. */
export interface WebhooksCommands {
  readonly 'webhooks.create': CommandType<NewWebhook, WebhookRow, 'form' | 'too-many'>;
  /** Changes only the members that are present (webhooks-2). */
  readonly 'webhooks.update': CommandType<
    {
      readonly project: string;
      readonly id: string;
      readonly changes: WebhookChanges;
      readonly allowsLocal: boolean;
    },
    WebhookRow,
    'form' | 'not-found'
  >;
  readonly 'webhooks.delete': CommandType<
    { readonly project: string; readonly id: string },
    undefined,
    'not-found'
  >;
  /** Sends an event in the newer envelope to a webhook. */
  readonly 'webhooks.send-event': CommandType<
    {
      readonly project: string;
      readonly id: string;
      readonly eventType: string;
      /** JSON text of an object. */
      readonly data: string;
    },
    DeliveryRow['id'],
    'form' | 'not-found' | 'state'
  >;
  /** Delivers the event of a failed delivery again, to the webhook's present target: a new delivery of the same event. */
  readonly 'webhooks.redeliver': CommandType<
    { readonly project: string; readonly id: string },
    DeliveryRow['id'],
    'not-found' | 'state'
  >;
  /** Due: the pause before the next attempt is over. */
  readonly 'webhooks.ready': CommandType<{ readonly reference: string }, undefined, 'not-found'>;
  /** Begins an attempt of a delivery that is ready, or gives it up if its webhook no longer wants it (webhooks-10). */
  readonly 'webhooks.start': CommandType<
    { readonly id: string },
    AttemptStart,
    'not-found' | 'state'
  >;
  /** Continues the attempt of a process that ended during it (webhooks-9). */
  readonly 'webhooks.resume': CommandType<
    { readonly id: string },
    AttemptStart,
    'not-found' | 'state'
  >;
  /** Reports the end of an attempt. */
  readonly 'webhooks.report': CommandType<
    {
      readonly id: string;
      readonly result: AttemptResult;
      /** Microseconds until the next attempt; `null` if there should be none. */
      readonly pause: Instant | null;
    },
    DeliveryStatus,
    'not-found' | 'state'
  >;
  /** Due: forgets a finished delivery (webhooks-12). */
  readonly 'webhooks.forget': CommandType<{ readonly reference: string }, undefined, 'not-found'>;
}

export const webhooksCommands: {
  readonly [Name in keyof WebhooksCommands]: Decide<WebhooksCommands[Name], DomainState>;
} = {
  'webhooks.create'({ state, random, now }, { allowsLocal, ...data }) {
    const { organization, networkId, notificationUri, eventType, typeFilter, eventFilters } = data;
    if (networkNamed(networkId) === undefined)
      return refuse('form', { member: 'network_id', problem: 'is not a known network' });
    const problem =
      targetProblem(notificationUri, allowsLocal) ??
      filterProblem(eventType, typeFilter, eventFilters);
    if (problem !== undefined) return refuse('form', problem);
    const limit = limits.maxWebhooks;
    if (state.webhooks.byOrganization.count(organization) >= limit)
      return refuse('too-many', { what: 'webhook', limit });
    const webhook = { ...data, id: random.uuid(), status: 'active' } as const;
    return accept(
      { ...webhook, createdAt: now, updatedAt: now },
      event('webhooks.created', webhook),
    );
  },

  'webhooks.update'({ state, now }, { project, id, changes, allowsLocal }) {
    const webhook = webhookOf(state.webhooks, project, id);
    if (webhook === undefined) return refuse('not-found', { what: 'webhook' });
    const changed = { ...webhook, ...changes };
    if (!canWebhookStatusTransition(webhook.status, changed.status)) throw noTransition(webhook);
    const problem =
      (changes.notificationUri === undefined
        ? undefined
        : targetProblem(changes.notificationUri, allowsLocal)) ??
      filterProblem(webhook.eventType, changed.typeFilter, changed.eventFilters);
    if (problem !== undefined) return refuse('form', problem);
    return accept(
      { ...changed, updatedAt: now },
      event('webhooks.updated', { id: webhook.id, changes }),
    );
  },

  'webhooks.delete'({ state }, { project, id }) {
    const webhook = webhookOf(state.webhooks, project, id);
    if (webhook === undefined) return refuse('not-found', { what: 'webhook' });
    return accept(undefined, event('webhooks.deleted', { id: webhook.id }));
  },

  'webhooks.send-event'({ state, random, now }, { project, id, eventType, data }) {
    const webhook = webhookOf(state.webhooks, project, id);
    if (webhook === undefined) return refuse('not-found', { what: 'webhook' });
    if (webhook.status !== 'active')
      return refuse('state', { what: 'webhook', state: webhook.status });
    const details = parseObject(data);
    if (details === undefined)
      return refuse('form', { member: 'data', problem: 'must be a JSON object' });
    const eventId = random.uuid();
    const body = JSON.stringify({
      eventId,
      timestamp: printInstant(now),
      eventType,
      data: details,
    });
    const delivery = { id: random.uuid(), eventId, kind: 'event', eventType } as const;
    const deliveries = [{ ...delivery, ...carried(webhook), body }];
    return accept(delivery.id, event('webhooks.deliveries-created', { deliveries }));
  },

  'webhooks.redeliver'({ state, random }, { project, id }) {
    const delivery = state.webhooks.deliveries.get(id);
    if (delivery?.project !== project) return refuse('not-found', { what: 'delivery' });
    if (delivery.status !== 'failed')
      return refuse('state', { what: 'delivery', state: delivery.status });
    const webhook = webhookOf(state.webhooks, project, delivery.webhook);
    if (webhook?.status !== 'active')
      return refuse('state', { what: 'webhook', state: webhook?.status ?? 'deleted' });
    const { eventId, kind, eventType, body } = delivery;
    const again = { id: random.uuid(), eventId, kind, eventType, ...carried(webhook), body };
    return accept(again.id, event('webhooks.deliveries-created', { deliveries: [again] }));
  },

  'webhooks.ready'({ state }, { reference }) {
    const delivery = state.webhooks.deliveries.get(reference);
    if (delivery?.status !== 'retrying') return refuse('not-found', { what: 'delivery' });
    return accept(undefined, event('webhooks.delivery-ready', { id: reference }));
  },

  'webhooks.start'({ state, now }, { id }) {
    const delivery = state.webhooks.deliveries.get(id);
    if (delivery === undefined) return refuse('not-found', { what: 'delivery' });
    if (!delivery.isReady) return refuse('state', { what: 'delivery', state: delivery.status });
    if (!isWanted(state.webhooks, delivery)) return abandon(delivery, now);
    requireTransition(delivery, 'processing');
    return accept<AttemptStart>('send', event('webhooks.attempt-started', { id }));
  },

  'webhooks.resume'({ state, now }, { id }) {
    const delivery = requireProcessing(state, id);
    if ('refusal' in delivery) return delivery;
    return isWanted(state.webhooks, delivery)
      ? accept<AttemptStart>('send')
      : abandon(delivery, now);
  },

  'webhooks.report'({ state, now }, { id, result, pause }) {
    const delivery = requireProcessing(state, id);
    if ('refusal' in delivery) return delivery;
    const isLast = delivery.attempts.length + 1 >= limits.maxDeliveryAttempts;
    const isRetried = pause !== null && !isLast;
    const failed = isRetried ? 'retrying' : 'failed';
    const status = result.ended === 'success' ? 'succeeded' : failed;
    requireTransition(delivery, status);
    const nextAttemptAt = status === 'retrying' ? now + (pause ?? 0) : null;
    return accept<DeliveryStatus>(
      status,
      event('webhooks.attempt-ended', {
        id,
        result,
        status,
        nextAttemptAt,
        forgetAt: status === 'retrying' ? null : forgetAt(now),
      }),
    );
  },

  'webhooks.forget'({ state }, { reference: id }) {
    if (!state.webhooks.deliveries.has(id)) return refuse('not-found', { what: 'delivery' });
    return accept(undefined, event('webhooks.delivery-forgotten', { id }));
  },
};

/** When a delivery is forgotten that is finished now. */
function forgetAt(now: Instant): Instant {
  return now + settings['webhooks-12'].retention;
}

function requireProcessing(
  { webhooks }: DomainState,
  id: string,
): DeliveryRow | Refused<'not-found' | 'state'> {
  const delivery = webhooks.deliveries.get(id);
  if (delivery === undefined) return refuse('not-found', { what: 'delivery' });
  return delivery.status === 'processing'
    ? delivery
    : refuse('state', { what: 'delivery', state: delivery.status });
}

function abandon(delivery: DeliveryRow, now: Instant): ReturnType<typeof accept<AttemptStart>> {
  requireTransition(delivery, 'failed');
  const data = { id: delivery.id, forgetAt: forgetAt(now) };
  return accept<AttemptStart>('abandoned', event('webhooks.delivery-abandoned', data));
}

/** @throws {Error} for a transition that the description does not have: the commands above allow none */
function requireTransition(delivery: DeliveryRow, to: DeliveryStatus): void {
  if (!canDeliveryStatusTransition(delivery.status, to)) throw noTransition(delivery);
}

function noTransition({ id, status }: Pick<DeliveryRow | WebhookRow, 'id' | 'status'>): Error {
  return new Error(`${id} has the status "${status}", from which it cannot change in this way.`);
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
