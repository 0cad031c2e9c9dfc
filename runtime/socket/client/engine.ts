import type { JsonValue } from '../../core/descriptor.js';
import type { FeedDescriptor } from '../descriptor.js';
import { FeedError } from '../errors.js';
import { type Channel, type Feed, prepareFeed } from '../feed.js';
import type { Frame } from '../socket.js';
import { SequenceTracker } from '../sequence.js';
import { authAt, serverNamed } from '../place.js';
import { compileTemplate } from '../template.js';
import { socketRequest, urlOf, variablesOf } from '../address.js';
import { createCalls, type FeedRequestOptions } from './calls.js';
import { type Announcer, announcer } from './events.js';
import type { Consumer, KeyStream } from './key-stream.js';
import { createLink, type Link } from './link.js';
import { createMembership } from './membership.js';
import { type ClientSettings, clientSettings, type FeedClientOptions } from './options.js';
import { createReceiver } from './receiver.js';
import { createRepairShop } from './repair-shop.js';
import { createRequests, type Requests } from './requests.js';
import { ChannelStreams } from './streams.js';

/** A client without types: what every kind of subscription rests on. */
export interface Engine {
  readonly feed: Feed;
  readonly events: Announcer;
  readonly settings: ClientSettings;
  readonly isOpen: boolean;
  /** Whether a channel demands credentials where this client connects. */
  readonly demands: (channel: Channel) => boolean;
  readonly start: () => void;
  /**
   * Lets a consumer take keys of a channel, or its whole; resolves when the feed has granted it. Rejects with a {@link FeedError}, and
   * the consumer takes nothing then.
   */
  readonly join: (
    channel: Channel,
    keys: readonly string[],
    consumer: Consumer,
    options: Readonly<Record<string, JsonValue>> | undefined,
  ) => Promise<void>;
  /** Resolves when the feed has acknowledged that nobody takes what the consumer took. */
  readonly leave: (consumer: Consumer) => Promise<void>;
  /** Puts a message on the wire; `false` where no connection is open. */
  readonly send: (frame: Frame) => boolean;
  /** Sends a request of the program's own; resolves with its reply. */
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

/** A client that is not yet connected. @throws {FeedError} for options that can not work */
export function createEngine(
  descriptor: FeedDescriptor,
  options: FeedClientOptions & { readonly query?: object },
  parameters: object,
): Engine {
  const feed = prepareFeed(descriptor);
  const settings = clientSettings(options, variablesOf(descriptor, options.variables));
  const server = serverNamed(descriptor, options.server);
  const below = feed.address?.write(parameters, options.query ?? {});
  const url = options.url === undefined ? urlOf(server, settings.variables) : String(options.url);
  const events = announcer(options.onEvent);
  const { announce } = events;
  const channels: (ChannelStreams | undefined)[] = [];
  const members = createMembership();
  const count =
    feed.connectionSequence === undefined
      ? undefined
      : new SequenceTracker(feed.connectionSequence.mode);
  let hasEnded = false;
  let tellClosed: (() => void) | undefined;
  const closed = new Promise<void>((resolve) => (tellClosed = resolve));

  const present = (): readonly ChannelStreams[] =>
    channels.filter((streams) => streams !== undefined && !streams.isEmpty) as ChannelStreams[];
  const requests: Requests | undefined =
    descriptor.control === undefined
      ? undefined
      : createRequests(
          descriptor.control,
          (text) => link.send(text),
          settings.timers,
          settings.requestTimeout,
        );

  const shop = createRepairShop(
    settings,
    announce,
    (stream) => resubscribe(stream),
    descriptor.control?.unsubscribe !== undefined,
  );
  const send = (frame: Frame): boolean => {
    const { isOpen } = link;
    if (isOpen) link.send(frame);
    return isOpen;
  };
  const { timers, requestTimeout } = settings;
  const calls = createCalls(descriptor, feed.requestRouteOf, send, timers, requestTimeout);
  const receive = createReceiver({ feed, settings, announce, channels, count, requests, calls });

  const link: Link = createLink(
    socketRequest(descriptor, url, settings.headers, below),
    settings,
    {
      interval: Math.max(settings.livenessInterval, (descriptor.heartbeat?.interval ?? 0) * 1.5),
      ping: pinger(descriptor),
      isPromised: () =>
        descriptor.heartbeat?.interval !== undefined ||
        present().some(({ channel }) => channel.descriptor.heartbeat !== undefined),
    },
    events,
    {
      opened() {
        count?.reset();
        calls.opened();
        for (const streams of present()) void requestAll(streams, streams.asked);
      },
      frame: (frame: Frame) => receive(frame),
      lost() {
        requests?.abandon(new FeedError('closed', 'The connection was lost'));
        calls.abandon(new FeedError('closed', 'The connection was lost'));
        for (const streams of present()) streams.interrupted();
      },
      ended(error) {
        hasEnded = true;
        shop.stop();
        requests?.abandon(new FeedError('closed', 'The feed was closed'));
        calls.abandon(new FeedError('closed', 'The feed was closed'), true);
        for (const consumer of members.consumers) {
          members.remove(consumer);
          consumer.fail(error instanceof FeedError ? error : undefined);
        }
        tellClosed?.();
      },
    },
  );

  /** One request for all that is wished in the same way. */
  const requestAll = async (
    streams: ChannelStreams,
    wanted: readonly KeyStream[],
  ): Promise<void> => {
    const wishes = new Map<unknown, KeyStream[]>();
    for (const stream of wanted) {
      const kind = stream === streams.whole ? 'whole' : (stream.options ?? 'keys');
      wishes.set(kind, [...(wishes.get(kind) ?? []), stream]);
    }
    await Promise.all([...wishes.values()].map((same) => request(streams, same)));
  };

  const request = async (streams: ChannelStreams, wanted: readonly KeyStream[]): Promise<void> => {
    const { generation } = link;
    for (const stream of wanted) stream.requested();
    try {
      await ask('subscribe', streams, wanted, generation);
    } catch (error) {
      if (generation === link.generation) refused(streams, wanted, error);
      return;
    }
    if (generation !== link.generation) return;
    const granted = wanted.filter((stream) => streams.has(stream));
    for (const stream of granted) stream.granted();
    members.granted(granted);
    announce({ kind: 'subscribed', channel: streams.channel.key, keys: keysOf(granted) });
  };

  const ask = async (
    kind: 'subscribe' | 'unsubscribe',
    streams: ChannelStreams,
    wanted: readonly KeyStream[],
    generation: number,
  ): Promise<void> => {
    const { channel } = streams;
    const auth = kind === 'subscribe' ? await credentials(channel) : undefined;
    const isLate = generation !== link.generation;
    const still = kind === 'subscribe' ? wanted.filter((stream) => streams.has(stream)) : wanted;
    if (isLate || requests === undefined || still.length === 0) return;
    await requests.ask({
      kind,
      channel,
      keys: keysOf(still),
      ...(auth === undefined ? {} : { auth }),
      ...(still[0]?.options === undefined ? {} : { options: still[0].options }),
    });
  };

  const credentials = async (
    channel: Channel,
  ): Promise<Readonly<Record<string, JsonValue>> | undefined> => {
    const auth = authAt(server, channel.descriptor);
    if (auth === 'none' || settings.credentials === undefined) return undefined;
    try {
      return await settings.credentials({
        channel: channel.key,
        now: settings.timers.now(),
        variables: settings.variables,
      });
    } catch (cause) {
      throw new FeedError('credentials', 'The credential could not be made', { cause });
    }
  };

  const refused = (streams: ChannelStreams, wanted: readonly KeyStream[], error: unknown): void => {
    const still = wanted.filter((stream) => streams.has(stream));
    const isFirst = still.some((stream) => members.isFirst(stream));
    const known = error instanceof FeedError ? error : new FeedError('closed', String(error));
    if (!isFirst && known.code === 'timeout') {
      link.renew('Subscriptions were not acknowledged');
      return;
    }
    const takers = new Set(still.flatMap(({ consumers }) => [...consumers]));
    if (known.code === 'refused' && still.length > 1 && takers.size > 1) {
      // What one asked for must not cost the others theirs: halves find out which it was.
      const middle = still.length >> 1;
      void request(streams, still.slice(0, middle));
      void request(streams, still.slice(middle));
      return;
    }
    if (!isFirst && still.length > 0) {
      announce({ kind: 'refused', channel: streams.channel.key, keys: keysOf(still), error });
    }
    for (const stream of still) {
      for (const consumer of stream.consumers) {
        consumer.fail(known);
        void depart(
          streams,
          members.remove(consumer).filter((other) => !still.includes(other)),
        );
      }
    }
  };

  /** Tells the feed that streams are no longer wanted. */
  const depart = async (streams: ChannelStreams, left: readonly KeyStream[]): Promise<void> => {
    const asked = left.filter(({ wire }) => wire !== 'wanted');
    if (asked.length === 0 || !link.isOpen) return;
    const { generation } = link;
    try {
      for (const part of [asked.filter(isWhole), asked.filter((stream) => !isWhole(stream))]) {
        if (part.length > 0) await ask('unsubscribe', streams, part, generation);
      }
      announce({ kind: 'unsubscribed', channel: streams.channel.key, keys: keysOf(left) });
    } catch (error) {
      // A connection that is lost has left everything.
      if (!(error instanceof FeedError && error.code === 'closed')) throw error;
    }
  };

  const resubscribe = async (stream: KeyStream): Promise<void> => {
    const streams = channels[stream.channel.index];
    const target = streams?.has(stream) === true ? stream : streams?.whole;
    if (streams === undefined || target === undefined) return;
    const { generation } = link;
    await ask('unsubscribe', streams, [target], generation);
    await ask('subscribe', streams, [target], generation);
    streams.rejoined(target);
  };

  return {
    feed,
    events,
    settings,
    closed,
    get isOpen() {
      return link.isOpen;
    },
    demands: ({ descriptor: channel }) => authAt(server, channel) === 'required',
    start: () => link.start(),
    send,
    async call(operation, message, given) {
      if (hasEnded) throw new FeedError('closed', 'The feed was closed');
      link.start();
      return await calls.ask(operation, message, given);
    },
    async join(channel, keys, consumer, wishes) {
      if (hasEnded) throw new FeedError('closed', 'The feed was closed');
      const streams = (channels[channel.index] ??= new ChannelStreams(channel, shop));
      const taken = streams.join(keys, consumer);
      const fresh = taken.filter(({ wire }) => wire === 'wanted');
      for (const stream of fresh) stream.options ??= wishes;
      const granted = members.add(consumer, streams, taken);
      link.start();
      if (link.isOpen && fresh.length > 0) void requestAll(streams, fresh);
      if (consumer.needsSnapshot) {
        for (const stream of taken) if (stream.wire === 'active') stream.repair('initial');
      }
      await granted;
    },
    async leave(consumer) {
      const left = members.remove(consumer);
      const streams = channels[left[0]?.channel.index ?? -1];
      if (streams !== undefined) await depart(streams, left);
    },
    repair(channel, key, reason) {
      const streams = channels[channel.index];
      (streams?.keyed.get(key) ?? streams?.whole)?.repair(reason);
    },
    close(error) {
      link.close(1000, '', error);
    },
  };
}

function keysOf(streams: readonly KeyStream[]): readonly string[] {
  return streams.filter((stream) => !isWhole(stream)).map(({ key }) => key);
}

function isWhole({ key }: KeyStream): boolean {
  return key === '';
}

/** Writes the feed's own ping, with a number that counts. */
function pinger({ heartbeat }: FeedDescriptor): (() => string | undefined) | undefined {
  if (heartbeat?.ping === undefined) return undefined;
  const template = compileTemplate(heartbeat.ping.template);
  let id = 0;
  return () => {
    id += 1;
    return JSON.stringify(template.render((hole) => (hole === 'id' ? id : undefined)));
  };
}
