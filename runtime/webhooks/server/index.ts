export {
  DeliveryClaimLostError,
  type HandledDelivery,
  type ReceivedDeliveryOptions,
} from './claims.js';
export type { MemoryTransaction } from '../../core/server/memory-transaction.js';
export type { GivenHeaders } from './headers.js';
export {
  memoryReceivedDeliveryStore,
  type MemoryReceivedDeliveryOptions,
  type MemoryReceivedDeliveryStore,
  type ReceivedDeliveryWarning,
} from './memory-store.js';
export { createWebhookReceiver } from './receiver.js';
export type {
  ClaimFilter,
  DeliveryClaim,
  DeliveryClaimResult,
  HandledUntil,
  HeldClaim,
  ReceivedDeliveryStore,
} from './store.js';
export type {
  BodyOf,
  ClaimedDelivery,
  EventHandler,
  EventHandlers,
  EventOf,
  GivenDelivery,
  ReceivedWebhook,
  UnhandledDelivery,
  UnverifiedDelivery,
  Verified,
  WebhookContext,
  WebhookHandler,
  WebhookReceiverBinding,
  WebhookReceiverOptions,
} from './types.js';
export { createWebhookVerifier, type TaggedDelivery, type VerifyDelivery } from './verifier.js';
