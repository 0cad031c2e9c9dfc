import { Correlation } from '../../core/server/correlation.js';
import type { Channel, Feed } from '../feed.js';
import {
  anonymousSubscriber,
  createAuthorization,
  failedToSubscribe,
} from './authorize-subscription.js';
import type { ControlReplies } from './control-replies.js';
import type { FeedConnection } from './connection.js';
import type { Member } from './hub.js';
import { createMemberships } from './memberships.js';
import type { AnyHandler, Refusal, ServerSettings } from './options.js';
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
    correlation?: Correlation,
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
  const memberships = createMemberships(feed, counts);
  const { identify, refusalOf, refusalOfChannel } = createAuthorization(settings, handlers, counts);

  const refuse: Subscriptions['refuse'] = (
    connection,
    refusal,
    id,
    reason,
    { id: correlationId } = new Correlation(),
  ) => {
    settings.emit({ kind: 'refused', connection: connection.id, reason, correlationId });
    const text = replies.error(refusal, id, correlationId);
    if (text !== undefined) connection.send(text);
  };

  const acknowledge = (
    kind: 'subscribe' | 'unsubscribe',
    connection: FeedConnection,
    request: ParsedRequest,
  ): void => {
    const current = memberships.keysOf(connection);
    for (const text of replies.acknowledge(kind, request, current)) connection.send(text);
    report(connection, current);
  };

  const report = ({ id }: FeedConnection, current: ReturnType<typeof memberships.keysOf>): void => {
    const subscriptions = current.map(({ channel, keys }) => ({ channel: channel.key, keys }));
    settings.emit({ kind: 'subscriptions', connection: id, subscriptions });
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
      const correlation = new Correlation();
      const { id: correlationId } = correlation;
      settings.emit({ kind: 'failed', connection: connection.id, error, correlationId });
      memberships.end(connection, channel, [key]);
      report(connection, memberships.keysOf(connection));
      const refusal = failedToSubscribe('Internal error', 'internal');
      refuse(connection, refusal, undefined, 'snapshot', correlation);
    }
  };

  return {
    refuse,
    async subscribe(connection, request) {
      const subscriber = await identify(connection, request);
      if ('refusal' in subscriber) {
        refuse(connection, subscriber.refusal, request.id, subscriber.reason);
        return;
      }
      if (
        connection.subscriptionCount + requestedCount(request) >
        settings.subscriptionsPerConnection
      ) {
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
          const member = memberships.join(connection, channel, key, subscriber);
          return member === undefined ? [] : [{ channel, key, member }];
        }),
      );
      acknowledge('subscribe', connection, request);
      // Not awaited: a slow snapshot must not prevent the client from unsubscribing.
      for (const { channel, key, member } of added) void sendSnapshot(channel, key, member);
    },
    unsubscribe(connection, request) {
      for (const { channel, keys } of request.entries) {
        const members = connection.members.get(channel);
        const keysToDrop = keys.length === 0 ? [...(members?.keys() ?? [])] : keys;
        memberships.end(connection, channel, keysToDrop);
      }
      acknowledge('unsubscribe', connection, request);
    },
    joinAll(connection) {
      connection.hasSubscribed = true;
      const candidates = [...feed.channels.values()].filter(
        ({ descriptor }) => settings.authOf(descriptor) !== 'required',
      );
      const join = (channel: Channel): void => {
        const member = memberships.join(connection, channel, '', anonymousSubscriber(connection));
        if (member === undefined) return;
        report(connection, memberships.keysOf(connection));
        void sendSnapshot(channel, '', member);
      };
      // Without requests there are no replies. A client that is refused all channels is informed by the close of the
      // connection.
      let refused = 0;
      for (const channel of candidates) {
        if (handlers[channel.key]?.authorize === undefined) join(channel);
        else {
          const correlation = new Correlation();
          void refusalOfChannel(connection, channel, correlation).then((refusal) => {
            if (!connection.isOpen || connection.closingSince !== undefined) return;
            if (refusal === undefined) return join(channel);
            const reason = refusal.reason ?? refusal.message;
            refuse(connection, refusal, undefined, reason, correlation);
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
        memberships.end(connection, channel, [...members.keys()]);
      }
    },
  };
}

/** Number of subscriptions that a request asks for. An entry without keys asks for the whole channel. */
function requestedCount({ entries }: ParsedRequest): number {
  return entries.reduce((sum, { keys }) => sum + Math.max(1, keys.length), 0);
}
