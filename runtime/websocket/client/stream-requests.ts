import type { FeedServerDescriptor } from '../descriptor.js';
import { FeedError } from '../errors.js';
import type { EventEmitter } from './events.js';
import type { KeyStream } from './key-stream.js';
import type { ClientSettings } from './options.js';
import type { ReconnectingSocket } from './reconnecting-socket.js';
import type { ChannelStreams } from './streams.js';
import type { SubscriberRegistry } from './subscriber-registry.js';
import { createChangeSender, isWholeChannel, keysOf } from './subscription-changes.js';
import type { SubscriptionProtocol } from './subscription-protocol.js';

/** Dependencies of the requests for streams. */
export interface StreamRequestParts {
  readonly settings: ClientSettings;
  readonly server: FeedServerDescriptor | undefined;
  readonly connection: ReconnectingSocket;
  /** Absent if the feed has no subscription requests. */
  readonly protocol: SubscriptionProtocol | undefined;
  readonly subscribers: SubscriberRegistry;
  readonly channels: readonly (ChannelStreams | undefined)[];
  readonly emit: EventEmitter['emit'];
}

/** Requests subscriptions of streams from the server, and handles its refusals. */
export interface StreamRequests {
  /** Subscribes to streams, with one request for all streams with the same options. Never rejects. */
  readonly subscribe: (streams: ChannelStreams, requested: readonly KeyStream[]) => Promise<void>;
  /** Unsubscribes streams without consumers. */
  readonly unsubscribe: (
    streams: ChannelStreams,
    unsubscribed: readonly KeyStream[],
  ) => Promise<void>;
  /** Ends a subscription and requests it again, for a new snapshot. */
  readonly resubscribe: (stream: KeyStream) => Promise<void>;
}

/** Creates the requests of a client, which has one connection. */
export function createStreamRequests({
  settings,
  server,
  connection,
  protocol,
  subscribers,
  channels,
  emit,
}: StreamRequestParts): StreamRequests {
  const sendChange = createChangeSender({ settings, server, connection, protocol });

  /** Subscribes to streams, with one request for all streams with the same options. */
  const subscribe = async (
    streams: ChannelStreams,
    streamsToRequest: readonly KeyStream[],
  ): Promise<void> => {
    const byOptions = new Map<unknown, KeyStream[]>();
    for (const stream of streamsToRequest) {
      const kind = stream === streams.wholeChannel ? 'whole' : (stream.options ?? 'keys');
      byOptions.set(kind, [...(byOptions.get(kind) ?? []), stream]);
    }
    await Promise.all([...byOptions.values()].map((group) => request(streams, group)));
  };

  const request = async (
    streams: ChannelStreams,
    streamsToRequest: readonly KeyStream[],
  ): Promise<void> => {
    const { generation } = connection;
    for (const stream of streamsToRequest) stream.requested();
    try {
      await sendChange('subscribe', streams, streamsToRequest, generation);
    } catch (error) {
      if (generation === connection.generation) refused(streams, streamsToRequest, error);
      return;
    }
    if (generation !== connection.generation) return;
    const granted = streamsToRequest.filter((stream) => streams.has(stream));
    for (const stream of granted) stream.granted();
    subscribers.granted(granted);
    emit({ kind: 'subscribed', channel: streams.channel.key, keys: keysOf(granted) });
  };

  const refused = (
    streams: ChannelStreams,
    streamsToRequest: readonly KeyStream[],
    error: unknown,
  ): void => {
    const remaining = streamsToRequest.filter((stream) => streams.has(stream));
    const isFirst = remaining.some((stream) => subscribers.isFirst(stream));
    const feedError = error instanceof FeedError ? error : new FeedError('closed', String(error));
    if (!isFirst && feedError.code === 'timeout') {
      connection.renew('Subscriptions were not acknowledged');
      return;
    }
    const affected = new Set(remaining.flatMap(({ consumers }) => [...consumers]));
    if (feedError.code === 'refused' && remaining.length > 1 && affected.size > 1) {
      // One invalid key must not affect the others: the request is repeated in halves, until the refused key is found.
      const middle = remaining.length >> 1;
      void request(streams, remaining.slice(0, middle));
      void request(streams, remaining.slice(middle));
      return;
    }
    if (!isFirst && remaining.length > 0) {
      emit({ kind: 'refused', channel: streams.channel.key, keys: keysOf(remaining), error });
    }
    for (const stream of remaining) {
      for (const consumer of stream.consumers) {
        consumer.fail(feedError);
        void unsubscribe(
          streams,
          subscribers.remove(consumer).filter((other) => !remaining.includes(other)),
        );
      }
    }
  };

  /** Unsubscribes streams without consumers. */
  const unsubscribe = async (
    streams: ChannelStreams,
    unsubscribed: readonly KeyStream[],
  ): Promise<void> => {
    const requested = unsubscribed.filter(({ wire }) => wire !== 'wanted');
    if (requested.length === 0 || !connection.isOpen) return;
    const { generation } = connection;
    try {
      for (const part of [
        requested.filter(isWholeChannel),
        requested.filter((stream) => !isWholeChannel(stream)),
      ]) {
        if (part.length > 0) await sendChange('unsubscribe', streams, part, generation);
      }
      emit({ kind: 'unsubscribed', channel: streams.channel.key, keys: keysOf(unsubscribed) });
    } catch (error) {
      // If the connection was lost, nothing is subscribed any more.
      if (!(error instanceof FeedError && error.code === 'closed')) throw error;
    }
  };

  const resubscribe = async (stream: KeyStream): Promise<void> => {
    const streams = channels[stream.channel.index];
    const target = streams?.has(stream) === true ? stream : streams?.wholeChannel;
    if (streams === undefined || target === undefined) return;
    const { generation } = connection;
    await sendChange('unsubscribe', streams, [target], generation);
    await sendChange('subscribe', streams, [target], generation);
    streams.rejoined(target);
  };

  return { subscribe, unsubscribe, resubscribe };
}
