import { randomUuid, systemRandom } from '../../core/random.js';
import { checkAddress } from '../check-address.js';
import { InFlight } from '../adapter/in-flight.js';
import { Lifecycle } from '../adapter/lifecycle.js';
import {
  type Broker,
  BrokerError,
  type Delivery,
  type OutgoingMessage,
  type Settlement,
  type SubscribeOptions,
} from '../broker.js';
import type { NatsConnection } from './client.js';
import {
  illegalPattern,
  illegalSubject,
  readMessage,
  subjects,
  watchConnection,
  writeHeaders,
} from './messages.js';

/**
 * Core NATS on a connection of `@nats-io/transport-node`. Messages are delivered at most once: those sent while a subscriber is away, or that
 * its process has not handled when it ends, are lost. For messages that must not be lost, see {@link jetStreamBroker}.
 *
 * The connection stays open when the broker is closed.
 */
export function natsBroker(
  connection: NatsConnection,
): Broker<'headers' | 'replies' | 'wildcards'> {
  const lifecycle = new Lifecycle('NATS');
  watchConnection(connection, lifecycle);
  return {
    protocol: 'nats',
    abilities: { headers: true, replies: true, wildcards: true },
    addresses: subjects,
    inbox: newInbox,
    publish: (message) =>
      lifecycle.send(message.address, message.signal, async () => publishCore(connection, message)),
    subscribe: (pattern, options, handler) =>
      lifecycle.subscribe(pattern, () =>
        subscribeCore(connection, lifecycle, pattern, options, handler),
      ),
    on: (listener) => lifecycle.on(listener),
    close: () =>
      lifecycle.close(async () => {
        if (!connection.isClosed()) await connection.flush();
      }),
  };
}

/** A subject for replies to this connection. */
export function newInbox(): string {
  return `_INBOX.${randomUuid(systemRandom)}`;
}

/** Hands a message to the connection. */
export function publishCore(connection: NatsConnection, message: OutgoingMessage): void {
  checkAddress(message.address, subjects, illegalSubject);
  if (message.replyTo !== undefined) checkAddress(message.replyTo, subjects, illegalSubject);
  if (connection.isClosed())
    throw new BrokerError('not-connected', 'The connection to NATS has been closed');
  const headers = writeHeaders(message, 'core');
  connection.publish(message.address, message.payload, {
    ...(message.replyTo === undefined ? {} : { reply: message.replyTo }),
    ...(headers === undefined ? {} : { headers }),
  });
}

/** Subscribes, and resolves when the server knows. Returns the function that ends it. */
export async function subscribeCore(
  connection: NatsConnection,
  lifecycle: Lifecycle,
  pattern: string,
  options: SubscribeOptions,
  handler: (delivery: Delivery) => Promise<Settlement>,
): Promise<() => Promise<void>> {
  checkAddress(pattern, subjects, illegalPattern);
  const inFlight = new InFlight(options.maxInFlight, handler, lifecycle);
  const queue = options.group ?? options.bindings?.nats?.queue;
  const subscription = connection.subscribe(pattern, queue === undefined ? {} : { queue });
  let refusal: Error | undefined;
  void subscription.closed.then((error) => {
    if (error instanceof Error) refusal = error;
  });
  const receive = async (): Promise<void> => {
    for await (const message of subscription) {
      await inFlight.enter();
      void inFlight.handle(readMessage(message, 'core', 0), () => undefined);
    }
  };
  let isSubscribed = false;
  const received = receive().catch((error: unknown) => {
    refusal = error instanceof Error ? error : new Error(String(error));
    if (isSubscribed)
      lifecycle.fail(
        `The subscription to ${JSON.stringify(pattern)} ended`,
        error,
        'not-subscribed',
      );
  });
  await connection.flush();
  // The refusal comes before the answer to `flush`, but reaches the subscription in this turn.
  await new Promise(setImmediate);
  if (refusal !== undefined) throw refusal;
  isSubscribed = true;
  return async () => {
    if (!connection.isClosed()) await subscription.drain();
    await received;
    await inFlight.settled();
  };
}
