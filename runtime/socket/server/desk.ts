import type { Channel, Feed } from '../feed.js';
import type { Answers, Subscribed } from './answers.js';
import type { FeedConnection } from './connection.js';
import type { Member } from './hub.js';
import type { AnyHandler, Refusal, ServerSettings, Subscriber } from './options.js';
import type { ReadEntry, ReadRequest } from './read-request.js';

/** What requests are carried out with. */
export interface DeskParts {
  readonly feed: Feed;
  readonly settings: ServerSettings;
  readonly answers: Answers;
  readonly handlers: Readonly<Record<string, AnyHandler | undefined>>;
}

/** Carries requests out. */
export interface Desk {
  /** All of a request, or nothing of it; answers who asked. */
  readonly subscribe: (connection: FeedConnection, request: ReadRequest) => Promise<void>;
  readonly unsubscribe: (connection: FeedConnection, request: ReadRequest) => void;
  /** For feeds without requests: whoever connects takes all that needs no credentials. */
  readonly joinAll: (connection: FeedConnection) => void;
  /** Forgets whatever a connection had. */
  readonly leave: (connection: FeedConnection) => void;
  readonly refuse: (
    connection: FeedConnection,
    refusal: Refusal,
    id: unknown,
    reason: string,
  ) => void;
}

/** A desk without any subscriptions. */
export function createDesk({ feed, settings, answers, handlers }: DeskParts): Desk {
  /** Subscriptions of one caller to one key, over all connections. */
  const counts = new Map<string, number>();
  const placeOf = (
    { address }: FeedConnection,
    caller: string,
    channel: Channel,
    key: string,
  ): string => JSON.stringify([address.id, caller, channel.key, key]);
  const count = (place: string, by: 1 | -1): void => {
    const now = (counts.get(place) ?? 0) + by;
    if (now <= 0) counts.delete(place);
    else counts.set(place, now);
  };

  const nobody = ({ id, request, address }: FeedConnection): Subscriber => ({
    connection: id,
    principal: undefined,
    caller: request.peer?.address ?? '',
    request,
    parameters: address.parameters,
    query: address.query,
  });

  const refuse: Desk['refuse'] = (connection, refusal, id, reason) => {
    settings.announce({ kind: 'refused', connection: connection.id, reason });
    const text = answers.error(refusal, id);
    if (text !== undefined) connection.send(text);
  };

  /** Who asks, or why nobody is believed. */
  const identify = async (
    connection: FeedConnection,
    request: ReadRequest,
  ): Promise<Subscriber | { readonly refusal: Refusal; readonly reason: string }> => {
    const { auth, entries } = request;
    const unknown = nobody(connection);
    if (auth === undefined || settings.verify === undefined) return unknown;
    const verdict = await settings.verify({
      auth,
      channels: entries.map(({ channel }) => channel.key),
      request: connection.request,
      parameters: connection.address.parameters,
      query: connection.address.query,
      now: settings.timers.now(),
    });
    if (!verdict.ok) {
      return { refusal: failed('Authentication Failed', 'unauthorized'), reason: verdict.reason };
    }
    const { principal, caller = JSON.stringify(principal) ?? '' } = verdict;
    return { ...unknown, principal, caller };
  };

  /** Why an entry can not be granted, if so. */
  const objection = async (
    connection: FeedConnection,
    entry: ReadEntry,
    subscriber: Subscriber,
  ): Promise<Refusal | undefined> => {
    const { channel, keys, options } = entry;
    const { name, keys: division } = channel.descriptor;
    if (settings.authOf(channel.descriptor) === 'required' && subscriber.principal === undefined) {
      return failed(`${name} requires authentication`, 'unauthorized');
    }
    if (division?.required === true && keys.length === 0) {
      return failed(`${name} needs ${division.name}`, 'invalid-request');
    }
    const { subscriptionsPerKey = Infinity } = settings.limits;
    const tooMany = keys.find(
      (key) =>
        (counts.get(placeOf(connection, subscriber.caller, channel, key)) ?? 0) >=
        subscriptionsPerKey,
    );
    if (tooMany !== undefined) {
      return failed(`Too many subscriptions to ${name} of ${tooMany}`, 'rate-limited');
    }
    return await handlers[channel.key]?.authorize?.({ ...subscriber, keys, options });
  };

  /** Why a connection may not take a channel as a whole, if so. */
  const objectionToWhole = async (
    connection: FeedConnection,
    channel: Channel,
  ): Promise<Refusal | undefined> => {
    try {
      const asked = { ...nobody(connection), keys: [], options: {} };
      return await handlers[channel.key]?.authorize?.(asked);
    } catch (error) {
      settings.announce({ kind: 'failed', connection: connection.id, error });
      return failed('Internal error', 'internal');
    }
  };

  /** Enters one key of one channel; `undefined` where it was there already. */
  const enter = (
    connection: FeedConnection,
    channel: Channel,
    key: string,
    subscriber: Subscriber,
  ): Member | undefined => {
    const members = connection.members.get(channel) ?? new Map<string, Member>();
    connection.members.set(channel, members);
    const known = members.get(key);
    if (known !== undefined) {
      // Somebody who shows who they are is that from now on; somebody who does not stays who they were.
      if (subscriber.principal !== undefined) {
        count(placeOf(connection, known.subscriber.caller, channel, key), -1);
        count(placeOf(connection, subscriber.caller, channel, key), 1);
        known.subscriber = subscriber;
      }
      return undefined;
    }
    const member = connection.room.hubOf(channel).join(connection, key, subscriber);
    members.set(key, member);
    connection.begin(channel, key, member);
    count(placeOf(connection, subscriber.caller, channel, key), 1);
    return member;
  };

  /** Ends the subscriptions of one channel to those keys. */
  const drop = (connection: FeedConnection, channel: Channel, keys: readonly string[]): void => {
    const members = connection.members.get(channel);
    const over = new Set<Member>();
    for (const key of keys) {
      const member = members?.get(key);
      if (member === undefined) continue;
      over.add(member);
      members?.delete(key);
      connection.room.hubOf(channel).remove(key, member);
      count(placeOf(connection, member.subscriber.caller, channel, key), -1);
    }
    if (members?.size === 0) connection.members.delete(channel);
    if (over.size > 0) connection.forget(channel, over);
  };

  /** What comes before everything else, for one key. What it makes of itself later changes nothing about the others. */
  const begin = async (channel: Channel, key: string, member: Member): Promise<void> => {
    const { connection, subscriber } = member;
    try {
      const made = handlers[channel.key]?.snapshot?.(key === '' ? undefined : key, subscriber);
      const messages = made instanceof Promise ? await made : (made ?? []);
      if (connection.members.get(channel)?.get(key) !== member) return;
      connection.sendSnapshot(channel, member, messages);
    } catch (error) {
      settings.announce({ kind: 'failed', connection: connection.id, error });
      drop(connection, channel, [key]);
      refuse(connection, failed('Internal error', 'internal'), undefined, 'snapshot');
    }
  };

  const now = (connection: FeedConnection): readonly Subscribed[] =>
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
      const wanted = request.entries.reduce((sum, { keys }) => sum + Math.max(1, keys.length), 0);
      if (connection.subscriptionCount + wanted > settings.subscriptionsPerConnection) {
        const refusal = failed('Too many subscriptions', 'rate-limited');
        refuse(connection, refusal, request.id, 'too many subscriptions');
        return;
      }
      for (const entry of request.entries) {
        const refusal = await objection(connection, entry, subscriber);
        if (refusal === undefined) continue;
        const reason = refusal.reason ?? refusal.message;
        refuse(connection, refusal, request.id, reason);
        return;
      }
      if (!connection.isOpen || connection.closingSince !== undefined) return;
      connection.hasAsked = true;
      const begun = request.entries.flatMap(({ channel, keys }) =>
        (keys.length === 0 ? [''] : keys).flatMap((key) => {
          const member = enter(connection, channel, key, subscriber);
          return member === undefined ? [] : [{ channel, key, member }];
        }),
      );
      for (const text of answers.acknowledge('subscribe', request, now(connection))) {
        connection.send(text);
      }
      // Nobody waits: a snapshot that takes long must not keep the client from leaving.
      for (const { channel, key, member } of begun) void begin(channel, key, member);
    },
    unsubscribe(connection, request) {
      for (const { channel, keys } of request.entries) {
        const members = connection.members.get(channel);
        const left = keys.length === 0 ? [...(members?.keys() ?? [])] : keys;
        drop(connection, channel, left);
      }
      for (const text of answers.acknowledge('unsubscribe', request, now(connection))) {
        connection.send(text);
      }
    },
    joinAll(connection) {
      connection.hasAsked = true;
      const open = [...feed.channels.values()].filter(
        ({ descriptor }) => settings.authOf(descriptor) !== 'required',
      );
      const join = (channel: Channel): void => {
        const member = enter(connection, channel, '', nobody(connection));
        if (member !== undefined) void begin(channel, '', member);
      };
      // Without requests there is nothing to answer: who may take no channel at all is told by the end of the connection.
      let refused = 0;
      for (const channel of open) {
        if (handlers[channel.key]?.authorize === undefined) join(channel);
        else {
          void objectionToWhole(connection, channel).then((refusal) => {
            if (!connection.isOpen || connection.closingSince !== undefined) return;
            if (refusal === undefined) {
              join(channel);
              return;
            }
            const reason = refusal.reason ?? refusal.message;
            refuse(connection, refusal, undefined, reason);
            refused += 1;
            if (refused === open.length) {
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

function failed(reason: string, code: string): Refusal {
  return { message: 'Failed to subscribe', reason, code };
}
