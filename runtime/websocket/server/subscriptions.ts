import type { Channel, Feed } from '../feed.js';
import {
  anonymousSubscriber,
  createAuthorization,
  failedToSubscribe,
} from './authorize-subscription.js';
import type { ControlReplies, SubscribedKeys } from './control-replies.js';
import type { FeedConnection } from './connection.js';
import type { Member } from './hub.js';
import type { AnyHandler, Refusal, ServerSettings, Subscriber } from './options.js';
import type { ParsedRequest } from './read-request.js';
import { SubscriptionCounts } from './subscription-counts.js';

/** Dependencies of subscriptions. */
export interface SubscriptionParts {
  readonly feed: Feed;
  readonly settings: ServerSettings;
  readonly replies: ControlReplies;
  readonly handlers: Readonly<Record<string, AnyHandler | undefined>>;
}

/** Processes the requests of clients. */
export interface Subscriptions {
  /** Grants a request completely or refuses it completely, and replies. */
  readonly subscribe: (connection: FeedConnection, request: ParsedRequest) => Promise<void>;
  readonly unsubscribe: (connection: FeedConnection, request: ParsedRequest) => void;
  /** For feeds without requests: subscribes a new connection to all channels without required credentials. */
  readonly joinAll: (connection: FeedConnection) => void;
  /** Ends all subscriptions of a connection. */
  readonly leave: (connection: FeedConnection) => void;
  readonly refuse: (
    connection: FeedConnection,
    refusal: Refusal,
    id: unknown,
    reason: string,
  ) => void;
}

/** Creates the request processing of a server without subscriptions. */
export function createSubscriptions({
  feed,
  settings,
  replies,
  handlers,
}: SubscriptionParts): Subscriptions {
  const counts = new SubscriptionCounts();
  const { identify, refusalOf, refusalOfChannel } = createAuthorization(settings, handlers, counts);

  const refuse: Subscriptions['refuse'] = (connection, refusal, id, reason) => {
    settings.emit({ kind: 'refused', connection: connection.id, reason });
    const text = replies.error(refusal, id);
    if (text !== undefined) connection.send(text);
  };

  /** Subscribes to one key of a channel; returns `undefined` if the subscription already exists. */
  const subscribeKey = (
    connection: FeedConnection,
    channel: Channel,
    key: string,
    subscriber: Subscriber,
  ): Member | undefined => {
    const members = connection.members.get(channel) ?? new Map<string, Member>();
    connection.members.set(channel, members);
    const existing = members.get(key);
    if (existing !== undefined) {
      // A request with credentials updates the principal of the existing subscription. One without credentials does
      // not.
      if (subscriber.principal !== undefined) {
        counts.remove(connection, existing.subscriber.caller, channel, key);
        counts.add(connection, subscriber.caller, channel, key);
        existing.subscriber = subscriber;
      }
      return undefined;
    }
    const member = connection.room.hubOf(channel).join(connection, key, subscriber);
    members.set(key, member);
    connection.expectSnapshot(channel, key, member);
    counts.add(connection, subscriber.caller, channel, key);
    return member;
  };

  /** Ends the subscriptions to the given keys of a channel. */
  const drop = (connection: FeedConnection, channel: Channel, keys: readonly string[]): void => {
    const members = connection.members.get(channel);
    const ended = new Set<Member>();
    for (const key of keys) {
      const member = members?.get(key);
      if (member === undefined) continue;
      ended.add(member);
      members?.delete(key);
      connection.room.hubOf(channel).remove(key, member);
      counts.remove(connection, member.subscriber.caller, channel, key);
    }
    if (members?.size === 0) connection.members.delete(channel);
    if (ended.size > 0) connection.discardQueued(channel, ended);
  };

  /** Creates and sends the snapshot for one key. A failure affects only that subscription. */
  const sendSnapshot = async (channel: Channel, key: string, member: Member): Promise<void> => {
    const { connection, subscriber } = member;
    try {
      const result = handlers[channel.key]?.snapshot?.(key === '' ? undefined : key, subscriber);
      const messages = result instanceof Promise ? await result : (result ?? []);
      if (connection.members.get(channel)?.get(key) !== member) return;
      connection.sendSnapshot(channel, member, messages);
    } catch (error) {
      settings.emit({ kind: 'failed', connection: connection.id, error });
      drop(connection, channel, [key]);
      refuse(connection, failedToSubscribe('Internal error', 'internal'), undefined, 'snapshot');
    }
  };

  const now = (connection: FeedConnection): readonly SubscribedKeys[] =>
    [...feed.channels.values()].flatMap((channel) => {
      const members = connection.members.get(channel);
      if (members === undefined) return [];
      return [{ channel, keys: [...members.keys()].filter((key) => key !== '') }];
    });

  return {
    refuse,
    async subscribe(connection, request) {
      const subscriber = await identify(connection, request);
      if ('refusal' in subscriber) {
        refuse(connection, subscriber.refusal, request.id, subscriber.reason);
        return;
      }
      const requested = request.entries.reduce(
        (sum, { keys }) => sum + Math.max(1, keys.length),
        0,
      );
      if (connection.subscriptionCount + requested > settings.subscriptionsPerConnection) {
        const refusal = failedToSubscribe('Too many subscriptions', 'rate-limited');
        refuse(connection, refusal, request.id, 'too many subscriptions');
        return;
      }
      for (const entry of request.entries) {
        const refusal = await refusalOf(connection, entry, subscriber);
        if (refusal === undefined) continue;
        const reason = refusal.reason ?? refusal.message;
        refuse(connection, refusal, request.id, reason);
        return;
      }
      if (!connection.isOpen || connection.closingSince !== undefined) return;
      connection.hasSubscribed = true;
      const added = request.entries.flatMap(({ channel, keys }) =>
        (keys.length === 0 ? [''] : keys).flatMap((key) => {
          const member = subscribeKey(connection, channel, key, subscriber);
          return member === undefined ? [] : [{ channel, key, member }];
        }),
      );
      for (const text of replies.acknowledge('subscribe', request, now(connection))) {
        connection.send(text);
      }
      // Not awaited: a slow snapshot must not prevent the client from unsubscribing.
      for (const { channel, key, member } of added) void sendSnapshot(channel, key, member);
    },
    unsubscribe(connection, request) {
      for (const { channel, keys } of request.entries) {
        const members = connection.members.get(channel);
        const keysToDrop = keys.length === 0 ? [...(members?.keys() ?? [])] : keys;
        drop(connection, channel, keysToDrop);
      }
      for (const text of replies.acknowledge('unsubscribe', request, now(connection))) {
        connection.send(text);
      }
    },
    joinAll(connection) {
      connection.hasSubscribed = true;
      const candidates = [...feed.channels.values()].filter(
        ({ descriptor }) => settings.authOf(descriptor) !== 'required',
      );
      const join = (channel: Channel): void => {
        const member = subscribeKey(connection, channel, '', anonymousSubscriber(connection));
        if (member !== undefined) void sendSnapshot(channel, '', member);
      };
      // Without requests there are no replies. A client that is refused all channels is informed by the close of the
      // connection.
      let refused = 0;
      for (const channel of candidates) {
        if (handlers[channel.key]?.authorize === undefined) join(channel);
        else {
          void refusalOfChannel(connection, channel).then((refusal) => {
            if (!connection.isOpen || connection.closingSince !== undefined) return;
            if (refusal === undefined) {
              join(channel);
              return;
            }
            const reason = refusal.reason ?? refusal.message;
            refuse(connection, refusal, undefined, reason);
            refused += 1;
            if (refused === candidates.length) {
              connection.close({ code: 1008, reason });
            }
          });
        }
      }
    },
    leave(connection) {
      for (const [channel, members] of connection.members) {
        drop(connection, channel, [...members.keys()]);
      }
    },
  };
}
