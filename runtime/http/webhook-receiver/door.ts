import { createFront, type Service, type Visit } from '../../core/server/front.js';
import type { Match, Route, Router } from '../../core/server/route.js';
import { decodedSegments } from '../../core/server/target.js';
import type { Exchange, WireResponse } from '../../core/wire.js';
import { prepareLocate } from './locate.js';
import type { ReceivedWebhook, WebhookReceiverBinding } from './types.js';

/** Takes a delivery of a webhook. */
export type Take = (webhook: ReceivedWebhook, visit: Visit) => Promise<WireResponse>;

/**
 * The receiver's own door: every path that it listens at, and at each the webhooks that may come there. Those of one place have to be told
 * apart where one of them is wanted; elsewhere any stands for all.
 */
export function openDoor(
  webhooks: readonly ReceivedWebhook[],
  options: WebhookReceiverBinding,
  take: Take,
  isWanted: (webhook: ReceivedWebhook) => boolean = () => true,
): Exchange {
  const { path, choose, authorities, trustHost, hostBound } = options;
  const service = (share: readonly ReceivedWebhook[]): Service => {
    const locate = prepareLocate(share.some(isWanted) ? share : share.slice(0, 1), choose);
    const [{ descriptor }] = share as readonly [ReceivedWebhook];
    return {
      descriptor,
      async answer(visit) {
        const found = await locate(visit);
        return take(found.webhook, found.visit);
      },
    };
  };
  const places = new Map<string, Map<string, ReceivedWebhook[]>>();
  for (const webhook of webhooks) {
    const at = typeof path === 'object' ? path[webhook.handler] : (path ?? '');
    if (at === undefined) continue;
    const methods = places.get(at) ?? new Map<string, ReceivedWebhook[]>();
    places.set(at, methods);
    const { method } = webhook.descriptor;
    const share = methods.get(method);
    if (share === undefined) methods.set(method, [webhook]);
    else share.push(webhook);
  }
  const routes = [...places].flatMap(([at, methods]) =>
    [...methods].map(([method, share]): Route<Service> => ({
      method,
      path: [at],
      value: service(share),
    })),
  );
  return createFront({
    operations: webhooks.map(({ descriptor }) => descriptor),
    routes,
    ...(path === undefined ? { router: anywhere(routes) } : {}),
    schemes: {},
    basePathOf: () => '',
    options:
      authorities === undefined && trustHost === undefined && hostBound !== true
        ? { ...options, trustHost: true }
        : options,
  });
}

/** Every path leads to the same webhooks. */
function anywhere(routes: readonly Route<Service>[]): Router<Service> {
  const match: Match<Service> = {
    methods: new Map(routes.map(({ method, value }) => [method, { value, parameters: [] }])),
    values: [],
  };
  return (target) => {
    // What can not be decoded is refused here as anywhere.
    decodedSegments(target);
    return match;
  };
}
