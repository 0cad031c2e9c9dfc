import type { ApiDescriptor } from '../../core/descriptor.js';
import { Refusal, invalidRequest } from '../../core/server/fault.js';
import type { Awaitable } from '../../core/server/options.js';
import type { Exchange, WireResponse } from '../../core/wire.js';
import { prepareRun } from '../server/operation.js';
import type { Reading } from '../server/reading.js';
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
  const handled = new Map<
    ReceivedWebhook,
    (reading: Reading) => Promise<WireResponse | undefined>
  >();
  for (const webhook of webhooks) {
    const handler = handlerFor(handlers, webhook);
    if (handler === undefined) continue;
    const run = prepareRun(webhook.descriptor, handler.call, options);
    handled.set(webhook, async ({ handed, acceptance }) =>
      handler.takes(handed) ? run(handed, acceptance) : undefined,
    );
    // Prepared now, so that what is missing is said now.
    readerOf(webhook.descriptor);
  }
  const take: Take = async (webhook, visit) => {
    const run = handled.get(webhook);
    if (run === undefined && otherwise === undefined)
      throw new Refusal('not-found', 'unhandled-webhook');
    const reading = await readerOf(webhook.descriptor)(visit);
    const isKnown = !isUnknownEvent(webhook, reading);
    if (isKnown && reading.violations.length > 0)
      throw invalidRequest('invalid-request', reading.violations);
    const response = isKnown ? await run?.(reading) : undefined;
    if (response !== undefined) return response;
    if (otherwise === undefined) throw new Refusal('not-found', 'unhandled-event');
    await passOn(otherwise, {
      ...reading.handed,
      signal: reading.handed.signal,
      webhook: webhook.handler,
    });
    return { status: 204, headers: [], body: undefined };
  };
  // Webhooks that nobody wants still have to be told from those that somebody does.
  const isWanted = (webhook: ReceivedWebhook): boolean =>
    otherwise !== undefined || handled.has(webhook);
  return openDoor(webhooks, options, take, isWanted);
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
