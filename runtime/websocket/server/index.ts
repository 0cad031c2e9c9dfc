export { type CloseReason, type CloseReasons, closeReasons } from './close-reasons.js';
export type {
  EventOwner,
  EventTypes,
  FeedEventTypes,
  ForOthers,
  ForOwners,
  PublishedEvent,
} from './event-types.js';
export type { EventFeedServer, FeedServer } from './feed-server.js';
export { feedServer } from './feed-server.js';
export type {
  CallOf,
  CallProtocol,
  HandlerCall,
  HandlerOutcome,
  Middleware,
  MiddlewareOf,
  MiddlewareOption,
  OutcomeOfCalls,
} from '../../core/server/middleware.js';
export type { FeedCallsOf } from './operations.js';
export {
  createRevocations,
  memoryRevocationStore,
  type RevocationOptions,
  type Revocations,
  type RevocationStore,
} from '../../core/server/revocations.js';
export {
  createRefusals,
  type EveryRefusal,
  type ReasonOf,
  type RefusalMap,
  type RefusalResponse,
  type Refuse,
} from '../../core/server/refusals.js';
export type { CountArguments, PublishArguments, PublishOptions } from './publish-arguments.js';
export type {
  ChannelHandler,
  CurrentSubscription,
  FeedHandlers,
  FeedMessageVerifier,
  FeedServerEvent,
  FeedServerOptions,
  FeedVerifier,
  MessageListener,
  PresentedToFeed,
  Refusal,
  Sender,
  Subscriber,
  SubscriptionRequest,
} from './options.js';
