/** What generated code imports from the parts of the runtime for feeds and message brokers. */

export const socketValues = ['FeedClient'] as const;
export const socketTypes = [
  'Carried',
  'AddressValues',
  'FeedClientOptions',
  'FeedDescriptor',
  'FeedRequestOptions',
  'IdOptional',
  'MessageChecks',
  'SnapshotSource',
] as const;
export const brokerValues = ['Publisher', 'Subscriber'] as const;
export const brokerAvroValues = ['avroPayload'] as const;
export const brokerProtobufValues = ['protobufPayload'] as const;
export const brokerTypes = [
  'AnyValue',
  'Broker',
  'BrokerAbility',
  'BrokerChecks',
  'BrokerDescriptor',
  'BrokerSubscription',
  'HeaderValues',
  'MessageHandler',
  'PayloadCodec',
  'PublisherOptions',
  'PublishOptions',
  'ReceivedMessage',
  'RequestHandler',
  'RequestOptions',
  'SubscriberOptions',
  'SubscriptionOptions',
] as const;
export const socketServerValues = ['feedServer'] as const;
export const socketServerTypes = [
  'EventFeedServer',
  'FeedCallsOf',
  'FeedHandlers',
  'FeedMessageVerifier',
  'FeedServer',
  'FeedServerOptions',
  'FeedVerifier',
  'ForOthers',
  'ForOwners',
  'MiddlewareOption',
  'PublishedEvent',
  'Sender',
] as const;
