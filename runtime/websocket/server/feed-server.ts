import { closable, type Closable } from '../../core/closable.js';
import type { FeedDescriptor } from '../descriptor.js';
import { prepareFeed, type Route } from '../feed.js';
import { frameOf } from '../frame.js';
import { exactMessage, readText } from '../read-text.js';
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
import { createReplies } from './control-replies.js';
import { clippedReason, closeReasons } from './close-reasons.js';
import { FeedConnection } from './connection.js';
import { createSubscriptions } from './subscriptions.js';
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
import { createConnectionLimits } from './connection-limits.js';

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

/** Creates a server of a feed. An adapter such as `serveFeed` provides its connections. */
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
  const readers = {
    subscribe: descriptor.control && requestReader(feed, descriptor.control.subscribe.read),
    unsubscribe:
      descriptor.control?.unsubscribe && requestReader(feed, descriptor.control.unsubscribe.read),
  };
  const operationOf = operationListener(descriptor, settings.operations);
  const connections = new Set<FeedConnection>();
  const connectionLimits = createConnectionLimits(settings.limits, settings.timers);
  let counter = 0;
  let timer: unknown;
  let nextPing = 0;
  let draining: (() => void) | undefined;

  const checkAll = (): void => {
    const now = settings.timers.now();
    const isPingDue = now >= nextPing;
    if (isPingDue) nextPing = now + settings.pingInterval;
    for (const connection of connections) inspect(connection, now, isPingDue, settings);
    connectionLimits.cleanUp();
    timer = connections.size + connectionLimits.size === 0 ? undefined : scheduleCheck();
  };
  const scheduleCheck = (): unknown => settings.timers.setTimeout(checkAll, settings.tick);

  const refuse = (connection: FeedConnection, refusal: Refusal): void =>
    subscriptions.refuse(connection, refusal, undefined, refusal.reason ?? refusal.message);

  /** Requests of one connection are processed one after another. */
  const queues = new WeakMap<FeedConnection, Promise<void>>();
  const enqueue = (connection: FeedConnection, job: () => Promise<void> | void): void => {
    if (connection.waiting >= maxWaiting) {
      connection.close(closeReasons.tooManyRequests);
      return;
    }
    connection.waiting += 1;
    const previous = queues.get(connection) ?? Promise.resolve();
    const done = previous
      .then(async () => {
        if (connection.isOpen) await job();
      })
      .catch((error: unknown) => {
        settings.emit({ kind: 'failed', connection: connection.id, error });
        refuse(connection, { message: 'Internal error', code: 'internal' });
      })
      .finally(() => {
        connection.waiting -= 1;
      });
    queues.set(connection, done);
  };

  const receive = (connection: FeedConnection, frame: Frame): void => {
    connection.wasActive = true;
    if (!isWithinRate(connection)) return;
    const { messageBytes = 65_536 } = settings.limits;
    if (frame.length > messageBytes) {
      refuse(connection, { message: 'Message too big', code: 'payload-too-large' });
      connection.close(closeReasons.tooBig);
      return;
    }
    const isBytes = typeof frame !== 'string';
    const read = isBytes ? undefined : readText(frame);
    const route = isBytes ? feed.binary.toServer : read && feed.requestRouteOf(read.value);
    if (route === undefined) {
      if (isBytes || !feed.hasText.toServer) {
        const expected = isBytes ? 'text' : 'binary';
        settings.emit({ kind: 'wrong-frame', connection: connection.id, expected });
      }
      refuseMalformed(connection);
      return;
    }
    const exact = read === undefined ? { value: frame } : exactMessage(read, route.integers);
    if ('violation' in exact) refuseInvalid(connection, route.message);
    else dispatch(connection, route, exact.value);
  };

  /** Processes a message by its role. */
  const dispatch = (
    connection: FeedConnection,
    { message: name, role }: Route,
    value: unknown,
  ): void => {
    if (role === undefined) {
      const listener = operationOf(name) ?? settings.onMessage;
      if (listener !== undefined) passToListener(connection, name, value, listener);
      // A ping counts as a sign of life and needs no other response.
      else if (name !== descriptor.heartbeat?.ping?.message) refuseMalformed(connection);
      return;
    }
    if (role !== 'subscribe' && role !== 'unsubscribe') {
      refuseMalformed(connection);
      return;
    }
    const read = readers[role]?.(value);
    if (read === undefined) return;
    if ('refusal' in read) refuse(connection, read.refusal);
    else if (!isValid(name, value)) refuseInvalid(connection, name);
    else enqueue(connection, () => subscriptions[role](connection, read));
  };

  const refuseMalformed = (connection: FeedConnection): void =>
    refuse(connection, { message: 'Malformed message', code: 'invalid-request' });

  const refuseInvalid = (connection: FeedConnection, reason: string): void =>
    refuse(connection, { message: 'Invalid message', reason, code: 'invalid-request' });

  /** True if a message from a client is valid. Without checks, all messages are. */
  const isValid = (name: string, value: unknown): boolean =>
    !Object.hasOwn(settings.checks, name) || settings.checks[name]?.is(value) !== false;

  /** Passes a message to the program's listener. */
  const passToListener = (
    connection: FeedConnection,
    name: string,
    value: unknown,
    listener: MessageListener,
  ): void => {
    if (!isValid(name, value)) {
      refuseInvalid(connection, name);
      return;
    }
    const { id, request, address } = connection;
    const { parameters, query } = address;
    const mismatch = mismatchOf(parameters, value);
    if (mismatch !== undefined) {
      refuseInvalid(connection, mismatch);
      return;
    }
    connection.hasSubscribed = true;
    const send = (message: unknown): void => connection.send(frameOf(message, feed.writeJson));
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

  const disconnected = (connection: FeedConnection, closed: SocketClosed): void => {
    connection.isOpen = false;
    connections.delete(connection);
    connectionLimits.disconnected(connection.request);
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
    if (timer === undefined) {
      nextPing = settings.timers.now() + settings.pingInterval;
      timer = scheduleCheck();
    }
    return {
      frame: (frame) => receive(connection, frame),
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
    publish: (name, ...args) => publisher.publish(name, args),
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
      settings.timers.clearTimeout(timer);
      for (const room of rooms.all()) room.close();
    },
  };
  return closable(server, () => server.drain());
}

/** Event handlers of a connection whose address was refused. */
const ignoreEvents: SocketEvents = {
  frame: () => undefined,
  alive: () => undefined,
  drained: () => undefined,
  closed: () => undefined,
};

/** Maximum number of requests of one connection that wait for earlier ones. */
const maxWaiting = 100;

/** Maximum time for the peer to complete a closing handshake, in milliseconds. */
const closingTimeout = 5000;

/** Checks the deadlines of one connection. */
function inspect(
  connection: FeedConnection,
  now: number,
  isPingDue: boolean,
  { limits: { firstSubscribe = Infinity } }: ServerSettings,
): void {
  const { socket, closingSince } = connection;
  if (closingSince !== undefined) {
    if (now - closingSince >= closingTimeout) socket.terminate();
    return;
  }
  connection.catchUp();
  if (!connection.hasSubscribed && now - connection.since >= firstSubscribe) {
    connection.close(closeReasons.noSubscription);
  } else if (isPingDue) {
    const { wasActive: wasHeard, wasPinged } = connection;
    connection.wasActive = false;
    connection.wasPinged = !wasHeard;
    if (!wasHeard && wasPinged) connection.close(closeReasons.noPong);
    else if (!wasHeard) socket.ping?.();
  }
}
