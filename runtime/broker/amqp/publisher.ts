import { checkAddress } from '../check-address.js';
import { BrokerError, type OutgoingMessage } from '../broker.js';
import type { AmqpConfirmChannel, AmqpMessage } from './client.js';
import type { Connection } from './connection.js';
import { illegalKey, routingKeys, writeProperties } from './messages.js';
import { destinationOf, type Topology } from './topology.js';

/** Publishes on a channel that confirms each message. */
export class Publisher {
  readonly #connection: Connection;
  readonly #topology: Topology;
  #channel: Promise<ConfirmingChannel> | undefined;

  constructor(connection: Connection, topology: Topology) {
    this.#connection = connection;
    this.#topology = topology;
  }

  async publish(message: OutgoingMessage): Promise<void> {
    checkAddress(message.address, routingKeys, illegalKey);
    const properties = writeProperties(message);
    await this.#topology.declare(message.bindings);
    const channel = await (this.#channel ??= this.#open().catch((error: unknown) => {
      this.#channel = undefined;
      throw error;
    }));
    await channel.publish(message, properties, destinationOf(message, this.#topology.exchange));
  }

  async #open(): Promise<ConfirmingChannel> {
    const channel = await this.#connection.confirmChannel();
    return new ConfirmingChannel(channel, () => (this.#channel = undefined));
  }
}

class ConfirmingChannel {
  readonly #channel: AmqpConfirmChannel;
  readonly #unconfirmed = new Set<(error: Error) => void>();
  /** Mandatory messages that reached no queue. Each comes before its confirmation. */
  readonly #returned: AmqpMessage[] = [];
  #drained: Promise<void> | undefined;
  #isClosed = false;

  constructor(channel: AmqpConfirmChannel, closed: () => void) {
    this.#channel = channel;
    channel.on('return', (message: AmqpMessage) => this.#returned.push(message));
    channel.on('close', () => {
      this.#isClosed = true;
      closed();
      for (const reject of this.#unconfirmed) reject(new Error('the channel has ended'));
    });
  }

  async publish(
    { payload, bindings }: OutgoingMessage,
    properties: object,
    { exchange, routingKey }: { readonly exchange: string; readonly routingKey: string },
  ): Promise<void> {
    const content = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
    while (this.#drained !== undefined) await this.#drained;
    if (this.#isClosed) throw new Error('the channel has ended');
    await new Promise<void>((resolve, reject) => {
      this.#unconfirmed.add(reject);
      const confirmed = (error: unknown): void => {
        this.#unconfirmed.delete(reject);
        if (error) reject(error);
        else resolve();
      };
      if (!this.#channel.publish(exchange, routingKey, content, properties, confirmed))
        this.#wait();
    });
    if (bindings?.amqp?.mandatory !== true) return;
    const at = this.#returned.findIndex(
      (each) =>
        each.fields.exchange === exchange &&
        each.fields.routingKey === routingKey &&
        each.content.equals(content),
    );
    if (at < 0) return;
    this.#returned.splice(at, 1);
    throw new BrokerError(
      'not-sent',
      `The message to ${JSON.stringify(routingKey)} reached no queue`,
    );
  }

  /** The socket takes no more for now. */
  #wait(): void {
    this.#drained ??= new Promise<void>((resolve) => {
      const go = (): void => {
        this.#drained = undefined;
        resolve();
      };
      this.#channel.on('drain', go);
      this.#channel.on('close', go);
    });
  }
}
