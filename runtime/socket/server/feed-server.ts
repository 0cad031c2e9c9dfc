import type { FeedDescriptor } from '../descriptor.js';
import { prepareFeed, type Route } from '../feed.js';
import { frameOf } from '../frame.js';
import { compileLocations } from '../room-location.js';
import type {
  AcceptSocket,
  Frame,
  Socket,
  SocketClosed,
  SocketEvents,
  SocketRefusal,
  SocketRequest,
} from '../socket.js';
import type { ChannelOf, FeedTypes } from '../types.js';
import { createAnswers } from './answers.js';
import { clippedReason, closeReasons } from './close-reasons.js';
import { FeedConnection } from './connection.js';
import { createDesk } from './desk.js';
import {
  type AnyHandler,
  type FeedHandlers,
  type FeedServerOptions,
  type MessageListener,
  type Refusal,
  type ServerSettings,
  serverSettings,
} from './options.js';
import { operationListener } from './operations.js';
import type { CountArguments, PublishArguments } from './publish-arguments.js';
import { createPublisher } from './publisher.js';
import { requestReader } from './read-request.js';
import { createRooms } from './rooms.js';
import { createVisitors } from './visitors.js';

/** A server of a feed, without sockets of its own: adapters hand it connections. */
export interface FeedServer<Types extends FeedTypes<Types>, Principal = unknown> {
  /** Takes a connection that was opened. */
  readonly accept: AcceptSocket;
  /**
   * Sends a message to everybody who takes that key of the channel, `undefined` for what concerns every key. One frame serves all of them.
   * `options.to` picks among the subscribers: an account's own, say. If addresses have parameters they come first and name the room:
   * `publish('messages', { room: 'kitchen' }, message)`. No other room gets the message, and a room without connections is no mistake.
   *
   * @throws {FeedError} for a message that the description does not know, that names another room, or that violates its schema where
   * checks were given; for a room that no address has
   */
  publish<Name extends ChannelOf<Types>>(
    channel: Name,
    ...published: PublishArguments<Types[Name], Principal>
  ): void;
  /** How many take a key, or anything of the channel; in one room if addresses have parameters. */
  subscribers<Name extends ChannelOf<Types>>(
    channel: Name,
    ...counted: CountArguments<Types[Name]>
  ): number;
  /** Connections that are open. */
  readonly connections: number;
  /** Rooms that have connections; 1 if addresses have no parameters. */
  readonly rooms: number;
  /**
   * Takes no more connections, sends what waits and closes what is open; resolves when all are gone, at the latest after `timeout`
   * milliseconds (10000).
   */
  drain(options?: { readonly timeout?: number; readonly reason?: string }): Promise<void>;
}

/** A server that is nobody's yet. */
export function feedServer<Types extends FeedTypes<Types>, Principal = unknown>(
  descriptor: FeedDescriptor,
  handlers: FeedHandlers<Types, Principal>,
  options: FeedServerOptions<Principal> = {},
): FeedServer<Types, Principal> {
  const feed = prepareFeed(descriptor);
  const settings = serverSettings(descriptor, options);
  const answers = createAnswers(descriptor.control);
  const own = handlers as Readonly<Record<string, AnyHandler | undefined>>;
  const strayOf = compileLocations(descriptor.address);
  const rooms = createRooms({
    feed,
    settings,
    handlers: own,
    publish: (room, channel, key, value) => void publisher.send(room, channel, key, value),
  });
  const publisher = createPublisher(feed, settings, rooms, strayOf);
  const desk = createDesk({ feed, settings, answers, handlers: own });
  const readers = {
    subscribe: descriptor.control && requestReader(feed, descriptor.control.subscribe.read),
    unsubscribe:
      descriptor.control?.unsubscribe && requestReader(feed, descriptor.control.unsubscribe.read),
  };
  const operationOf = operationListener(descriptor, settings.operations);
  const connections = new Set<FeedConnection>();
  const visitors = createVisitors(settings.limits, settings.timers);
  let counter = 0;
  let alarm: unknown;
  let nextPing = 0;
  let draining: (() => void) | undefined;

  const look = (): void => {
    const now = settings.timers.now();
    const pings = now >= nextPing;
    if (pings) nextPing = now + settings.pingInterval;
    for (const connection of connections) inspect(connection, now, pings, settings);
    visitors.tidy();
    alarm = connections.size + visitors.size === 0 ? undefined : again();
  };
  const again = (): unknown => settings.timers.setTimeout(look, settings.tick);

  const refuse = (connection: FeedConnection, refusal: Refusal): void =>
    desk.refuse(connection, refusal, undefined, refusal.reason ?? refusal.message);

  /** Requests of one connection are carried out one after the other. */
  const queues = new WeakMap<FeedConnection, Promise<void>>();
  const enqueue = (connection: FeedConnection, job: () => Promise<void> | void): void => {
    if (connection.waiting >= mostWaiting) {
      connection.close(closeReasons.tooManyRequests);
      return;
    }
    connection.waiting += 1;
    const before = queues.get(connection) ?? Promise.resolve();
    const done = before
      .then(async () => {
        if (connection.isOpen) await job();
      })
      .catch((error: unknown) => {
        settings.announce({ kind: 'failed', connection: connection.id, error });
        refuse(connection, { message: 'Internal error', code: 'internal' });
      })
      .finally(() => {
        connection.waiting -= 1;
      });
    queues.set(connection, done);
  };

  const receive = (connection: FeedConnection, frame: Frame): void => {
    connection.wasHeard = true;
    if (!isWithinRate(connection)) return;
    const { messageBytes = 65_536 } = settings.limits;
    if (frame.length > messageBytes) {
      refuse(connection, { message: 'Message too big', code: 'payload-too-large' });
      connection.close(closeReasons.tooBig);
      return;
    }
    const isBytes = typeof frame !== 'string';
    const value = isBytes ? frame : parse(frame);
    const route = routeOf(value);
    const role = route?.role;
    if (route !== undefined && role === undefined) {
      const listener = operationOf(route.message) ?? settings.onMessage;
      if (listener !== undefined) {
        hear(connection, route.message, value, listener);
        return;
      }
      // Who asks for a sign of life has given one.
      if (route.message === descriptor.heartbeat?.ping?.message) return;
    }
    if (route === undefined || (role !== 'subscribe' && role !== 'unsubscribe')) {
      if (route === undefined && (isBytes || !feed.hasText.toServer)) {
        const expected = isBytes ? 'text' : 'binary';
        settings.announce({ kind: 'wrong-frame', connection: connection.id, expected });
      }
      refuse(connection, { message: 'Malformed message', code: 'invalid-request' });
      return;
    }
    const read = readers[role]?.(value);
    if (read === undefined) return;
    const name = route.message;
    if ('refusal' in read) {
      refuse(connection, read.refusal);
    } else if (!isValid(name, value)) {
      refuse(connection, { message: 'Invalid message', reason: name, code: 'invalid-request' });
    } else {
      enqueue(connection, () => desk[role](connection, read));
    }
  };

  const routeOf = (value: unknown): Route | undefined => {
    if (value instanceof Uint8Array) return feed.binary.toServer;
    return value === undefined ? undefined : feed.requestRouteOf(value);
  };

  /** Whether a client may say that: anything, without checks. */
  const isValid = (name: string, value: unknown): boolean =>
    !Object.hasOwn(settings.checks, name) || settings.checks[name]?.is(value) !== false;

  /** A message that is the program's. */
  const hear = (
    connection: FeedConnection,
    name: string,
    value: unknown,
    listener: MessageListener,
  ): void => {
    if (!isValid(name, value)) {
      refuse(connection, { message: 'Invalid message', reason: name, code: 'invalid-request' });
      return;
    }
    const { id, request, address } = connection;
    const { parameters, query } = address;
    const stray = strayOf(parameters, value);
    if (stray !== undefined) {
      refuse(connection, { message: 'Invalid message', reason: stray, code: 'invalid-request' });
      return;
    }
    connection.hasAsked = true;
    const send = (message: unknown): void => connection.send(frameOf(message));
    const sender = { connection: id, request, parameters, query, send };
    enqueue(connection, () => listener(value, name, sender));
  };

  const isWithinRate = (connection: FeedConnection): boolean => {
    if (connection.inbound?.take() !== false) {
      connection.excess = 0;
      return true;
    }
    connection.excess += 1;
    refuse(connection, { message: 'Rate limit exceeded', code: 'rate-limited' });
    if (connection.excess > (settings.limits.messages?.burst ?? 0)) {
      connection.close(closeReasons.rateLimit);
    }
    return false;
  };

  const gone = (connection: FeedConnection, closed: SocketClosed): void => {
    connection.isOpen = false;
    connections.delete(connection);
    visitors.left(connection.request);
    desk.leave(connection);
    rooms.leave(connection.address);
    settings.announce({ kind: 'disconnected', connection: connection.id, closed });
    if (connections.size === 0) draining?.();
  };

  const take = (request: SocketRequest, socket: Socket): SocketEvents => {
    const address = rooms.locate(request);
    if ('status' in address) {
      socket.close(1008, clippedReason(address.reason));
      return deaf;
    }
    counter += 1;
    const connection = new FeedConnection(
      counter,
      request,
      socket,
      settings,
      visitors.messagesOf(request),
      address,
      rooms.enter(address),
    );
    connections.add(connection);
    settings.announce({ kind: 'connected', connection: counter, request });
    if (draining !== undefined) connection.close(closeReasons.goingAway);
    else if (!visitors.mayEnter(request)) connection.close(closeReasons.tooManyConnections);
    else if (descriptor.control === undefined) desk.joinAll(connection);
    if (alarm === undefined) {
      nextPing = settings.timers.now() + settings.pingInterval;
      alarm = again();
    }
    return {
      frame: (frame) => receive(connection, frame),
      alive() {
        connection.wasHeard = true;
      },
      drained: () => connection.catchUp(),
      closed: (how) => gone(connection, how),
    };
  };

  const admit = (request: SocketRequest): SocketRefusal | undefined => {
    const address = rooms.locate(request);
    return 'status' in address ? address : undefined;
  };

  return {
    accept: feed.address === undefined ? take : Object.assign(take, { admit }),
    publish: (name, ...given) => publisher.publish(name, given),
    subscribers: (name, ...counted) => publisher.count(name, counted),
    get connections() {
      return connections.size;
    },
    get rooms() {
      return rooms.size;
    },
    async drain({ timeout = 10_000, reason = closeReasons.goingAway.reason } = {}) {
      const empty = new Promise<void>((resolve) => (draining = resolve));
      for (const room of rooms.all()) room.flush();
      for (const connection of connections) connection.close({ ...closeReasons.goingAway, reason });
      if (connections.size > 0) {
        const late = settings.timers.setTimeout(() => {
          for (const connection of connections) connection.socket.terminate();
          draining?.();
        }, timeout);
        await empty;
        settings.timers.clearTimeout(late);
      }
      settings.timers.clearTimeout(alarm);
      for (const room of rooms.all()) room.close();
    },
  };
}

/** What a connection is told whose address was refused. */
const deaf: SocketEvents = {
  frame: () => undefined,
  alive: () => undefined,
  drained: () => undefined,
  closed: () => undefined,
};

/** Requests of one connection that wait for those before them. */
const mostWaiting = 100;

/** Milliseconds for the other end to answer a closing handshake. */
const closingTime = 5000;

/** What a look at one connection may find. */
function inspect(
  connection: FeedConnection,
  now: number,
  pings: boolean,
  { limits: { firstSubscribe = Infinity } }: ServerSettings,
): void {
  const { socket, closingSince } = connection;
  if (closingSince !== undefined) {
    if (now - closingSince >= closingTime) socket.terminate();
    return;
  }
  connection.catchUp();
  if (!connection.hasAsked && now - connection.since >= firstSubscribe) {
    connection.close(closeReasons.noSubscription);
  } else if (pings) {
    const { wasHeard, wasPinged } = connection;
    connection.wasHeard = false;
    connection.wasPinged = !wasHeard;
    if (!wasHeard && wasPinged) connection.close(closeReasons.noPong);
    else if (!wasHeard) socket.ping?.();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
