import type { AddressValues } from '../address-value.js';
import { FeedError } from '../errors.js';
import type { Channel, Feed } from '../feed.js';
import type { FindMismatch } from '../room-location.js';
import { createMessageValidation } from './message-validation.js';
import type { ServerSettings, Subscriber } from './options.js';
import { parsePublish, roomOf } from './publish-arguments.js';
import { type AnyEvent, createEventPublisher, ownerOnlyIn } from './publish-event.js';
import type { Room, Rooms } from './rooms.js';

/** Publishes the messages of the program and of the server itself. */
export interface Publisher {
  /**
   * Publishes a message. `given` contains the program's arguments after the channel.
   *
   * @throws {FeedError} `usage` for invalid arguments.
   */
  readonly publish: (channel: string, args: readonly unknown[]) => void;
  /**
   * Publishes an event on all channels that describe it.
   *
   * @throws {FeedError} `usage` for an invalid event.
   */
  readonly publishEvent: (published: AnyEvent) => void;
  /**
   * Validates a message and sends it to a room; without a room, only
   * validates it. Returns the message's name in the description.
   *
   * @throws {FeedError} `usage` for a message that the description does not contain, or that is invalid.
   */
  readonly send: (
    room: Room | undefined,
    channel: Channel,
    key: string | undefined,
    value: unknown,
    isFor?: (subscriber: Subscriber) => boolean,
  ) => string;
  /** Number of subscribers in a room, or of one key in it. */
  readonly count: (channel: string, args: readonly unknown[]) => number;
}

/** Creates the publisher of one server. */
export function createPublisher(
  feed: Feed,
  settings: ServerSettings,
  rooms: Rooms,
  mismatchOf: FindMismatch,
): Publisher {
  const hasRooms = (feed.descriptor.address?.parameters.length ?? 0) > 0;

  const channelOf = (name: string): Channel => {
    const channel = feed.channels.get(name);
    if (channel === undefined) throw new FeedError('usage', `There is no channel "${name}"`);
    return channel;
  };

  const validation = createMessageValidation(feed, settings.checks);

  const send: Publisher['send'] = (room, channel, key, value, isFor) => {
    const { message } = validation.carried(channel, value);
    validation.check(message, value);
    // The message may be queued, and the program may reuse its buffer.
    const copied = value instanceof Uint8Array ? new Uint8Array(value) : value;
    room?.hubOf(channel).publish(key ?? '', message, copied, isFor);
    return message;
  };

  return {
    send,
    publishEvent: createEventPublisher({ feed, rooms, mismatchOf, validation }),
    publish(name, args) {
      const channel = channelOf(name);
      const { room: parameters, key, message, to } = parsePublish(channel, hasRooms, args);
      const room = rooms.find(parameters);
      const mismatch = mismatchOf(parameters as AddressValues, message);
      if (mismatch !== undefined) {
        throw new FeedError('usage', `The message has another "${mismatch}" than the room`);
      }
      if (to === undefined) rejectOwnerOnly(feed, channel, message);
      const kind = send(room, channel, key, message, to);
      if (to === undefined) room?.heartbeatOf(channel)?.published(key, kind);
    },
    count(name, args) {
      const channel = channelOf(name);
      const [key] = hasRooms ? args.slice(1) : args;
      const room = rooms.find(hasRooms ? roomOf(args[0]) : {});
      return room?.hubOf(channel).count(typeof key === 'string' ? key : undefined) ?? 0;
    },
  };
}

/** Rejects a message for all subscribers that contains what only owners receive. */
function rejectOwnerOnly(feed: Feed, channel: Channel, value: unknown): void {
  const route = value instanceof Uint8Array ? feed.binary.toClient : feed.routeOf(value);
  const { ownerOnly = [] } = feed.descriptor.messages[route?.message ?? ''] ?? {};
  if (ownerOnly === true) {
    const what = `"${route?.message}" of "${channel.key}"`;
    throw new FeedError('usage', `Only owners receive ${what}: select them with "to"`);
  }
  const leaked = ownerOnlyIn(value, ownerOnly);
  if (leaked === undefined) return;
  const what = `"${leaked}" of "${route?.message}"`;
  throw new FeedError('usage', `Only owners receive ${what}: select them with "to"`);
}
