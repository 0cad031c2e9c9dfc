import { dispatcher } from '../../core/dispatch.js';
import { Refusal } from '../../core/server/fault.js';
import type { Visit } from '../../core/server/front.js';
import { readBody } from '../../core/server/read-body.js';
import type { ReceivedWebhook, WebhookReceiverOptions } from './types.js';

/** Finds which of the webhooks that may come to one place a delivery is; it is to be read from the visit that is answered. */
export type Locate = (
  visit: Visit,
) => Promise<{ readonly webhook: ReceivedWebhook; readonly visit: Visit }>;

/**
 * Prepares the finding of webhooks that come to one path with one method. Where there are several, the body is read before anybody knows
 * who sent it, and looked into no further than is needed to tell them apart.
 *
 * @throws {TypeError} where nothing tells them apart
 */
export function prepareLocate(
  webhooks: readonly ReceivedWebhook[],
  choose: WebhookReceiverOptions['choose'],
): Locate {
  const [only, ...others] = webhooks;
  if (only !== undefined && others.length === 0) return async (visit) => ({ webhook: only, visit });
  const told = choose === undefined ? toldApart(webhooks) : chosen(webhooks, choose);
  return async (visit) => {
    const bytes = await readBody(visit.request, visit.limits, visit.timers);
    const request = { ...visit.request, body: bytes };
    const webhook = told(request.headers, lenientJson(bytes));
    if (webhook === undefined) throw new Refusal('not-found', 'unknown-webhook');
    return { webhook, visit: { ...visit, request, sight: { ...visit.sight, request } } };
  };
}

type Told = (headers: readonly string[], body: unknown) => ReceivedWebhook | undefined;

function chosen(
  webhooks: readonly ReceivedWebhook[],
  choose: NonNullable<WebhookReceiverOptions['choose']>,
): Told {
  const byName = new Map(webhooks.map((webhook) => [webhook.handler, webhook]));
  return (headers, body) => byName.get(choose({ headers, body }) ?? '');
}

function toldApart(webhooks: readonly ReceivedWebhook[]): Told {
  const loose = webhooks.filter(({ descriptor }) => (descriptor.match ?? []).length === 0);
  if (loose.length > 1) {
    const names = loose.slice(0, 3).map(({ handler }) => `"${handler}"`);
    throw new TypeError(
      `Nothing in the description tells the webhooks ${names.join(', ')}${loose.length > 3 ? ' and others' : ''} apart: give each a path of its own with "path", or say which is which with "choose"`,
    );
  }
  const byName = new Map(webhooks.map((webhook) => [webhook.handler, webhook]));
  const messages = Object.fromEntries(
    // Whoever takes what is left comes last.
    [...webhooks.filter((webhook) => !loose.includes(webhook)), ...loose].map(
      ({ handler, descriptor }) => [handler, { match: descriptor.match ?? [] }] as const,
    ),
  );
  const find = dispatcher(messages, (name) => byName.get(name));
  return (_, body) => find(body);
}

/** What a body says, if it is JSON at all. Whoever reads it in earnest will be strict. */
function lenientJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
