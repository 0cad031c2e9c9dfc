import type { Cursors } from '@tallystick/runtime/http/server';
import type { Webhook } from '@platform/platform';
import type { WebhooksHandlers } from '@platform/platform/server';
import { listWebhooks } from '../../domain/webhooks/queries.js';
import type { WebhookRow } from '../../domain/webhooks/state.js';
import { printInstant } from '../../domain/time.js';
import type { Core } from '../../server/core.js';
import { type Positions, type PlatformPrincipals, originOf, projectOf } from './requests.js';
import { say } from './say.js';

/** Handlers of the operations about webhooks. */
export function webhooksHandlers(
  { loop }: Core,
  cursors: Cursors<'listWebhooks', Positions>,
  allowsLocal: boolean,
): WebhooksHandlers<PlatformPrincipals> {
  return {
    async listWebhooks(request, respond) {
      const { position, cursor } = await cursors.listWebhooks(request);
      const range = { limit: request.query.limit, olderThan: position };
      const { slots, hasMore } = listWebhooks(loop.state.webhooks, projectOf(request), range);
      const data = slots.map(({ row }) => webhookBody(row));
      const last = slots.at(-1);
      return respond.ok(
        hasMore && last !== undefined
          ? { data, has_more: true, next_page: await cursor(last.position) }
          : { data, has_more: false },
      );
    },

    createWebhook(request, respond) {
      const { body } = request;
      const project = projectOf(request);
      const organization = loop.state.tenancy.projects.get(project)?.organization ?? '';
      const data = {
        organization,
        project,
        networkId: body.network_id,
        eventType: body.event_type,
        typeFilter: body.event_type_filter,
        eventFilters: body.event_filters,
        notificationUri: body.notification_uri,
        signatureHeader: body.signature_header,
        allowsLocal,
      };
      const outcome = loop.execute('webhooks.create', data, originOf(request));
      return outcome.ok
        ? respond.ok(webhookBody(outcome.result))
        : say('createWebhook', outcome.refusal);
    },

    updateWebhook(request, respond) {
      const { event_type_filter, event_filters, notification_uri, status } = request.body;
      const changes = {
        ...(event_type_filter === undefined ? {} : { typeFilter: event_type_filter }),
        ...(event_filters === undefined ? {} : { eventFilters: event_filters }),
        ...(notification_uri === undefined ? {} : { notificationUri: notification_uri }),
        ...(status === undefined ? {} : { status }),
      };
      const id = request.path.webhook_id;
      const data = { project: projectOf(request), id, changes, allowsLocal };
      const outcome = loop.execute('webhooks.update', data, originOf(request));
      return outcome.ok
        ? respond.ok(webhookBody(outcome.result))
        : say('updateWebhook', outcome.refusal);
    },

    deleteWebhook(request, respond) {
      const data = { project: projectOf(request), id: request.path.webhook_id };
      const outcome = loop.execute('webhooks.delete', data, originOf(request));
      return outcome.ok ? respond.ok() : say('deleteWebhook', outcome.refusal);
    },
  };
}

function webhookBody(row: WebhookRow): Webhook {
  const { typeFilter, eventFilters, signatureHeader } = row;
  return {
    id: row.id,
    network_id: row.networkId,
    event_type: row.eventType,
    ...(typeFilter === undefined ? {} : { event_type_filter: typeFilter }),
    ...(eventFilters === undefined ? {} : { event_filters: eventFilters }),
    notification_uri: row.notificationUri,
    created_at: printInstant(row.createdAt),
    updated_at: printInstant(row.updatedAt),
    ...(signatureHeader === undefined ? {} : { signature_header: signatureHeader }),
    status: row.status,
  };
}
