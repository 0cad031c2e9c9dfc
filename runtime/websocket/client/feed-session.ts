import type { FeedDescriptor } from '../descriptor.js';
import { FeedError } from '../errors.js';
import { type Channel, type Feed, prepareFeed } from '../feed.js';
import type { Frame } from '../socket.js';
import { SequenceTracker } from '../sequence.js';
import { serverAuth, selectServer } from '../server-selection.js';
import { compileTemplate, type TemplateMembers } from '../template.js';
import { socketRequest, urlOf, variablesOf } from '../address.js';
import { createPendingRequests, type FeedRequestOptions } from './pending-requests.js';
import { type EventEmitter, createEventEmitter } from './events.js';
import type { Consumer } from './key-stream.js';
import { createReconnectingSocket, type ReconnectingSocket } from './reconnecting-socket.js';
import { createSubscriberRegistry } from './subscriber-registry.js';
import { type ClientSettings, clientSettings, type FeedClientOptions } from './options.js';
import { createReceiver } from './receiver.js';
import { createResyncScheduler } from './resync-scheduler.js';
import { createSubscriptionProtocol, type SubscriptionProtocol } from './subscription-protocol.js';
import { createStreamRequests } from './stream-requests.js';
import { ChannelStreams } from './streams.js';

/** Untyped core of a client, shared by all types of subscriptions. */
export interface FeedSession {
  readonly feed: Feed;
  readonly events: EventEmitter;
  readonly settings: ClientSettings;
  readonly isOpen: boolean;
  /** True if a channel requires credentials on the server in use. */
  readonly requiresCredentials: (channel: Channel) => boolean;
  readonly start: () => void;
  /**
   * Subscribes a consumer to keys of a channel, or to the whole
   * channel. Resolves when the feed has granted the subscription.
   *
   * Rejects with a {@link FeedError}; the consumer is not subscribed then.
   */
  readonly join: (
    channel: Channel,
    keys: readonly string[],
    consumer: Consumer,
    options: TemplateMembers | undefined,
  ) => Promise<void>;
  /**
   * Unsubscribes a consumer. Resolves when the feed has acknowledged it, if no other consumer needs the subscription.
   */
  readonly leave: (consumer: Consumer) => Promise<void>;
  /** Sends a message. Returns `false` if no connection is open. */
  readonly send: (frame: Frame) => boolean;
  /** Sends a request of the program. Resolves to its reply. */
  readonly call: (
    operation: string,
    message: unknown,
    options: FeedRequestOptions,
  ) => Promise<unknown>;
  readonly repair: (
    channel: Channel,
    key: string,
    reason: 'crossed' | 'unreadable' | 'asked',
  ) => void;
  readonly close: (error?: unknown) => void;
  readonly closed: Promise<void>;
}

/**
 * Creates the session of a client without connecting.
 *
 * @throws {FeedError} `usage` for options that cannot work.
 */
export function createFeedSession(
  descriptor: FeedDescriptor,
  options: FeedClientOptions & { readonly query?: object },
  parameters: object,
): FeedSession {
  const feed = prepareFeed(descriptor);
  const settings = clientSettings(options, variablesOf(descriptor, options.variables));
  const server = selectServer(descriptor, options.server);
  const relative = feed.address?.write(parameters, options.query ?? {});
  const url = options.url === undefined ? urlOf(server, settings.variables) : String(options.url);
  const events = createEventEmitter(options.onEvent);
  const { emit } = events;
  const channels: (ChannelStreams | undefined)[] = [];
  const members = createSubscriberRegistry();
  const count =
    feed.connectionSequence === undefined
      ? undefined
      : new SequenceTracker(feed.connectionSequence.mode);
  let hasEnded = false;
  let resolveClosed: (() => void) | undefined;
  const closed = new Promise<void>((resolve) => (resolveClosed = resolve));

  const activeStreams = (): readonly ChannelStreams[] =>
    channels.filter((streams) => streams !== undefined && !streams.isEmpty) as ChannelStreams[];
  const requests: SubscriptionProtocol | undefined =
    descriptor.control === undefined
      ? undefined
      : createSubscriptionProtocol(
          descriptor.control,
          (text) => connection.send(text),
          feed.writeJson,
          settings.timers,
          settings.requestTimeout,
        );

  const scheduler = createResyncScheduler(
    settings,
    emit,
    (stream) => streamRequests.resubscribe(stream),
    descriptor.control?.unsubscribe !== undefined,
  );
  const send = (frame: Frame): boolean => {
    const { isOpen } = connection;
    if (isOpen) connection.send(frame);
    return isOpen;
  };
  const { timers, requestTimeout } = settings;
  const calls = createPendingRequests(feed, send, timers, requestTimeout);
  const receive = createReceiver({ feed, settings, emit, channels, count, requests, calls });

  const connection: ReconnectingSocket = createReconnectingSocket(
    socketRequest(descriptor, url, settings.headers, relative),
    settings,
    {
      interval: Math.max(settings.livenessInterval, (descriptor.heartbeat?.interval ?? 0) * 1.5),
      ping: createPings(descriptor),
      expectsMessages: () =>
        descriptor.heartbeat?.interval !== undefined ||
        activeStreams().some(({ channel }) => channel.descriptor.heartbeat !== undefined),
    },
    events,
    {
      opened() {
        count?.reset();
        calls.opened();
        for (const streams of activeStreams())
          void streamRequests.subscribe(streams, streams.requestedStreams);
      },
      frame: (frame: Frame) => receive(frame),
      lost() {
        requests?.abandon(new FeedError('closed', 'The connection was lost'));
        calls.abandon(new FeedError('closed', 'The connection was lost'));
        for (const streams of activeStreams()) streams.interrupted();
      },
      ended(error) {
        hasEnded = true;
        scheduler.stop();
        requests?.abandon(new FeedError('closed', 'The feed was closed'));
        calls.abandon(new FeedError('closed', 'The feed was closed'), true);
        for (const consumer of members.consumers) {
          members.remove(consumer);
          consumer.fail(error instanceof FeedError ? error : undefined);
        }
        resolveClosed?.();
      },
    },
  );

  const streamRequests = createStreamRequests({
    settings,
    server,
    connection,
    protocol: requests,
    subscribers: members,
    channels,
    emit,
  });

  return {
    feed,
    events,
    settings,
    closed,
    get isOpen() {
      return connection.isOpen;
    },
    requiresCredentials: ({ descriptor: channel }) => serverAuth(server, channel) === 'required',
    start: () => connection.start(),
    send,
    async call(operation, message, requestOptions) {
      if (hasEnded) throw new FeedError('closed', 'The feed was closed');
      connection.start();
      return await calls.send(operation, message, requestOptions);
    },
    async join(channel, keys, consumer, options) {
      if (hasEnded) throw new FeedError('closed', 'The feed was closed');
      const streams = (channels[channel.index] ??= new ChannelStreams(channel, scheduler));
      const joined = streams.join(keys, consumer);
      const unrequested = joined.filter(({ wire }) => wire === 'wanted');
      for (const stream of unrequested) stream.options ??= options;
      const granted = members.add(consumer, streams, joined);
      connection.start();
      if (connection.isOpen && unrequested.length > 0)
        void streamRequests.subscribe(streams, unrequested);
      if (consumer.needsSnapshot) {
        for (const stream of joined) if (stream.wire === 'active') stream.repair('initial');
      }
      await granted;
    },
    async leave(consumer) {
      const unsubscribed = members.remove(consumer);
      const streams = channels[unsubscribed[0]?.channel.index ?? -1];
      if (streams !== undefined) await streamRequests.unsubscribe(streams, unsubscribed);
    },
    repair(channel, key, reason) {
      const streams = channels[channel.index];
      (streams?.keyed.get(key) ?? streams?.wholeChannel)?.repair(reason);
    },
    close(error) {
      connection.close(1000, '', error);
    },
  };
}

/** Creates the feed's own ping messages, with increasing numbers. */
function createPings({ heartbeat }: FeedDescriptor): (() => string | undefined) | undefined {
  if (heartbeat?.ping === undefined) return undefined;
  const template = compileTemplate(heartbeat.ping.template);
  let id = 0;
  return () => {
    id += 1;
    return JSON.stringify(
      template.render((placeholder) => (placeholder === 'id' ? id : undefined)),
    );
  };
}
