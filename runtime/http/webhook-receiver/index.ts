export type { GivenHeaders } from './headers.js';
export { createWebhookReceiver } from './receiver.js';
export type {
  BodyOf,
  EventHandler,
  EventHandlers,
  EventOf,
  GivenDelivery,
  ReceivedWebhook,
  UnhandledDelivery,
  UnverifiedDelivery,
  Verified,
  WebhookHandler,
  WebhookReceiverBinding,
  WebhookReceiverOptions,
} from './types.js';
export { createWebhookVerifier, type TaggedDelivery, type VerifyDelivery } from './verifier.js';
