import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { webhooksCommands, type WebhooksCommands } from './commands.js';
import { webhooksEvents, type WebhooksEvents } from './events.js';
import { createWebhooks, type WebhooksState } from './state.js';

/** Webhooks, and the deliveries of what they report. */
export const webhooks: Subject<WebhooksState, WebhooksCommands, WebhooksEvents, DomainState> = {
  create: createWebhooks,
  commands: webhooksCommands,
  events: webhooksEvents,
};
