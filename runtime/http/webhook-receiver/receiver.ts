import { systemTimers } from '../../core/clock.js';
import type { ApiDescriptor } from '../../core/descriptor.js';
import { Refusal, invalidRequest } from '../../core/server/fault.js';
import { report } from '../../core/server/log.js';
import type { Awaitable } from '../../core/server/options.js';
import type { Exchange, WireResponse } from '../../core/wire.js';
import { prepareRun } from '../server/operation.js';
import type { Reading } from '../server/reading.js';
import type { WebhookDescriptor } from '../webhook/descriptor.js';
import { deliveryClaims, type Claimed, type HandledDelivery } from './claims.js';
import { openDoor, type Take } from './door.js';
import { eventIn } from './events.js';
import { handlerFor } from './handlers.js';
import { deliveryReader } from './reader.js';
import type { ReceivedWebhook, UnhandledDelivery, WebhookReceiverBinding } from './types.js';

/**
 * Makes a receiver of webhooks: an exchange, for the same adapters as a server. Every delivery is verified over its untouched bytes before
 * anything in it is trusted, then checked, and handed to the handler of its webhook. Throws where something is missing: a
 * verifier, `authorities` where tokens are bound to a host, or what tells webhooks apart that come to one path.
 */
export function createWebhookReceiver(
  api: ApiDescriptor,
  webhooks: readonly ReceivedWebhook[],
  handlers: object,
  options: WebhookReceiverBinding,
): Exchange {
  const { otherwise } = options;
  const readerOf = deliveryReader(api, options);
  const { clock = systemTimers, log } = options;
  const claim = deliveryClaims(api, options.deliveries ?? {}, clock, log);
  const handled = new Map<ReceivedWebhook, Handling>();
  for (const webhook of webhooks) {
    const handler = handlerFor(handlers, webhook);
    if (handler === undefined) continue;
    const run = prepareRun(webhook.descriptor, handler.call, options);
    handled.set(webhook, {
      takes: ({ handed }) => handler.takes(handed),
      run: async ({ handed, acceptance }, delivery) =>
        run(Object.assign(handed, { delivery }), acceptance),
    });
    // Prepared now, so that what is missing is said now.
    readerOf(webhook.descriptor);
  }
  const take: Take = async (webhook, visit) => {
    const handling = handled.get(webhook);
    if (handling === undefined && otherwise === undefined)
      throw new Refusal('not-found', 'unhandled-webhook');
    const reading = await readerOf(webhook.descriptor)(visit);
    const isKnown = !isUnknownEvent(webhook, reading);
    if (isKnown && reading.violations.length > 0)
      throw invalidRequest('invalid-request', reading.violations);
    const isTaken = isKnown && handling?.takes(reading) === true;
    if (!isTaken && otherwise === undefined) throw new Refusal('not-found', 'unhandled-event');
    const handle = async (delivery: HandledDelivery): Promise<WireResponse> => {
      if (isTaken) return handling.run(reading, delivery);
      const { handed } = reading;
      const given = { ...handed, signal: handed.signal, webhook: webhook.handler, delivery };
      if (otherwise !== undefined) await passOn(otherwise, given);
      return { status: 204, headers: [], body: undefined };
    };
    const { deliveries = [] } = reading.admitted;
    if (deliveries.length === 0) return handle(unclaimed);
    const claimed = await claim(deliveries);
    if (claimed !== 'repeated') return settled(claimed, handle);
    const { descriptor } = webhook;
    report(log, {
      reason: 'delivery-repeated',
      method: descriptor.method,
      operation: descriptor.id,
    });
    return success(descriptor);
  };
  // Webhooks that nobody wants still have to be told from those that somebody does.
  const isWanted = (webhook: ReceivedWebhook): boolean =>
    otherwise !== undefined || handled.has(webhook);
  return openDoor(webhooks, options, take, isWanted);
}

/** What handles the deliveries of a webhook. */
interface Handling {
  takes(reading: Reading): boolean;
  run(reading: Reading, delivery: HandledDelivery): Promise<WireResponse>;
}

/** Nothing that is signed tells one delivery from another, so none is remembered. */
const unclaimed: HandledDelivery = { complete: async () => undefined };

/** Handles a delivery under its claim: it counts as handled once its handler has answered with success. */
async function settled(
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

/** The response to a repetition: a status of success that the webhook describes without a body. */
function success({ outcomes }: WebhookDescriptor): WireResponse {
  const found = outcomes.find(
    ({ status, contents = [] }) =>
      typeof status === 'number' && status >= 200 && status < 300 && contents.length === 0,
  );
  const status = typeof found?.status === 'number' ? found.status : 204;
  return { status, headers: [], body: undefined };
}

/** Whether the one thing that is wrong with a delivery is that nobody knows the event that it names. */
function isUnknownEvent({ descriptor }: ReceivedWebhook, { handed, violations }: Reading): boolean {
  return (
    violations.length > 0 &&
    violations.every(({ keyword }) => keyword === 'discriminator') &&
    descriptor.event !== undefined &&
    eventIn(handed.body, descriptor.event) !== undefined
  );
}

async function passOn(
  otherwise: (delivery: UnhandledDelivery) => Awaitable<void>,
  delivery: UnhandledDelivery,
): Promise<void> {
  try {
    await otherwise(delivery);
  } catch (cause) {
    throw new Refusal('internal', 'handler-failed', { cause });
  }
}
