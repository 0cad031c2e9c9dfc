import { code } from '../../printer/code.js';
import { defineEmitter, emitterApiVersion, readmeOf, type Emitter } from '../emitter.js';
import { planWebhooks, webhookRequests } from './plan-webhooks.js';
import type { WebhooksPlan } from './plan.js';
import { webhooksReadme } from './readme.js';
import { emitWebhookReceiver } from './receiver.js';
import { emitWebhookSender } from './sender.js';

/** The sender and the receiver of webhooks and callbacks. */
export const webhooksEmitter: Emitter<WebhooksPlan> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'webhooks',
  // The URL of a callback is computed from the server's types of the operation that registers it.
  requires: ['types', 'validators', 'client', 'server'],
  packageNames: ({ api, baseName }) => webhookRequests(api, baseName),
  plan: ({ plan }) => (plan.deliveries.length === 0 ? undefined : planWebhooks(plan)),
  *emit(part, { plan }) {
    yield emitWebhookSender(part, plan);
    yield emitWebhookReceiver(part, plan);
  },
  packagePart: (part, { plan, pages }) => ({
    subpaths: [
      { name: 'webhooks', contents: code`sender of webhooks and callbacks` },
      { name: 'webhook-receiver', contents: code`receiver of webhooks and callbacks` },
    ],
    ...readmeOf(webhooksReadme(part, plan, pages)),
  }),
});
