import { readLosslessJson } from '../../core/json-numbers.js';
import { createMatcher } from '../../core/message-matcher.js';
import { Refusal } from '../../core/server/fault.js';
import type { RoutedRequest } from '../../core/server/http-handler.js';
import { readBody } from '../../core/server/read-body.js';
import type { ReceivedWebhook, WebhookReceiverOptions } from './types.js';

/** Identifies the webhook of a delivery. The returned request replaces the given one, because its body has been read. */
export type IdentifyWebhook = (
  routed: RoutedRequest,
) => Promise<{ readonly webhook: ReceivedWebhook; readonly routed: RoutedRequest }>;

/**
 * Prepares the identification of webhooks that share a path and a method.
 *
 * With more than one candidate, the body is read before the sender is
 * verified. Only the parts that distinguish the webhooks are used.
 *
 * @throws {TypeError} if nothing in the description distinguishes them and there is no `choose`.
 */
export function prepareIdentifyWebhook(
  webhooks: readonly ReceivedWebhook[],
  choose: WebhookReceiverOptions['choose'],
): IdentifyWebhook {
  const [only, ...others] = webhooks;
  if (only !== undefined && others.length === 0)
    return async (routed) => ({ webhook: only, routed });
  const identify =
    choose === undefined ? identifyByConditions(webhooks) : identifyByChoice(webhooks, choose);
  return async (routed) => {
    const bytes = await readBody(routed.request, routed.limits, routed.timers);
    const request = { ...routed.request, body: bytes };
    const webhook = identify(request.headers, lenientJson(bytes));
    if (webhook === undefined) throw new Refusal('not-found', 'unknown-webhook');
    return {
      webhook,
      routed: { ...routed, request, credentialSource: { ...routed.credentialSource, request } },
    };
  };
}

type Identify = (headers: readonly string[], body: unknown) => ReceivedWebhook | undefined;

function identifyByChoice(
  webhooks: readonly ReceivedWebhook[],
  choose: NonNullable<WebhookReceiverOptions['choose']>,
): Identify {
  const byName = new Map(webhooks.map((webhook) => [webhook.handler, webhook]));
  return (headers, body) => byName.get(choose({ headers, body }) ?? '');
}

function identifyByConditions(webhooks: readonly ReceivedWebhook[]): Identify {
  const unconditional = webhooks.filter(({ descriptor }) => (descriptor.match ?? []).length === 0);
  if (unconditional.length > 1) {
    const names = unconditional.slice(0, 3).map(({ handler }) => `"${handler}"`);
    throw new TypeError(
      `The description does not distinguish the webhooks ${names.join(', ')}${unconditional.length > 3 ? ' and others' : ''}: set a different path for each with "path", or identify deliveries with "choose"`,
    );
  }
  const byName = new Map(webhooks.map((webhook) => [webhook.handler, webhook]));
  const messages = Object.fromEntries(
    // A webhook without conditions matches everything, so it comes last.
    [...webhooks.filter((webhook) => !unconditional.includes(webhook)), ...unconditional].map(
      ({ handler, descriptor }) => [handler, { match: descriptor.match ?? [] }] as const,
    ),
  );
  const find = createMatcher(messages, (name) => byName.get(name));
  return (_, body) => find(body);
}

/**
 * Parses a body as JSON if possible; a number that would lose precision
 * becomes text. The strict check follows when the delivery is read.
 */
function lenientJson(bytes: Uint8Array): unknown {
  try {
    return readLosslessJson(new TextDecoder().decode(bytes)).value;
  } catch {
    return undefined;
  }
}
