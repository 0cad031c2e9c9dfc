import type { AddressValues } from '../address-value.js';
import { FeedError } from '../errors.js';
import type { Channel, Feed } from '../feed.js';
import type { FindStray } from '../room-location.js';
import type { ServerSettings, Subscriber } from './options.js';
import { readPublished, roomOf } from './publish-arguments.js';
import type { Room, Rooms } from './rooms.js';

/** Publishes what a program or the server itself has to say. */
export interface Publisher {
  /**
   * Publishes with the arguments that a program gave after the channel.
   *
   * @throws {FeedError} `usage`
   */
  readonly publish: (channel: string, given: readonly unknown[]) => void;
  /**
   * Sends what the description knows and the checks accept; the result is the name of the message. Without a room it is only checked.
   *
   * @throws {FeedError} `usage`
   */
  readonly send: (
    room: Room | undefined,
    channel: Channel,
    key: string | undefined,
    value: unknown,
    isFor?: (subscriber: Subscriber) => boolean,
  ) => string;
  /** Counts the subscribers of a room, or of one key there. */
  readonly count: (channel: string, given: readonly unknown[]) => number;
}

/** The publisher of one server. */
export function createPublisher(
  feed: Feed,
  settings: ServerSettings,
  rooms: Rooms,
  strayOf: FindStray,
): Publisher {
  const hasRooms = (feed.descriptor.address?.parameters.length ?? 0) > 0;

  const channelOf = (name: string): Channel => {
    const channel = feed.channels.get(name);
    if (channel === undefined) throw new FeedError('usage', `There is no channel "${name}"`);
    return channel;
  };

  const send: Publisher['send'] = (room, channel, key, value, isFor) => {
    const route = value instanceof Uint8Array ? feed.binary.toClient : feed.routeOf(value);
    const carrier = route?.carriers.find((each) => each.channel === channel);
    if (route === undefined || carrier === undefined || carrier.holds?.(value) === false) {
      throw new FeedError('usage', `"${channel.key}" carries no message like that`);
    }
    const { message } = route;
    const check = Object.hasOwn(settings.checks, message) ? settings.checks[message] : undefined;
    if (check !== undefined && !check.is(value)) {
      const [violation] = check.report(value);
      const place =
        violation === undefined ? '' : `: ${violation.pointer} must be ${violation.expected}`;
      throw new FeedError('usage', `A message "${message}" is not valid${place}`);
    }
    // A message may wait, and programs use the memory of bytes again.
    const kept = value instanceof Uint8Array ? new Uint8Array(value) : value;
    room?.hubOf(channel).publish(key ?? '', message, kept, isFor);
    return message;
  };

  return {
    send,
    publish(name, given) {
      const channel = channelOf(name);
      const { room: parameters, key, message, to } = readPublished(channel, hasRooms, given);
      const room = rooms.find(parameters);
      const stray = strayOf(parameters as AddressValues, message);
      if (stray !== undefined) {
        throw new FeedError('usage', `The message says another "${stray}" than the room's`);
      }
      const kind = send(room, channel, key, message, to);
      if (to === undefined) room?.beatOf(channel)?.published(key, kind);
    },
    count(name, given) {
      const channel = channelOf(name);
      const [key] = hasRooms ? given.slice(1) : given;
      const room = rooms.find(hasRooms ? roomOf(given[0]) : {});
      return room?.hubOf(channel).count(typeof key === 'string' ? key : undefined) ?? 0;
    },
  };
}
