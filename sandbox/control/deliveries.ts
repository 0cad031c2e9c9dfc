import type { Delivery, DeliveryAttempt, WebhookDetails } from '@platform/sandbox-control';
import type { DeliveriesHandlers } from '@platform/sandbox-control/server';
import { printInstant } from '../domain/time.js';
import { listDeliveries, listWebhooks } from '../domain/webhooks/queries.js';
import type { AttemptRow, DeliveryRow, WebhookRow } from '../domain/webhooks/state.js';
import type { Core } from '../server/core.js';
import { deliverySecretOf } from '../surfaces/deliveries/sender.js';
import { origin } from './origin.js';
import { say } from './say.js';

/** Number of deliveries in a list. */
const limit = 100;

/** Handlers about deliveries of webhooks. */
export function deliveriesHandlers(core: Core): DeliveriesHandlers {
  const { loop } = core;
  /** A delivery that was just created. */
  const created = (id: string): Delivery => {
    const row = loop.state.webhooks.deliveries.get(id);
    if (row === undefined) throw new Error('A delivery that was created is missing.');
    return deliveryBody(row);
  };
  return {
    listDeliveries({ path: { projectId: project }, query: { webhook } }, respond) {
      const { slots } = listDeliveries(loop.state.webhooks, { project, webhook }, { limit });
      return respond.ok(
        slots.filter(({ row }) => row.project === project).map(({ row }) => deliveryBody(row)),
      );
    },

    listWebhooks({ path, query }, respond) {
      const { slots } = listWebhooks(loop.state.webhooks, path.projectId, query);
      return respond.ok(slots.map(({ row }) => webhookBody(row)));
    },

    redeliver({ path: { projectId: project, deliveryId: id } }, respond) {
      const outcome = loop.execute('webhooks.redeliver', { project, id }, origin);
      return outcome.ok
        ? respond.created(created(outcome.result))
        : say('redeliver', outcome.refusal);
    },

    sendEvent({ path: { projectId: project, webhookId: id }, body }, respond) {
      const data = { project, id, eventType: body.eventType, data: JSON.stringify(body.data) };
      const outcome = loop.execute('webhooks.send-event', data, origin);
      return outcome.ok
        ? respond.created(created(outcome.result))
        : say('sendEvent', outcome.refusal);
    },

    getDeliverySecret({ path: { organizationId } }, respond) {
      if (!loop.state.tenancy.organizations.has(organizationId))
        return say('getDeliverySecret', { code: 'not-found', data: { what: 'organisation' } });
      return respond.ok({ secret: deliverySecretOf(core, organizationId) });
    },
  };
}

function webhookBody(row: WebhookRow): WebhookDetails {
  const { id, networkId, eventType, typeFilter, eventFilters, notificationUri, status } = row;
  return {
    id,
    networkId,
    eventType,
    ...(typeFilter === undefined ? {} : { eventTypeFilter: { ...typeFilter } }),
    ...(eventFilters === undefined
      ? {}
      : { eventFilters: eventFilters.map((filter) => ({ ...filter })) }),
    target: notificationUri,
    status,
    createdAt: printInstant(row.createdAt),
    updatedAt: printInstant(row.updatedAt),
  };
}

function deliveryBody(row: DeliveryRow): Delivery {
  const { id, eventId, eventType, target, status, nextAttemptAt } = row;
  return {
    id,
    eventId,
    eventType,
    webhookId: row.webhook,
    target,
    status,
    abandoned: row.isAbandoned,
    attempts: row.attempts.map(attemptBody),
    ...(nextAttemptAt === null ? {} : { nextAttemptAt: printInstant(nextAttemptAt) }),
    createdAt: printInstant(row.createdAt),
  };
}

function attemptBody({
  number,
  startedAt,
  endedAt,
  ended,
  status,
  code,
}: AttemptRow): DeliveryAttempt {
  return {
    number,
    startedAt: printInstant(startedAt),
    endedAt: printInstant(endedAt),
    ended,
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
  };
}
