import type { FeedDescriptor } from '../descriptor.js';
import { FeedError } from '../errors.js';
import { type Channel, prepareFeed } from '../feed.js';
import type { AcceptSocket, Frame, Socket, SocketClosed, SocketRequest } from '../socket.js';
import type { ChannelOf, FeedTypes } from '../types.js';
import { createAnswers } from './answers.js';
import { FeedConnection } from './connection.js';
import { type Beat, createBeat } from './beat.js';
import { createDesk } from './desk.js';
import { Hub } from './hub.js';
import {
  type AnyHandler,
  type FeedHandlers,
  type FeedServerOptions,
  type MessageListener,
  type Refusal,
  type ServerSettings,
  serverSettings,
  type Subscriber,
} from './options.js';
import { operationListener } from './operations.js';
import { requestReader } from './read-request.js';
import { createVisitors } from './visitors.js';

/** A server of a feed, without sockets of its own: adapters hand it connections. */
export interface FeedServer<Types extends FeedTypes<Types>, Principal = unknown> {
  /** Takes a connection that was opened. */
  readonly accept: AcceptSocket;
  /**
   * Sends a message to everybody who takes that key of the channel, `undefined` for what concerns every key. One text serves all of them.
   * `options.to` picks among the subscribers: an account's own, say.
   *
   * @throws {FeedError} for a message that the description does not know, or that violates its schema where checks were given
   */
  publish<Name extends ChannelOf<Types>>(
    channel: Name,
    key: string | undefined,
    message: Types[Name]['message'],
    options?: { readonly to?: (subscriber: Subscriber<Principal>) => boolean },
  ): void;
  /** How many take a key, or anything of the channel. */
  subscribers(channel: ChannelOf<Types>, key?: string): number;
  /** Connections that are open. */
  readonly connections: number;
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
  const beats = new Map<Channel, Beat>();
  const hubs = new Map(
    [...feed.channels.values()].map((channel) => [
      channel,
      new Hub(channel, settings.timers, (isTaken) => beats.get(channel)?.occupied(isTaken)),
    ]),
  );
  const hubOf = (channel: Channel): Hub => {
    const hub = hubs.get(channel);
    if (hub === undefined) throw new Error('a channel of another feed');
    return hub;
  };
  const answers = createAnswers(descriptor.control);
  const own = handlers as Readonly<Record<string, AnyHandler | undefined>>;
  for (const channel of feed.channels.values()) {
    const beat = createBeat({
      channel,
      settings,
      handler: own[channel.key],
      keys: () => hubOf(channel).keys(),
      publish: (key, value) => publish(channel, key, value),
    });
    if (beat !== undefined) beats.set(channel, beat);
  }
  const desk = createDesk({ feed, settings, answers, handlers: own, hubOf });
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
      connection.close(1008, 'too many requests');
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
      connection.close(1009, 'message too big');
      return;
    }
    const value = parse(frame);
    const route = value === undefined ? undefined : feed.requestRouteOf(value);
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
    connection.hasAsked = true;
    const { id, request } = connection;
    const send = (message: unknown): void => connection.send(JSON.stringify(message));
    enqueue(connection, () => listener(value, name, { connection: id, request, send }));
  };

  const isWithinRate = (connection: FeedConnection): boolean => {
    if (connection.inbound?.take() !== false) {
      connection.excess = 0;
      return true;
    }
    connection.excess += 1;
    refuse(connection, { message: 'Rate limit exceeded', code: 'rate-limited' });
    if (connection.excess > (settings.limits.messages?.burst ?? 0)) {
      connection.close(1008, 'rate limit exceeded');
    }
    return false;
  };

  const gone = (connection: FeedConnection, closed: SocketClosed): void => {
    connection.isOpen = false;
    connections.delete(connection);
    visitors.left(connection.request);
    desk.leave(connection);
    settings.announce({ kind: 'disconnected', connection: connection.id, closed });
    if (connections.size === 0) draining?.();
  };

  const accept: AcceptSocket = (request: SocketRequest, socket: Socket) => {
    counter += 1;
    const connection = new FeedConnection(
      counter,
      request,
      socket,
      settings,
      visitors.messagesOf(request),
    );
    connections.add(connection);
    settings.announce({ kind: 'connected', connection: counter, request });
    if (draining !== undefined) connection.close(1001, 'going away');
    else if (!visitors.mayEnter(request)) connection.close(1013, 'too many connections');
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

  const channelOf = (name: string): Channel => {
    const channel = feed.channels.get(name);
    if (channel === undefined) throw new FeedError('usage', `There is no channel "${name}"`);
    return channel;
  };

  /** Sends what the description knows and the checks accept; the answer is its name. */
  const publish = (
    channel: Channel,
    key: string | undefined,
    value: unknown,
    isFor?: IsFor,
  ): string => {
    const route = feed.routeOf(value);
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
    hubOf(channel).publish(key, message, value, isFor);
    return message;
  };

  return {
    accept,
    publish(name, key, value, { to } = {}) {
      const channel = channelOf(name);
      const message = publish(channel, key, value, to as IsFor | undefined);
      if (to === undefined) beats.get(channel)?.published(key, message);
    },
    subscribers: (name, key) => hubOf(channelOf(name)).count(key),
    get connections() {
      return connections.size;
    },
    async drain({ timeout = 10_000, reason = 'going away' } = {}) {
      const empty = new Promise<void>((resolve) => (draining = resolve));
      for (const hub of hubs.values()) hub.flush();
      for (const connection of connections) connection.close(1001, reason);
      if (connections.size > 0) {
        const late = settings.timers.setTimeout(() => {
          for (const connection of connections) connection.socket.terminate();
          draining?.();
        }, timeout);
        await empty;
        settings.timers.clearTimeout(late);
      }
      settings.timers.clearTimeout(alarm);
      for (const beat of beats.values()) beat.occupied(false);
    },
  };
}

/** Picks among subscribers. */
type IsFor = (subscriber: Subscriber) => boolean;

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
    connection.close(1008, 'no subscription in time');
  } else if (pings) {
    const { wasHeard, wasPinged } = connection;
    connection.wasHeard = false;
    connection.wasPinged = !wasHeard;
    if (!wasHeard && wasPinged) socket.terminate();
    else if (!wasHeard) socket.ping?.();
  }
}

function parse(frame: Frame): unknown {
  try {
    return JSON.parse(typeof frame === 'string' ? frame : new TextDecoder().decode(frame));
  } catch {
    return undefined;
  }
}
