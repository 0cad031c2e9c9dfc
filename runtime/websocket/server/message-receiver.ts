import type { FeedDescriptor } from '../descriptor.js';
import { Correlation } from '../../core/server/correlation.js';
import type { Feed, Route } from '../feed.js';
import { frameOf } from '../frame.js';
import { exactMessage, readText } from '../../core/read-text.js';
import type { FindMismatch } from '../room-location.js';
import type { Frame } from '../socket.js';
import { closeReasons } from './close-reasons.js';
import type { FeedConnection } from './connection.js';
import { operationListener } from './operations.js';
import type { MessageListener, Refusal, ServerSettings } from './options.js';
import { requestReader } from './read-request.js';
import { createRequestQueue } from './request-queue.js';
import type { Subscriptions } from './subscriptions.js';

/** Dependencies of the processing of received messages. */
export interface MessageReceiverParts {
  readonly descriptor: FeedDescriptor;
  readonly feed: Feed;
  readonly settings: ServerSettings;
  readonly subscriptions: Subscriptions;
  /** Compares the values of a message with the parameters of its connection. */
  readonly mismatchOf: FindMismatch;
}

/** Processes the messages of clients. */
export interface MessageReceiver {
  readonly receive: (connection: FeedConnection, frame: Frame) => void;
}

/** Creates the processing of received messages: rate, size, syntax, schema, and then by role. */
export function createMessageReceiver({
  descriptor,
  feed,
  settings,
  subscriptions,
  mismatchOf,
}: MessageReceiverParts): MessageReceiver {
  const readers = {
    subscribe: descriptor.control && requestReader(feed, descriptor.control.subscribe.read),
    unsubscribe:
      descriptor.control?.unsubscribe && requestReader(feed, descriptor.control.unsubscribe.read),
  };
  const operationOf = operationListener(descriptor, settings.operations, settings.runner);

  const refuse = (
    connection: FeedConnection,
    refusal: Refusal,
    correlation = new Correlation(),
  ): void => {
    const reason = refusal.reason ?? refusal.message;
    subscriptions.refuse(connection, refusal, undefined, reason, correlation);
  };

  const enqueue = createRequestQueue((connection, error, correlation) => {
    const { id: correlationId } = correlation;
    settings.emit({ kind: 'failed', connection: connection.id, error, correlationId });
    refuse(connection, { message: 'Internal error', code: 'internal' }, correlation);
  });

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
    const correlation = new Correlation();
    const sender = {
      connection: id,
      request,
      parameters,
      query,
      send,
      get correlationId() {
        return correlation.id;
      },
    };
    enqueue(connection, () => listener(value, name, sender), correlation);
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

  return { receive };
}
