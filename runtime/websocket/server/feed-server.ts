import { closable, type Closable } from '../../core/closable.js';
import type { FeedDescriptor } from '../descriptor.js';
import { prepareFeed } from '../feed.js';
import { compileLocations } from '../room-location.js';
import type {
  AcceptSocket,
  Socket,
  SocketClosed,
  SocketEvents,
  SocketRefusal,
  SocketRequest,
} from '../socket.js';
import type { ChannelOf, FeedTypes } from '../types.js';
import { createReplies } from './control-replies.js';
import { clippedReason, closeReasons } from './close-reasons.js';
import { FeedConnection } from './connection.js';
import { createSubscriptions } from './subscriptions.js';
import {
  type AnyHandler,
  type FeedHandlers,
  type FeedServerOptions,
  serverSettings,
} from './options.js';
import type { FeedEventTypes, PublishedEvent } from './event-types.js';
import type { AnyEvent } from './publish-event.js';
import type { CountArguments, PublishArguments } from './publish-arguments.js';
import { createPublisher } from './publisher.js';
import { createRooms } from './rooms.js';
import { createConnectionChecks } from './connection-checks.js';
import { createConnectionLimits } from './connection-limits.js';
import { createMessageReceiver } from './message-receiver.js';

/** A server of a feed, independent of the WebSocket implementation: adapters pass connections to it. */
export interface FeedServer<Types extends FeedTypes<Types>, Principal = unknown> extends Closable {
  /** Accepts an open connection; passed to an adapter such as `serveFeed`. */
  readonly accept: AcceptSocket;
  /**
   * Sends a message to all subscribers of a key of the channel; `undefined` for a message that concerns every key. The
   * message is encoded once. `options.to` selects some of the subscribers, for example those of one account.
   *
   * For addresses with parameters, the first argument identifies the room: `publish('messages', { room: 'kitchen' },
   * message)`. Only connections in that room receive the message. A room without connections is not an error.
   *
   * @throws {FeedError} `usage` for a message that the description does not contain or that identifies another room,
   * for one that violates its schema (if there are checks), and for an invalid room.
   */
  publish<Name extends ChannelOf<Types>>(
    channel: Name,
    ...published: PublishArguments<Types[Name], Principal>
  ): void;
  /** Number of subscriptions to a key, or to anything in the channel; within one room for addresses with parameters. */
  subscribers<Name extends ChannelOf<Types>>(
    channel: Name,
    ...counted: CountArguments<Types[Name]>
  ): number;
  /** Number of open connections. */
  readonly connections: number;
  /** Number of rooms with connections; 1 if addresses have no parameters. */
  readonly rooms: number;
  /**
   * Stops accepting connections, sends queued messages and closes all connections. Resolves when all are closed, at the
   * latest after `timeout` milliseconds (default: 10,000). `reason` is sent in the close frame.
   */
  drain(options?: { readonly timeout?: number; readonly reason?: string }): Promise<void>;
}

/** A server of a feed that describes events. */
export interface EventFeedServer<
  Types extends FeedTypes<Types>,
  Principal,
  Events extends FeedEventTypes<Events>,
> extends FeedServer<Types, Principal> {
  publish<Name extends ChannelOf<Types>>(
    channel: Name,
    ...published: PublishArguments<Types[Name], Principal>
  ): void;
  /**
   * Sends the messages of an event on all channels that describe it. Owners receive their own copies, others receive
   * copies without the properties for owners only. Each copy is encoded once, and a connection receives it once, even
   * if it is subscribed to several of the channels. The key of each channel is read from the message.
   *
   * Nothing is sent if anything is invalid.
   *
   * @throws {FeedError} `usage` for a missing or invalid message, for a property for owners only among those for all,
   * and for an invalid room.
   */
  publish(event: PublishedEvent<Types, Events, Principal>): void;
}

/** Creates a server of a feed. An adapter such as `serveFeed` provides its connections. */
export function feedServer<Types extends FeedTypes<Types>, Principal = unknown>(
  descriptor: FeedDescriptor,
  handlers: FeedHandlers<Types, Principal>,
  options?: FeedServerOptions<Principal>,
): FeedServer<Types, Principal>;
/** Creates a server of a feed that describes events. */
export function feedServer<
  Types extends FeedTypes<Types>,
  Principal,
  Events extends FeedEventTypes<Events>,
>(
  descriptor: FeedDescriptor,
  handlers: FeedHandlers<Types, Principal>,
  options?: FeedServerOptions<Principal>,
): EventFeedServer<Types, Principal, Events>;
export function feedServer<Types extends FeedTypes<Types>, Principal = unknown>(
  descriptor: FeedDescriptor,
  handlers: FeedHandlers<Types, Principal>,
  options: FeedServerOptions<Principal> = {},
): FeedServer<Types, Principal> {
  const feed = prepareFeed(descriptor);
  const settings = serverSettings(descriptor, options);
  const replies = createReplies(descriptor.control, feed.writeJson);
  const channelHandlers = handlers as Readonly<Record<string, AnyHandler | undefined>>;
  const mismatchOf = compileLocations(descriptor.address);
  const rooms = createRooms({
    feed,
    settings,
    handlers: channelHandlers,
    publish: (room, channel, key, value) => void publisher.send(room, channel, key, value),
  });
  const publisher = createPublisher(feed, settings, rooms, mismatchOf);
  const subscriptions = createSubscriptions({ feed, settings, replies, handlers: channelHandlers });
  const connections = new Set<FeedConnection>();
  const connectionLimits = createConnectionLimits(settings.limits, settings.timers);
  const endRevocations = settings.revocation.revocations?.watch((key) => {
    for (const connection of connections) {
      if (!connection.keys.has(key)) continue;
      connection.close(closeReasons.keyRevoked);
      settings.timers.setTimeout(() => {
        if (connection.isOpen) connection.socket.terminate();
      }, revokedTimeout);
    }
  });
  let counter = 0;
  let draining: (() => void) | undefined;

  const checks = createConnectionChecks(settings, connections, connectionLimits);
  const messages = createMessageReceiver({
    descriptor,
    feed,
    settings,
    subscriptions,
    mismatchOf,
  });

  const disconnected = (connection: FeedConnection, closed: SocketClosed): void => {
    connection.isOpen = false;
    connections.delete(connection);
    connectionLimits.disconnected(connection.request);
    connection.counted?.close();
    subscriptions.leave(connection);
    rooms.leave(connection.address);
    settings.emit({ kind: 'disconnected', connection: connection.id, closed });
    if (connections.size === 0) draining?.();
  };

  const accept = (request: SocketRequest, socket: Socket): SocketEvents => {
    const address = rooms.locate(request);
    if ('status' in address) {
      socket.close(1008, clippedReason(address.reason));
      return ignoreEvents;
    }
    counter += 1;
    const connection = new FeedConnection(
      counter,
      request,
      socket,
      settings,
      connectionLimits.messagesOf(request),
      address,
      rooms.enter(address),
    );
    connections.add(connection);
    settings.emit({ kind: 'connected', connection: counter, request });
    if (draining !== undefined) connection.close(closeReasons.goingAway);
    else if (!connectionLimits.mayConnect(request))
      connection.close(closeReasons.tooManyConnections);
    else if (descriptor.control === undefined) subscriptions.joinAll(connection);
    checks.start();
    return {
      frame: (frame) => messages.receive(connection, frame),
      alive() {
        connection.wasActive = true;
      },
      drained: () => connection.catchUp(),
      closed: (how) => disconnected(connection, how),
    };
  };

  const admit = (request: SocketRequest): SocketRefusal | undefined => {
    const address = rooms.locate(request);
    return 'status' in address ? address : undefined;
  };

  const server: Omit<FeedServer<Types, Principal>, typeof Symbol.asyncDispose> = {
    accept: feed.address === undefined ? accept : Object.assign(accept, { admit }),
    publish(published: string | AnyEvent, ...args: readonly unknown[]) {
      if (typeof published === 'string') publisher.publish(published, args);
      else publisher.publishEvent(published);
    },
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
        const timeoutHandle = settings.timers.setTimeout(() => {
          for (const connection of connections) connection.socket.terminate();
          draining?.();
        }, timeout);
        await empty;
        settings.timers.clearTimeout(timeoutHandle);
      }
      checks.stop();
      endRevocations?.();
      for (const room of rooms.all()) room.close();
    },
  };
  return closable(server, () => server.drain());
}

/** Time in milliseconds for the closing handshake of a client whose key was revoked. */
const revokedTimeout = 500;

/** Event handlers of a connection whose address was refused. */
const ignoreEvents: SocketEvents = {
  frame: () => undefined,
  alive: () => undefined,
  drained: () => undefined,
  closed: () => undefined,
};
