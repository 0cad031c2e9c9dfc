import { systemTimers } from '../../core/clock.js';
import type { ApiDescriptor } from '../../core/descriptor.js';
import { Refusal, invalidRequest } from '../../core/server/fault.js';
import { report } from '../../core/server/log.js';
import type { Awaitable } from '../../core/server/options.js';
import type { HttpHandler, WireResponse } from '../../core/wire.js';
import { prepareRun } from '../../http/server/operation.js';
import type { RequestInput } from '../../http/server/request-input.js';
import type { WebhookDescriptor } from '../descriptor.js';
import { deliveryClaims, type Claimed, type HandledDelivery } from './claims.js';
import { createDeliveryRoutes, type HandleDelivery } from './delivery-routes.js';
import { eventIn, handlerFor } from './events.js';
import { deliveryReader } from './reader.js';
import type { ReceivedWebhook, UnhandledDelivery, WebhookReceiverBinding } from './types.js';

/**
 * Creates a receiver of webhooks: a server for the same adapters as an API server.
 *
 * Every delivery is verified over its unmodified bytes before any of its content is trusted, then validated and passed
 * to the handler of its webhook.
 *
 * @throws {TypeError} if something is missing: a verifier, `authorities` for tokens that are bound to a host, or a way
 * to distinguish webhooks that share a path.
 */
export function createWebhookReceiver(
  api: ApiDescriptor,
  webhooks: readonly ReceivedWebhook[],
  handlers: object,
  options: WebhookReceiverBinding,
): HttpHandler {
  const { otherwise } = options;
  const readerOf = deliveryReader(api, options);
  const { clock = systemTimers, log } = options;
  const claim = deliveryClaims(api, options.deliveries ?? {}, clock, log);
  const handlings = new Map<ReceivedWebhook, Handling>();
  for (const webhook of webhooks) {
    const handler = handlerFor(handlers, webhook);
    if (handler === undefined) continue;
    const run = prepareRun(webhook.descriptor, handler.call, options);
    handlings.set(webhook, {
      accepts: ({ handlerInput }) => handler.accepts(handlerInput),
      run: async ({ handlerInput, acceptance }, delivery) =>
        run(Object.assign(handlerInput, { delivery }), acceptance),
    });
    // Prepared eagerly, so that a missing option is reported at construction.
    readerOf(webhook.descriptor);
  }
  const handleDelivery: HandleDelivery = async (webhook, routed) => {
    const handling = handlings.get(webhook);
    if (handling === undefined && otherwise === undefined)
      throw new Refusal('not-found', 'unhandled-webhook');
    const reading = await readerOf(webhook.descriptor)(routed);
    const isKnown = !isUnknownEvent(webhook, reading);
    if (isKnown && reading.violations.length > 0)
      throw invalidRequest('invalid-request', reading.violations);
    const isAccepted = isKnown && handling?.accepts(reading) === true;
    if (!isAccepted && otherwise === undefined) throw new Refusal('not-found', 'unhandled-event');
    const handle = async (delivery: HandledDelivery): Promise<WireResponse> => {
      if (isAccepted) return handling.run(reading, delivery);
      const { handlerInput } = reading;
      const unhandled = {
        ...handlerInput,
        signal: handlerInput.signal,
        caller: handlerInput.caller,
        correlationId: handlerInput.correlationId,
        webhook: webhook.handler,
        delivery,
      };
      if (otherwise !== undefined) await callOtherwise(otherwise, unhandled);
      return { status: 204, headers: [], body: undefined };
    };
    const { deliveries = [] } = reading.admitted;
    if (deliveries.length === 0) return handle(unclaimed);
    const claimed = await claim(deliveries);
    if (claimed !== 'repeated') return handleClaimed(claimed, handle);
    const { descriptor } = webhook;
    report(log, {
      reason: 'delivery-repeated',
      method: descriptor.method,
      operation: descriptor.id,
    });
    return successResponse(descriptor);
  };
  // Unwanted webhooks still have to be distinguished from wanted ones.
  const isExpected = (webhook: ReceivedWebhook): boolean =>
    otherwise !== undefined || handlings.has(webhook);
  return createDeliveryRoutes(webhooks, options, handleDelivery, isExpected);
}

/** The prepared handler of a webhook. */
interface Handling {
  accepts(reading: RequestInput): boolean;
  run(reading: RequestInput, delivery: HandledDelivery): Promise<WireResponse>;
}

/** Nothing signed identifies the delivery, so it is not recorded. */
const unclaimed: HandledDelivery = { complete: async () => undefined };

/** Handles a claimed delivery. It counts as handled if its handler responds with a 2XX status. */
async function handleClaimed(
  claimed: Claimed,
  handle: (delivery: HandledDelivery) => Promise<WireResponse>,
): Promise<WireResponse> {
  claimed.renew();
  let isSuccess = false;
  try {
    const response = await handle(claimed.delivery);
    isSuccess = response.status >= 200 && response.status < 300;
    return response;
  } finally {
    await (isSuccess ? claimed.complete() : claimed.release());
  }
}

/** Response to a repeated delivery: a 2XX status that the webhook declares without a body, else 204. */
function successResponse({ outcomes }: WebhookDescriptor): WireResponse {
  const declared = outcomes.find(
    ({ status, contents = [] }) =>
      typeof status === 'number' && status >= 200 && status < 300 && contents.length === 0,
  );
  const status = typeof declared?.status === 'number' ? declared.status : 204;
  return { status, headers: [], body: undefined };
}

/** True if the only violation of a delivery is an event name that the description does not contain. */
function isUnknownEvent(
  { descriptor }: ReceivedWebhook,
  { handlerInput, violations }: RequestInput,
): boolean {
  return (
    violations.length > 0 &&
    violations.every(({ keyword }) => keyword === 'discriminator') &&
    descriptor.event !== undefined &&
    eventIn(handlerInput.body, descriptor.event) !== undefined
  );
}

async function callOtherwise(
  otherwise: (delivery: UnhandledDelivery) => Awaitable<void>,
  delivery: UnhandledDelivery,
): Promise<void> {
  try {
    await otherwise(delivery);
  } catch (cause) {
    throw new Refusal('internal', 'handler-failed', { cause });
  }
}
