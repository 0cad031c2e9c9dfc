import { randomUuid, systemRandom } from '../../core/random.js';
import { checkAddress } from '../check-address.js';
import { backoff } from '../adapter/backoff.js';
import { InFlight } from '../adapter/in-flight.js';
import { Lifecycle } from '../adapter/lifecycle.js';
import type { Broker, Settlement, SubscribeOptions } from '../broker.js';
import type { AmqpChannel, AmqpConnection, AmqpMessage } from './client.js';
import { Connection } from './connection.js';
import { illegalPattern, readMessage, routingKeys } from './messages.js';
import { Publisher } from './publisher.js';
import { Topology } from './topology.js';

/** Options of {@link amqpBroker}. */
export interface AmqpOptions {
  /** Exchange of addresses without a binding: one of type `topic` that exists. Default: `amq.topic`. */
  readonly exchange?: string;
  /** Arguments of the queues of groups and bindings, such as `{ 'x-queue-type': 'quorum' }` or `{ 'x-dead-letter-exchange': 'dead' }`. Default: none. */
  readonly queueArguments?: { readonly [name: string]: string | number | boolean };
}

/**
 * AMQP 0-9-1 (RabbitMQ) over `amqplib`. The connection is opened by the first message or subscription, and opened again when it breaks, with
 * growing pauses; subscriptions then continue. Messages are persistent and confirmed. A group is a durable queue for each of its addresses.
 *
 * @example amqpBroker(() => amqplib.connect('amqp://localhost'))
 */
export function amqpBroker(
  connect: () => Promise<AmqpConnection>,
  options: AmqpOptions = {},
): Broker<'acknowledgements' | 'headers' | 'replies' | 'wildcards'> {
  const lifecycle = new Lifecycle('RabbitMQ');
  const connection = new Connection(connect, lifecycle);
  const topology = new Topology(
    connection,
    options.exchange ?? 'amq.topic',
    options.queueArguments ?? {},
  );
  lifecycle.on(({ kind }) => {
    if (kind === 'disconnected') topology.forget();
  });
  const publisher = new Publisher(connection, topology);
  return {
    protocol: 'amqp',
    abilities: { acknowledgements: true, headers: true, replies: true, wildcards: true },
    addresses: routingKeys,
    inbox: () => `reply.${randomUuid(systemRandom)}`,
    publish: (message) =>
      lifecycle.send(message.address, message.signal, () => publisher.publish(message)),
    subscribe: (pattern, each, handler) =>
      lifecycle.subscribe(pattern, async () => {
        checkAddress(pattern, routingKeys, illegalPattern);
        const inFlight = new InFlight(each.maxInFlight, handler, lifecycle);
        const consumer = new Consumer(pattern, each, inFlight, { connection, topology, lifecycle });
        await consumer.start();
        return () => consumer.close();
      }),
    on: (listener) => lifecycle.on(listener),
    close: () => lifecycle.close(() => connection.close()),
  };
}

interface Parts {
  readonly connection: Connection;
  readonly topology: Topology;
  readonly lifecycle: Lifecycle;
}

/** A subscription, on one channel after another. */
class Consumer {
  readonly #pattern: string;
  readonly #options: SubscribeOptions;
  readonly #inFlight: InFlight;
  readonly #parts: Parts;
  readonly #stop = new AbortController();
  #channel: AmqpChannel | undefined;
  #tag = '';

  constructor(pattern: string, options: SubscribeOptions, inFlight: InFlight, parts: Parts) {
    this.#pattern = pattern;
    this.#options = options;
    this.#inFlight = inFlight;
    this.#parts = parts;
  }

  /** Subscribes for the first time. Later, the subscription is resumed whenever its channel or the connection ends. */
  async start(): Promise<void> {
    const channel = await this.#parts.connection.channel();
    channel.on('close', () => {
      if (this.#channel === channel) void this.#resume();
    });
    try {
      await this.#consume(channel);
    } catch (error) {
      channel.close().catch(() => undefined);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
    const channel = this.#channel;
    // A connection that has ended delivers nothing, and its server puts the messages back.
    await channel?.cancel(this.#tag).catch(() => undefined);
    await this.#inFlight.settled();
    await channel?.close().catch(() => undefined);
  }

  async #consume(channel: AmqpChannel): Promise<void> {
    const { topology } = this.#parts;
    const queue = await topology.queueOf(channel, this.#pattern, this.#options);
    await channel.prefetch(this.#options.maxInFlight);
    const noAck = this.#options.bindings?.amqp?.ack === false;
    this.#channel = channel;
    const { consumerTag } = await channel.consume(
      queue,
      (message) => {
        if (message === null) this.#cancelled(channel, queue);
        else void this.#receive(channel, message, noAck);
      },
      { noAck },
    );
    this.#tag = consumerTag;
    // `close` was called while the connection was being opened again.
    if (this.#stop.signal.aborted) await channel.close();
  }

  async #receive(channel: AmqpChannel, message: AmqpMessage, noAck: boolean): Promise<void> {
    await this.#inFlight.enter();
    // The server delivers it to another consumer when the channel is closed.
    if (this.#stop.signal.aborted) return this.#inFlight.leave();
    await this.#inFlight.handle(readMessage(message), (settlement: Settlement) => {
      if (noAck || this.#channel !== channel) return;
      if (settlement === 'ack') channel.ack(message);
      else channel.nack(message, false, settlement === 'retry');
    });
  }

  #cancelled(channel: AmqpChannel, queue: string): void {
    this.#parts.lifecycle.fail(
      `RabbitMQ has deleted the queue ${JSON.stringify(queue)}`,
      undefined,
      'not-subscribed',
    );
    channel.close().catch(() => undefined);
  }

  /** Subscribes again, after pauses, until it succeeds. */
  async #resume(): Promise<void> {
    this.#channel = undefined;
    for (let failures = 1; !this.#stop.signal.aborted; failures++) {
      await backoff(failures, this.#stop.signal);
      try {
        if (!this.#stop.signal.aborted) return await this.start();
      } catch (error) {
        this.#channel = undefined;
        this.#parts.lifecycle.fail(
          `The subscription to ${JSON.stringify(this.#pattern)} cannot continue`,
          error,
          'not-subscribed',
        );
      }
    }
  }
}
