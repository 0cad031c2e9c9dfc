import {
  createHttpHandler,
  type RouteHandler,
  type RoutedRequest,
} from '../../core/server/http-handler.js';
import type { Match, Route, Router } from '../../core/server/route.js';
import { decodedSegments } from '../../core/server/target.js';
import type { HttpHandler, WireResponse } from '../../core/wire.js';
import { prepareIdentifyWebhook } from './identify-webhook.js';
import type { ReceivedWebhook, WebhookReceiverBinding } from './types.js';

/** Handles one delivery of a webhook. */
export type HandleDelivery = (
  webhook: ReceivedWebhook,
  routed: RoutedRequest,
) => Promise<WireResponse>;

/**
 * Creates the routes of a receiver: for each path and method, the webhooks that may arrive there.
 *
 * If any of several webhooks on one route is wanted, each delivery
 * must be identified. Otherwise the first of them represents all.
 */
export function createDeliveryRoutes(
  webhooks: readonly ReceivedWebhook[],
  options: WebhookReceiverBinding,
  handle: HandleDelivery,
  isExpected: (webhook: ReceivedWebhook) => boolean = () => true,
): HttpHandler {
  const { path, choose, authorities, trustHost, hostBound } = options;
  const routeHandler = (candidates: readonly ReceivedWebhook[]): RouteHandler => {
    const identify = prepareIdentifyWebhook(
      candidates.some(isExpected) ? candidates : candidates.slice(0, 1),
      choose,
    );
    const [{ descriptor }] = candidates as readonly [ReceivedWebhook];
    return {
      descriptor,
      async answer(routed) {
        const identified = await identify(routed);
        return handle(identified.webhook, identified.routed);
      },
    };
  };
  const webhooksByPath = new Map<string, Map<string, ReceivedWebhook[]>>();
  for (const webhook of webhooks) {
    const webhookPath = typeof path === 'object' ? path[webhook.handler] : (path ?? '');
    if (webhookPath === undefined) continue;
    const methods = webhooksByPath.get(webhookPath) ?? new Map<string, ReceivedWebhook[]>();
    webhooksByPath.set(webhookPath, methods);
    const { method } = webhook.descriptor;
    const candidates = methods.get(method);
    if (candidates === undefined) methods.set(method, [webhook]);
    else candidates.push(webhook);
  }
  const routes = [...webhooksByPath].flatMap(([webhookPath, methods]) =>
    [...methods].map(([method, candidates]): Route<RouteHandler> => ({
      method,
      path: [webhookPath],
      value: routeHandler(candidates),
    })),
  );
  return createHttpHandler({
    operations: webhooks.map(({ descriptor }) => descriptor),
    routes,
    ...(path === undefined ? { router: anyPathRouter(routes) } : {}),
    schemes: {},
    basePathOf: () => '',
    options:
      authorities === undefined && trustHost === undefined && hostBound !== true
        ? { ...options, trustHost: true }
        : options,
  });
}

/** Router that leads every path to the same webhooks. */
function anyPathRouter(routes: readonly Route<RouteHandler>[]): Router<RouteHandler> {
  const match: Match<RouteHandler> = {
    methods: new Map(routes.map(({ method, value }) => [method, { value, parameters: [] }])),
    values: [],
  };
  return (target) => {
    // Throws the usual refusal for a path that cannot be decoded.
    decodedSegments(target);
    return match;
  };
}
