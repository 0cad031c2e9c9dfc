import type { Channel, Feed } from '../feed.js';
import type { FeedConnection } from './connection.js';
import type { SubscribedKeys } from './control-replies.js';
import type { Member } from './hub.js';
import type { Subscriber } from './options.js';
import type { SubscriptionCounts } from './subscription-counts.js';

/** Memberships of connections in the hubs of channels, one for each subscribed key. */
export interface Memberships {
  /** Subscribes to one key of a channel; returns `undefined` if the subscription already exists. */
  readonly join: (
    connection: FeedConnection,
    channel: Channel,
    key: string,
    subscriber: Subscriber,
  ) => Member | undefined;
  /** Ends the subscriptions to the given keys of a channel. */
  readonly end: (connection: FeedConnection, channel: Channel, keys: readonly string[]) => void;
  /** Returns the keys to which a connection is subscribed, by channel. */
  readonly keysOf: (connection: FeedConnection) => readonly SubscribedKeys[];
}

/** Creates the memberships of a server, which are counted by connection and caller. */
export function createMemberships(feed: Feed, counts: SubscriptionCounts): Memberships {
  return {
    join(connection, channel, key, subscriber) {
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
    },
    end(connection, channel, keys) {
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
    },
    keysOf: (connection) =>
      [...feed.channels.values()].flatMap((channel) => {
        const members = connection.members.get(channel);
        if (members === undefined) return [];
        return [{ channel, keys: [...members.keys()].filter((key) => key !== '') }];
      }),
  };
}
