import type { AddressValues } from '../address-value.js';
import type { EventMessageDescriptor } from '../descriptor.js';
import { FeedError } from '../errors.js';
import type { Carrier, Feed } from '../feed.js';
import type { FindMismatch } from '../room-location.js';
import type { Hub } from './hub.js';
import { MessageCopy } from './message-copy.js';
import type { MessageValidation } from './message-validation.js';
import type { Subscriber } from './options.js';
import { roomOf } from './publish-arguments.js';
import type { Room, Rooms } from './rooms.js';

/** Untyped form of an event. */
export interface AnyEvent {
  readonly event: string;
  readonly room?: object;
  readonly messages?: Values;
  readonly owners?: readonly {
    readonly owns: (subscriber: Subscriber) => boolean;
    readonly messages: Values;
  }[];
}

interface Values {
  readonly [message: string]: unknown;
}

/** Dependencies of the publisher of events. */
export interface EventPublisherParts {
  readonly feed: Feed;
  readonly rooms: Rooms;
  readonly mismatchOf: FindMismatch;
  readonly validation: MessageValidation;
}

/**
 * Creates the publisher of events. Everything is validated, and all recipients are selected, before the first message is
 * sent.
 */
export function createEventPublisher(parts: EventPublisherParts): (published: AnyEvent) => void {
  const { feed, rooms, mismatchOf } = parts;
  const { events = {} } = feed.descriptor;
  const hasRooms = (feed.descriptor.address?.parameters.length ?? 0) > 0;
  return (published) => {
    const { event, messages = {}, owners = [] } = published;
    const descriptor = Object.hasOwn(events, event) ? events[event] : undefined;
    if (descriptor === undefined) throw new FeedError('usage', `There is no event "${event}"`);
    const parameters = hasRooms ? roomOf(published.room) : {};
    const room = rooms.find(parameters);
    for (const values of [messages, ...owners.map((owner) => owner.messages)]) {
      const unknown = Object.keys(values).find((name) => !Object.hasOwn(descriptor.messages, name));
      if (unknown !== undefined) {
        throw new FeedError('usage', `The event "${event}" has no message "${unknown}"`);
      }
    }
    const deliveries = Object.entries(descriptor.messages).flatMap(
      ([name, { channels, optional }]) => {
        const copies = copiesOf(parts, published, name, optional === true);
        if (copies === undefined) return [];
        for (const { value } of copies.all) {
          parts.validation.check(name, value);
          const mismatch = mismatchOf(parameters as AddressValues, value);
          if (mismatch !== undefined) {
            throw new FeedError(
              'usage',
              `The message "${name}" has another "${mismatch}" than the room`,
            );
          }
        }
        return Object.entries(channels).flatMap(([channel, audience]) =>
          prepareChannel(parts, room, { name, channel, audience, copies }),
        );
      },
    );
    for (const deliver of deliveries) deliver();
  };
}

/** The copies of one message of an event. */
interface Copies {
  /** For subscribers that do not own the event; `undefined` if they do not receive the message. */
  readonly forOthers: MessageCopy | undefined;
  readonly owners: readonly {
    readonly owns: (subscriber: Subscriber) => boolean;
    readonly copy: MessageCopy;
  }[];
  readonly all: readonly MessageCopy[];
  /** The copy for a subscriber that is several owners at once, by their indexes. */
  readonly forOwners: (indexes: string) => MessageCopy | undefined;
}

function copiesOf(
  { feed }: EventPublisherParts,
  { event, messages = {}, owners = [] }: AnyEvent,
  name: string,
  isOptional: boolean,
): Copies | undefined {
  const { ownerOnly = [], ownerValues = [] } = feed.descriptor.messages[name] ?? {};
  const value = messages[name];
  if (ownerOnly === true && value !== undefined) {
    throw new FeedError('usage', `Only owners receive "${name}": it belongs to "owners"`);
  }
  if (ownerOnly !== true && value === undefined) {
    if (!isOptional) throw new FeedError('usage', `The event "${event}" needs a message "${name}"`);
    if (owners.every((owner) => owner.messages[name] === undefined)) return undefined;
    throw new FeedError(
      'usage',
      `The owners of "${event}" have a message "${name}", but the others have not`,
    );
  }
  if (ownerOnly !== true) checkForOthers(name, value, ownerOnly);
  const given = owners.flatMap(({ owns, messages: owned }) => {
    const own = owned[name];
    if (own === undefined) {
      if (isOptional || (ownerOnly !== true && ownerOnly.length === 0)) return [];
      throw new FeedError('usage', `An owner of "${event}" needs a message "${name}"`);
    }
    if (ownerOnly !== true) checkForOwners(name, own, [...ownerOnly, ...ownerValues]);
    return [{ owns, own }];
  });
  const copyOf = (parts: readonly unknown[]): MessageCopy =>
    new MessageCopy(
      ownerOnly === true ? parts.at(-1) : Object.assign({}, value, ...parts),
      feed.writeJson,
    );
  const forOthers = ownerOnly === true ? undefined : new MessageCopy(value, feed.writeJson);
  const withCopies = given.map(({ owns, own }) => ({ owns, copy: copyOf([own]) }));
  const combined = new Map<string, MessageCopy>();
  return {
    forOthers,
    owners: withCopies,
    all: [...(forOthers === undefined ? [] : [forOthers]), ...withCopies.map(({ copy }) => copy)],
    forOwners(indexes) {
      const selected = indexes.split(',').map(Number);
      const [first] = selected;
      if (first !== undefined && selected.length === 1) return withCopies[first]?.copy;
      const copy = combined.get(indexes) ?? copyOf(selected.map((index) => given[index]?.own));
      combined.set(indexes, copy);
      return copy;
    },
  };
}

/** Rejects a message for all subscribers that contains what only owners receive. */
function checkForOthers(name: string, value: unknown, ownerOnly: readonly string[]): void {
  const leaked = ownerOnlyIn(value, ownerOnly);
  if (leaked === undefined) return;
  throw new FeedError(
    'usage',
    `Only owners receive "${leaked}" of "${name}": it belongs to "owners"`,
  );
}

/** Name of a property that only owners receive and that a message contains. */
export function ownerOnlyIn(value: unknown, ownerOnly: readonly string[]): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const values = new Map(Object.entries(value));
  return ownerOnly.find((property) => values.get(property) !== undefined);
}

function checkForOwners(name: string, value: unknown, allowed: readonly string[]): void {
  const properties = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const other = properties.find((property) => !allowed.includes(property));
  if (other === undefined) return;
  throw new FeedError(
    'usage',
    `"${other}" of "${name}" is not for owners only: it belongs to "messages"`,
  );
}

interface ChannelMessage {
  readonly name: string;
  readonly channel: string;
  readonly audience: EventMessageDescriptor['channels'][string];
  readonly copies: Copies;
}

/** Validates the copies for one channel and selects their recipients. Returns the functions that send them. */
function prepareChannel(
  { feed, validation }: EventPublisherParts,
  room: Room | undefined,
  { name, channel: channelName, audience, copies }: ChannelMessage,
): readonly (() => void)[] {
  const channel = feed.channels.get(channelName);
  if (channel === undefined) throw new Error(`There is no channel "${channelName}".`);
  const forOthers = audience === 'all' ? copies.forOthers : undefined;
  const ownCopies = copies.owners.map(({ copy }) => copy);
  const keys = [forOthers, ...ownCopies].flatMap((copy) => {
    if (copy === undefined) return [];
    const { message, carrier } = validation.carried(channel, copy.value);
    if (message !== name) {
      throw new FeedError('usage', `The message "${name}" has the form of "${message}"`);
    }
    return [keyOf(name, channelName, carrier, copy.value)];
  });
  const [key] = keys;
  if (key === undefined || room === undefined) return [];
  const deliveries = deliveriesTo(room.hubOf(channel), key, name, forOthers, copies);
  if (forOthers === undefined) return deliveries;
  const heartbeat = room.heartbeatOf(channel);
  return [...deliveries, () => heartbeat?.published(key === '' ? undefined : key, name)];
}

/** Selects the recipients of each copy in a channel. */
function deliveriesTo(
  hub: Hub,
  key: string,
  name: string,
  forOthers: MessageCopy | undefined,
  { owners, forOwners }: Copies,
): readonly (() => void)[] {
  if (owners.length === 0) {
    return forOthers === undefined ? [] : [() => hub.publishCopy(key, name, forOthers)];
  }
  const groups = hub.audiences(
    key,
    owners.map(({ owns }) => owns),
  );
  return [...groups].flatMap(([group, connections]) => {
    const copy = group === '' ? forOthers : forOwners(group);
    if (copy === undefined) return [];
    const isForAll = group === '' && groups.size === 1;
    return [() => hub.publishCopy(key, name, copy, isForAll ? undefined : connections)];
  });
}

/** Key of a message in a channel; empty if the message concerns every key. */
function keyOf(name: string, channel: string, { keyOf: get }: Carrier, value: unknown): string {
  if (get === undefined) return '';
  const key = get(value);
  if (typeof key === 'string' || typeof key === 'number' || typeof key === 'bigint') {
    return String(key);
  }
  throw new FeedError('usage', `The message "${name}" has no key for "${channel}"`);
}
