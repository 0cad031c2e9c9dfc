import { brokerError } from '../client-errors.js';
import type { Lifecycle } from '../adapter/lifecycle.js';
import type { AmqpChannel, AmqpConfirmChannel, AmqpConnection } from './client.js';

/** A connection that is opened when it is needed, and again when it is needed after it broke. */
export class Connection {
  readonly #connect: () => Promise<AmqpConnection>;
  readonly #lifecycle: Lifecycle;
  #open: Promise<AmqpConnection> | undefined;

  constructor(connect: () => Promise<AmqpConnection>, lifecycle: Lifecycle) {
    this.#connect = connect;
    this.#lifecycle = lifecycle;
  }

  /** The open connection; opens it if there is none. */
  open(): Promise<AmqpConnection> {
    return (this.#open ??= this.#start().catch((error: unknown) => {
      this.#open = undefined;
      throw brokerError('not-connected', 'RabbitMQ cannot be reached', error);
    }));
  }

  /** Opens a channel. Its errors, which end it, are reported. */
  async channel(): Promise<AmqpChannel> {
    return this.#watched(await (await this.open()).createChannel());
  }

  async confirmChannel(): Promise<AmqpConfirmChannel> {
    return this.#watched(await (await this.open()).createConfirmChannel());
  }

  /** Runs declarations on a channel of their own, because one that is refused ends its channel. */
  async declare<Value>(declarations: (channel: AmqpChannel) => Promise<Value>): Promise<Value> {
    const channel = await (await this.open()).createChannel();
    // The declaration rejects with it.
    channel.on('error', () => undefined);
    const value = await declarations(channel);
    await channel.close();
    return value;
  }

  async close(): Promise<void> {
    const connection = await this.#open?.catch(() => undefined);
    await connection?.close().catch(() => undefined);
  }

  async #start(): Promise<AmqpConnection> {
    const connection = await this.#connect();
    connection.on('error', (error: Error) =>
      this.#lifecycle.fail('The connection to RabbitMQ failed', error),
    );
    connection.on('close', (error?: Error) => this.#ended(error));
    this.#lifecycle.emit({ kind: 'connected' });
    return connection;
  }

  #ended(error: Error | undefined): void {
    this.#open = undefined;
    if (this.#lifecycle.isClosed) return;
    const reason = brokerError('not-connected', 'The connection to RabbitMQ has ended', error);
    this.#lifecycle.emit({ kind: 'disconnected', error: reason });
  }

  #watched<Each extends AmqpChannel>(channel: Each): Each {
    channel.on('error', (error: Error) =>
      this.#lifecycle.fail('RabbitMQ has ended a channel', error),
    );
    return channel;
  }
}
