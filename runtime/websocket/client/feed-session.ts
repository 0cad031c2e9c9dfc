import type { FeedDescriptor } from '../descriptor.js';
import { FeedError } from '../errors.js';
import { type Channel, type Feed, prepareFeed } from '../feed.js';
import type { Frame } from '../socket.js';
import { SequenceTracker } from '../sequence.js';
import { serverAuth, selectServer } from '../server-selection.js';
import { compileTemplate } from '../template.js';
import { socketRequest, urlOf, variablesOf } from '../address.js';
import { createPendingRequests, type FeedRequestOptions } from './pending-requests.js';
import { type EventEmitter, createEventEmitter } from './events.js';
import type { Liveness } from './liveness.js';
import { createReconnectingSocket, type ReconnectingSocket } from './reconnecting-socket.js';
import { createSubscriberRegistry } from './subscriber-registry.js';
import { type ClientSettings, clientSettings, type FeedClientOptions } from './options.js';
import { createReceiver } from './receiver.js';
import { createResyncScheduler } from './resync-scheduler.js';
import { createSubscriptions, type Subscriptions } from './subscriptions.js';
import { createSubscriptionProtocol, type SubscriptionProtocol } from './subscription-protocol.js';
import { createStreamRequests } from './stream-requests.js';
import type { ChannelStreams } from './streams.js';

/** Untyped core of a client, shared by all types of subscriptions. */
export interface FeedSession extends Subscriptions {
  readonly feed: Feed;
  readonly events: EventEmitter;
  readonly settings: ClientSettings;
  readonly isOpen: boolean;
  /** True if a channel requires credentials on the server in use. */
  readonly requiresCredentials: (channel: Channel) => boolean;
  readonly start: () => void;
  /** Sends a message. Returns `false` if no connection is open. */
  readonly send: (frame: Frame) => boolean;
  /** Sends a request of the program. Resolves to its reply. */
  readonly call: (
    operation: string,
    message: unknown,
    options: FeedRequestOptions,
  ) => Promise<unknown>;
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
  const mode = feed.connectionSequence?.mode;
  const count = mode === undefined ? undefined : new SequenceTracker(mode);
  let hasEnded = false;
  let resolveClosed: (() => void) | undefined;
  const closed = new Promise<void>((resolve) => (resolveClosed = resolve));

  const activeStreams = (): readonly ChannelStreams[] =>
    channels.filter((streams) => streams !== undefined && !streams.isEmpty) as ChannelStreams[];
  const requests = subscriptionProtocolOf(descriptor, feed, settings, (text) =>
    connection.send(text),
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
    livenessOf(descriptor, settings, activeStreams),
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

  const subscriptions = createSubscriptions({
    channels,
    scheduler,
    subscribers: members,
    connection,
    streamRequests,
  });
  const requireOpen = (): void => {
    if (hasEnded) throw new FeedError('closed', 'The feed was closed');
  };

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
      requireOpen();
      connection.start();
      return await calls.send(operation, message, requestOptions);
    },
    async join(channel, keys, consumer, joinOptions) {
      requireOpen();
      await subscriptions.join(channel, keys, consumer, joinOptions);
    },
    leave: (consumer) => subscriptions.leave(consumer),
    repair: (channel, key, reason) => subscriptions.repair(channel, key, reason),
    close(error) {
      connection.close(1000, '', error);
    },
  };
}

/** Protocol of the feed's subscription requests, if it has any. */
function subscriptionProtocolOf(
  { control }: FeedDescriptor,
  { writeJson }: Feed,
  { timers, requestTimeout }: ClientSettings,
  send: (text: string) => void,
): SubscriptionProtocol | undefined {
  return control && createSubscriptionProtocol(control, send, writeJson, timers, requestTimeout);
}

/** Time after which silence is suspicious, and the messages that the feed promises. */
function livenessOf(
  descriptor: FeedDescriptor,
  { livenessInterval }: ClientSettings,
  activeStreams: () => readonly ChannelStreams[],
): Liveness {
  const { heartbeat } = descriptor;
  return {
    interval: Math.max(livenessInterval, (heartbeat?.interval ?? 0) * 1.5),
    ping: createPings(descriptor),
    expectsMessages: () =>
      heartbeat?.interval !== undefined ||
      activeStreams().some(({ channel }) => channel.descriptor.heartbeat !== undefined),
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
