export { type CloseReason, type CloseReasons, closeReasons } from './close-reasons.js';
export type { FeedServer } from './feed-server.js';
export { feedServer } from './feed-server.js';
export type { CountArguments, PublishArguments, PublishOptions } from './publish-arguments.js';
export type {
  ChannelHandler,
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
