import type { View } from '../subject.js';
import type { Page, PageRange } from '../lists.js';
import type { DeliveryRow, WebhookRow, WebhooksState } from './state.js';

/** A webhook of a project; `undefined` for one of another project. */
export function webhookOf(
  { webhooks }: View<WebhooksState>,
  project: string,
  id: string,
): WebhookRow | undefined {
  const webhook = webhooks.get(id.toLowerCase());
  return webhook?.project === project ? webhook : undefined;
}

/** A page of the webhooks of a project, newest first (webhooks-3). */
export function listWebhooks(
  { byProject }: View<WebhooksState>,
  project: string,
  range: PageRange,
): Page<WebhookRow> {
  return byProject.page(project, range);
}

/** A page of the deliveries of a project, or of one of its webhooks, newest first. */
export function listDeliveries(
  { deliveriesByProject, deliveriesByWebhook }: View<WebhooksState>,
  { project, webhook }: { readonly project: string; readonly webhook?: string | undefined },
  range: PageRange,
): Page<DeliveryRow> {
  return webhook === undefined
    ? deliveriesByProject.page(project, range)
    : deliveriesByWebhook.page(webhook, range);
}

/** Deliveries with an attempt in progress: after a restart, those that a process did not finish. */
export function interruptedDeliveries({ open }: View<WebhooksState>): readonly DeliveryRow[] {
  return open.rows('processing');
}

/** Deliveries whose next attempt may begin, oldest first. */
export function readyDeliveries({ open }: View<WebhooksState>): readonly DeliveryRow[] {
  return open.rows('ready');
}

/** True if a delivery's webhook still wants it (webhooks-10). */
export function isWanted({ webhooks }: View<WebhooksState>, { webhook }: DeliveryRow): boolean {
  return webhooks.get(webhook)?.status === 'active';
}
