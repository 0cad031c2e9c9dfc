import type { Timers } from '../../core/clock.js';
import type { AddressValues } from '../address-value.js';
import type { Channel, Feed } from '../feed.js';
import type { AddressTemplate, RoomAddress } from '../room-address.js';
import type { SocketRefusal, SocketRequest } from '../socket.js';
import { type Heartbeat, createHeartbeat } from './heartbeat.js';
import { Hub } from './hub.js';
import type { AnyHandler, ServerSettings } from './options.js';

/**
 * The connections of one address and their subscriptions. A feed whose address has no parameters has a single room.
 *
 * Rooms share nothing, so a message cannot reach a connection in another room.
 */
export interface Room {
  readonly parameters: AddressValues;
  readonly hubOf: (channel: Channel) => Hub;
  readonly heartbeatOf: (channel: Channel) => Heartbeat | undefined;
  /** Sends all batches. */
  readonly flush: () => void;
  /** Discards all batches and stops the heartbeats. */
  readonly close: () => void;
}

/** The rooms of a server. With address parameters, a room exists only while it has connections. */
export interface Rooms {
  /** Parses the address of a request, or returns its refusal. */
  readonly locate: (request: SocketRequest) => RoomAddress | SocketRefusal;
  /** Adds a connection to its room. Each call must be matched by one call of `leave`. */
  readonly enter: (address: RoomAddress) => Room;
  readonly leave: (address: RoomAddress) => void;
  /**
   * The room with these parameters; `undefined` if it has no connections.
   *
   * @throws {FeedError} `usage` for invalid parameters.
   */
  readonly find: (parameters: object) => Room | undefined;
  readonly all: () => Iterable<Room>;
  readonly size: number;
}

/** Dependencies of rooms. */
export interface RoomParts {
  readonly feed: Feed;
  readonly settings: ServerSettings;
  readonly handlers: Readonly<Record<string, AnyHandler | undefined>>;
  readonly publish: (room: Room, channel: Channel, key: string | undefined, value: unknown) => void;
}

/** Creates the rooms of a server without connections. */
export function createRooms(parts: RoomParts): Rooms {
  const { address } = parts.feed;
  return address === undefined ? singleRoom(parts) : roomsByAddress(parts, address);
}

function singleRoom(parts: RoomParts): Rooms {
  const room = createRoom(parts, {});
  return {
    locate: () => singleAddress,
    enter: () => room,
    leave: () => undefined,
    find: () => room,
    all: () => [room],
    size: 1,
  };
}

const singleAddress: RoomAddress = { id: '', parameters: {}, query: {} };

function roomsByAddress(parts: RoomParts, template: AddressTemplate): Rooms {
  const { basePath } = parts.settings;
  const rooms = new Map<string, { readonly room: Room; connections: number }>();
  return {
    locate: ({ target }) => template.read(target, basePath),
    enter({ id, parameters }) {
      const entry = rooms.get(id) ?? { room: createRoom(parts, parameters), connections: 0 };
      entry.connections += 1;
      rooms.set(id, entry);
      return entry.room;
    },
    leave({ id }) {
      const entry = rooms.get(id);
      if (entry === undefined) return;
      entry.connections -= 1;
      if (entry.connections > 0) return;
      rooms.delete(id);
      entry.room.close();
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
  const heartbeats = new Map<Channel, Heartbeat>();
  const hubs = new Map(
    channels.map((channel) => [
      channel,
      new Hub(channel, timers, (hasSubscribers) =>
        heartbeats.get(channel)?.setActive(hasSubscribers),
      ),
    ]),
  );
  const room: Room = {
    parameters,
    hubOf(channel) {
      const hub = hubs.get(channel);
      if (hub === undefined) throw new Error('The channel belongs to another feed.');
      return hub;
    },
    heartbeatOf: (channel) => heartbeats.get(channel),
    flush() {
      for (const hub of hubs.values()) hub.flush();
    },
    close() {
      for (const hub of hubs.values()) hub.close();
      for (const heartbeat of heartbeats.values()) heartbeat.setActive(false);
    },
  };
  for (const channel of channels) {
    const heartbeat = createHeartbeat({
      channel,
      settings,
      parameters,
      handler: handlers[channel.key],
      keys: () => room.hubOf(channel).keys(),
      publish: (key, value) => publish(room, channel, key, value),
    });
    if (heartbeat !== undefined) heartbeats.set(channel, heartbeat);
  }
  return room;
}
