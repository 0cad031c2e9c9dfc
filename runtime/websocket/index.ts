export { globalSocket } from './adapters/global-socket.js';
export { memorySocket, type MemoryWire } from './adapters/memory.js';
export {
  LevelBook,
  type LevelBookView,
  type LevelRow,
  type PriceLevel,
  type Side,
} from './book/level-book.js';
export { OrderBook, type OrderBookView, type RestingOrder } from './book/order-book.js';
export type { BookCallbacks, BookSubscription } from './client/book-subscription.js';
export type { FeedRequestOptions } from './client/pending-requests.js';
export type { FeedEvent, FeedListener, ResetReason } from './client/events.js';
export {
  FeedClient,
  type SubscribeArguments,
  type SubscribeOptions,
} from './client/feed-client.js';
export type {
  CredentialContext,
  FeedClientOptions,
  FeedCredential,
  FeedSigner,
  ReconnectOptions,
  ResyncOptions,
  SnapshotSource,
} from './client/options.js';
export type { QueueOptions, Subscription, SubscriptionCallbacks } from './client/subscription.js';
export { FeedError, type FeedErrorCode } from './errors.js';
export type {
  AcknowledgementDescriptor,
  AddressDescriptor,
  AddressParameterDescriptor,
  BookDescriptor,
  ChangesDescriptor,
  ChannelDescriptor,
  ChannelMessageDescriptor,
  ConflateDescriptor,
  ControlDescriptor,
  ErrorMessageDescriptor,
  EventMessageDescriptor,
  FeedDescriptor,
  FeedEventDescriptor,
  FeedHeartbeatDescriptor,
  FeedOperationDescriptor,
  FeedServerDescriptor,
  KeysDescriptor,
  LevelsBookDescriptor,
  LimitsDescriptor,
  MessageDescriptor,
  OrdersBookDescriptor,
  OrderUpdateDescriptor,
  QueryParameterDescriptor,
  RequestDescriptor,
  RequestReaderDescriptor,
  ResyncDescriptor,
  SequenceDescriptor,
  SidesDescriptor,
  SlowConsumerDescriptor,
} from './descriptor.js';
export type { AddressValue, AddressValues } from './address-value.js';
export type { ConditionDescriptor } from '../core/message-matcher.js';
export type {
  AcceptSocket,
  Frame,
  OpenSocket,
  SharedFrame,
  Socket,
  SocketClosed,
  SocketEvents,
  SocketRefusal,
  SocketRequest,
} from './socket.js';
export type {
  BookChannelOf,
  Carried,
  ChannelOf,
  ChannelTypes,
  FeedTypes,
  HeartbeatOf,
  IdOptional,
  MessageChecks,
  ParametersOf,
  QueryOf,
  Validation,
} from './types.js';
