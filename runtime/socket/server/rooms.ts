import type { Timers } from '../../core/clock.js';
import type { AddressValues } from '../address-value.js';
import type { Channel, Feed } from '../feed.js';
import type { AddressTemplate, RoomAddress } from '../room-address.js';
import type { SocketRefusal, SocketRequest } from '../socket.js';
import { type Beat, createBeat } from './beat.js';
import { Hub } from './hub.js';
import type { AnyHandler, ServerSettings } from './options.js';

/**
 * The connections of one address and what is published to them. A feed whose address has no parameters has one room. Nothing of a room is
 * shared with another, so that a message cannot reach a connection of another room.
 */
export interface Room {
  readonly parameters: AddressValues;
  readonly hubOf: (channel: Channel) => Hub;
  readonly beatOf: (channel: Channel) => Beat | undefined;
  /** Sends what waits. */
  readonly flush: () => void;
  /** Forgets what waits, and sends no more heartbeats. */
  readonly close: () => void;
}

/** The rooms of a server. Those of addresses with parameters exist only while they have connections. */
export interface Rooms {
  /** Where a request leads, or why its address is refused. */
  readonly locate: (request: SocketRequest) => RoomAddress | SocketRefusal;
  /** Takes a connection into its room; the room that was entered is left once. */
  readonly enter: (address: RoomAddress) => Room;
  readonly leave: (address: RoomAddress) => void;
  /**
   * The room with these parameters; `undefined` if it has no connections.
   *
   * @throws {FeedError} `usage` for parameters that no address has
   */
  readonly find: (parameters: object) => Room | undefined;
  readonly all: () => Iterable<Room>;
  readonly size: number;
}

/** What a server makes rooms of. */
export interface RoomParts {
  readonly feed: Feed;
  readonly settings: ServerSettings;
  readonly handlers: Readonly<Record<string, AnyHandler | undefined>>;
  readonly publish: (room: Room, channel: Channel, key: string | undefined, value: unknown) => void;
}

/** The rooms of a server that has no connections yet. */
export function createRooms(parts: RoomParts): Rooms {
  const { address } = parts.feed;
  return address === undefined ? oneRoom(parts) : manyRooms(parts, address);
}

function oneRoom(parts: RoomParts): Rooms {
  const room = createRoom(parts, {});
  return {
    locate: () => nowhere,
    enter: () => room,
    leave: () => undefined,
    find: () => room,
    all: () => [room],
    size: 1,
  };
}

const nowhere: RoomAddress = { id: '', parameters: {}, query: {} };

function manyRooms(parts: RoomParts, template: AddressTemplate): Rooms {
  const { basePath } = parts.settings;
  const rooms = new Map<string, { readonly room: Room; connections: number }>();
  return {
    locate: ({ target }) => template.read(target, basePath),
    enter({ id, parameters }) {
      const known = rooms.get(id) ?? { room: createRoom(parts, parameters), connections: 0 };
      known.connections += 1;
      rooms.set(id, known);
      return known.room;
    },
    leave({ id }) {
      const known = rooms.get(id);
      if (known === undefined) return;
      known.connections -= 1;
      if (known.connections > 0) return;
      rooms.delete(id);
      known.room.close();
    },
    find: (parameters) => rooms.get(template.idOf(parameters))?.room,
    get size() {
      return rooms.size;
    },
    *all() {
      for (const { room } of rooms.values()) yield room;
    },
  };
}

function createRoom(
  { feed, settings, handlers, publish }: RoomParts,
  parameters: AddressValues,
): Room {
  const timers: Timers = settings.timers;
  const channels = [...feed.channels.values()];
  const beats = new Map<Channel, Beat>();
  const hubs = new Map(
    channels.map((channel) => [
      channel,
      new Hub(channel, timers, (isTaken) => beats.get(channel)?.occupied(isTaken)),
    ]),
  );
  const room: Room = {
    parameters,
    hubOf(channel) {
      const hub = hubs.get(channel);
      if (hub === undefined) throw new Error('a channel of another feed');
      return hub;
    },
    beatOf: (channel) => beats.get(channel),
    flush() {
      for (const hub of hubs.values()) hub.flush();
    },
    close() {
      for (const hub of hubs.values()) hub.close();
      for (const beat of beats.values()) beat.occupied(false);
    },
  };
  for (const channel of channels) {
    const beat = createBeat({
      channel,
      settings,
      parameters,
      handler: handlers[channel.key],
      keys: () => room.hubOf(channel).keys(),
      publish: (key, value) => publish(room, channel, key, value),
    });
    if (beat !== undefined) beats.set(channel, beat);
  }
  return room;
}
