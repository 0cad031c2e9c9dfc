/** The members of a connection of `amqplib` (`ChannelModel`) that the adapter uses. */
export interface AmqpConnection {
  createConfirmChannel(): Promise<AmqpChannel>;
  close(): Promise<void>;
  on(event: string, listener: (...values: never[]) => void): unknown;
}

/** A channel of `amqplib` that confirms messages. */
export interface AmqpChannel {
  assertExchange(name: string, type: string, options: object): Promise<unknown>;
  checkExchange(name: string): Promise<unknown>;
  assertQueue(name: string, options: object): Promise<{ readonly queue: string }>;
  bindQueue(queue: string, exchange: string, pattern: string): Promise<unknown>;
  prefetch(count: number): Promise<unknown>;
  publish(
    exchange: string,
    routingKey: string,
    payload: Buffer,
    options: object,
    callback: (error: unknown) => void,
  ): boolean;
  consume(
    queue: string,
    handler: (message: AmqpMessage | null) => void,
    options: object,
  ): Promise<{ readonly consumerTag: string }>;
  cancel(consumerTag: string): Promise<unknown>;
  ack(message: AmqpMessage): void;
  nack(message: AmqpMessage, allUpTo: boolean, requeue: boolean): void;
  close(): Promise<void>;
  once(event: string, listener: (...values: never[]) => void): unknown;
  on(event: string, listener: (...values: never[]) => void): unknown;
}

/** A message of `amqplib`. */
export interface AmqpMessage {
  readonly content: Buffer;
  readonly fields: {
    readonly routingKey: string;
    readonly exchange: string;
    readonly redelivered?: boolean;
    readonly [name: string]: unknown;
  };
  readonly properties: { readonly [name: string]: unknown };
}
