export type { FeedServer } from './feed-server.js';
export { feedServer } from './feed-server.js';
export type {
  ChannelHandler,
  FeedHandlers,
  FeedServerEvent,
  FeedServerOptions,
  FeedVerifier,
  PresentedToFeed,
  Refusal,
  Subscriber,
  SubscriptionRequest,
} from './options.js';
