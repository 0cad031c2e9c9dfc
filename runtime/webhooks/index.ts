export type {
  Delivered,
  Delivery,
  DeliveryAttempt,
  DeliveryContent,
  DeliveryState,
} from './delivery.js';
export type { ExpressionDescriptor, WebhookDescriptor } from './descriptor.js';
export type { CallbackSource } from './expression.js';
export { memoryOutbox, type MemoryOutboxOptions } from './outbox/memory.js';
export type {
  Outbox,
  OutboxClaim,
  OutboxEntry,
  OutboxFilter,
  OutboxStats,
  RedriveFilter,
} from './outbox/outbox.js';
export {
  outboxWorker,
  type OutboxWorker,
  type OutboxWorkerEvent,
  type OutboxWorkerMetrics,
  type OutboxWorkerOptions,
  type OutboxWorkOptions,
} from './outbox/worker.js';
export { type DeliveryRetry, isWorthRetrying } from './policy.js';
export {
  type Deliver,
  type DeliveryOptions,
  type ResumeOptions,
  WebhookSender,
  type WebhookSenderOptions,
} from './sender.js';
export {
  type DeliveryStore,
  memoryDeliveryStore,
  type MemoryDeliveryStore,
  type MemoryDeliveryStoreOptions,
} from './store.js';
export type { CallbackTarget, TargetCredentials, WebhookTarget } from './target.js';
