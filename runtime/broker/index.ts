export { atMostOnce } from './at-most-once.js';
export { anyValue, type AddressParameters } from './address.js';
export type {
  AmqpBindings,
  BrokerBindings,
  KafkaBindings,
  MqttBindings,
  NatsBindings,
  RedisBindings,
} from './bindings.js';
export {
  BrokerError,
  type AnyValue,
  type AddressSyntax,
  type Broker,
  type BrokerAbilities,
  type BrokerAbility,
  type BrokerErrorCode,
  type BrokerEvent,
  type BrokerSubscription,
  type Delivery,
  type MessageHeaders,
  type OutgoingMessage,
  type Settlement,
  type SubscribeOptions,
} from './broker.js';
export {
  cloudEvents,
  readCloudEventReply,
  readCloudEvents,
  type CloudEventInterceptors,
  type CloudEventsOptions,
  type CloudEventText,
} from './cloud-events.js';
export type { CloudEventAttributes } from './cloud-event-attributes.js';
export type { BrokerValidation, HeaderValues } from './codec.js';
export { deadLetterHeaders, type DeadLetterReason } from './dead-letter.js';
export type { DeduplicationOptions } from './deduplication.js';
export type {
  AddressParts,
  BrokerChecks,
  BrokerDescriptor,
  BrokerMessageDescriptor,
  BrokerOperationDescriptor,
  BrokerParameterDescriptor,
  BrokerReplyDescriptor,
  MessageLocationDescriptor,
  OperationMessageDescriptor,
} from './descriptor.js';
export type { MessageContext, PublishInterceptor, ReplyInterceptor } from './interceptors.js';
export { memoryBroker, type MemoryBroker, type MemoryBrokerOptions } from './memory.js';
export {
  Publisher,
  type PublisherOptions,
  type PublishOptions,
  type RequestOptions,
} from './publisher.js';
export {
  PayloadError,
  type ConnectedPayloadCodec,
  type PayloadCodec,
  type PayloadEnvironment,
} from './payload-codec.js';
export { relayOutbox, type OutboxRelayOptions } from './relay-outbox.js';
export {
  SchemaRegistryError,
  topicSubject,
  type RegisteredSchema,
  type SchemaReference,
  type SchemaRegistry,
  type SchemaRegistryErrorCode,
  type SchemaRegistryOptions,
  type SubjectStrategy,
} from './schema-registry.js';
export { Subscriber } from './subscriber.js';
export type {
  ConsumeContext,
  ConsumeInterceptor,
  MessageHandler,
  ReceivedMessage,
  RequestHandler,
  RetryOptions,
  SubscriberEvent,
  SubscriberOptions,
  SubscriptionOptions,
} from './subscriber-options.js';
export {
  traceMessages,
  type MessageSpan,
  type MessageSpanOptions,
  type MessageTracer,
  type MessageTracing,
} from './trace-messages.js';
