import { groupName } from '../adapter/names.js';
import type { AmqpBindings, BrokerBindings } from '../bindings.js';
import type { OutgoingMessage, SubscribeOptions } from '../broker.js';
import type { AmqpChannel } from './client.js';
import type { Connection } from './connection.js';

/** Queues of clients that wait for a reply, which are reached through the default exchange. */
const replyQueue = /^amq\.(?:gen-|rabbitmq\.reply-to)/;

/** Where a message is published. */
export function destinationOf(
  { address, bindings }: OutgoingMessage,
  defaultExchange: string,
): { readonly exchange: string; readonly routingKey: string } {
  const exchange = exchangeOf(bindings);
  const queue = bindings?.amqp?.queue;
  if (exchange === undefined && queue !== undefined)
    return { exchange: '', routingKey: queue.name };
  if (exchange === undefined && replyQueue.test(address))
    return { exchange: '', routingKey: address };
  return { exchange: exchange ?? defaultExchange, routingKey: address };
}

/** Declares the exchanges and queues of bindings, each once per broker. */
export class Topology {
  /** Exchange of addresses without a binding. */
  readonly exchange: string;
  readonly #connection: Connection;
  readonly #queueArguments: object;
  readonly #declared = new Map<string, Promise<void>>();

  constructor(connection: Connection, exchange: string, queueArguments: object) {
    this.#connection = connection;
    this.exchange = exchange;
    this.#queueArguments = queueArguments;
  }

  /** Declares what messages with these bindings pass through. */
  async declare(bindings: BrokerBindings | undefined): Promise<void> {
    const { exchange, queue } = bindings?.amqp ?? {};
    if (exchange === undefined && queue === undefined) return;
    // An exclusive queue belongs to the connection that consumes it.
    const shared = queue?.exclusive === true ? undefined : queue;
    const key = JSON.stringify([exchange, shared]);
    let declared = this.#declared.get(key);
    if (declared === undefined) {
      declared = this.#declare(bindings, shared);
      declared.catch(() => this.#declared.delete(key));
      this.#declared.set(key, declared);
    }
    await declared;
  }

  async #declare(
    bindings: BrokerBindings | undefined,
    queue: AmqpBindings['queue'],
  ): Promise<void> {
    await this.#connection.declare((channel) => this.#exchange(channel, bindings));
    // A publisher need not know the arguments with which consumers or operators have declared the queue.
    const exists = (channel: AmqpChannel): Promise<unknown> =>
      channel.checkQueue(queue?.name ?? '');
    if (queue === undefined || (await succeeds(this.#connection.declare(exists)))) return;
    await this.#connection.declare((channel) => this.#queue(channel, queue.name, queue));
  }

  /** Declares the queue of a subscription on its channel, and returns its name. */
  async queueOf(
    channel: AmqpChannel,
    pattern: string,
    { group, bindings }: SubscribeOptions,
  ): Promise<string> {
    const binding = bindings?.amqp?.queue;
    const exchange = await this.#exchange(channel, bindings);
    const name =
      binding !== undefined
        ? await this.#queue(channel, binding.name, binding)
        : group !== undefined
          ? await this.#queue(channel, groupName(group, pattern), {})
          : (await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false }))
              .queue;
    // A queue without an exchange is reached by its name.
    if (binding === undefined || exchange !== undefined)
      if (exchange !== '') await channel.bindQueue(name, exchange ?? this.exchange, pattern);
    return name;
  }

  /** Forgets what has been declared: the connection has ended, and temporary exchanges and queues with it. */
  forget(): void {
    this.#declared.clear();
  }

  async #exchange(
    channel: AmqpChannel,
    bindings: BrokerBindings | undefined,
  ): Promise<string | undefined> {
    const name = exchangeOf(bindings);
    const binding = bindings?.amqp?.exchange;
    if (binding === undefined || name === undefined || name === '') return name;
    const { type, durable = true, autoDelete = false } = binding;
    await channel.assertExchange(name, type, { durable, autoDelete });
    return name;
  }

  async #queue(
    channel: AmqpChannel,
    name: string,
    { durable = true, exclusive = false, autoDelete = false }: QueueOptions,
  ): Promise<string> {
    const options = { durable, exclusive, autoDelete, arguments: { ...this.#queueArguments } };
    return (await channel.assertQueue(name, options)).queue;
  }
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

interface QueueOptions {
  readonly durable?: boolean;
  readonly exclusive?: boolean;
  readonly autoDelete?: boolean;
}

/** Name of the exchange in the bindings; empty for the default exchange. */
function exchangeOf(bindings: BrokerBindings | undefined): string | undefined {
  const exchange = bindings?.amqp?.exchange;
  return exchange?.type === 'default' ? '' : exchange?.name;
}
